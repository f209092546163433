import { standardSyntax } from '../taint/sanitizers/patterns/pattern-syntax.ts'
import { clearedByPattern } from '../taint/sanitizers/pattern-characters.ts'
import type { TaintMask } from '../taint-kind.ts'
import { anyTextShape } from './shape.ts'

/** What a text in which a pattern was found may still carry; everything unless the pattern is bound to both ends. */
export function patternMask(pattern: string, flags: string): TaintMask {
  // pydantic reads its patterns with Rust's rules: like in ECMA-262, `$` is the very end.
  const found = clearedByPattern(pattern, { flags, syntax: standardSyntax }, 'anywhere')
  return found ? anyTextShape.carries & ~found.cleared : anyTextShape.carries
}
