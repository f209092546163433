import { standardSyntax } from '../taint/sanitizers/patterns/pattern-syntax.ts'
import { clearedByPattern } from '../taint/sanitizers/pattern-characters.ts'
import type { TaintMask } from '../taint-kind.ts'
import { anyTextShape } from './shape.ts'

/**
 * Returns the taint kinds that a matching string may still carry: all kinds, unless the pattern is anchored at both
 * ends.
 */
export function patternMask(pattern: string, flags: string): TaintMask {
  // pydantic uses Rust regular expressions, in which `$` matches only at the very end, as in ECMA-262.
  const found = clearedByPattern(pattern, { flags, syntax: standardSyntax }, 'anywhere')
  return found ? anyTextShape.carries & ~found.cleared : anyTextShape.carries
}
