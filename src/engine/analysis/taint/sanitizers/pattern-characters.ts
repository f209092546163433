import type { MatchExtent } from './patterns/pattern-syntax.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { TaintMask } from '../../taint-kind.ts'
import { type MatchedText, matchedText } from './patterns/pattern-outcomes.ts'
import type { PatternDialect } from './patterns/pattern-part.ts'
import { clearedByCharacters } from './patterns/safe-characters.ts'

/** What a text that matches a pattern can no longer do, and the rest of what is known of it. */
export interface PatternClearance {
  readonly cleared: TaintMask
  readonly matched: MatchedText
}

/** Kinds that a matching text clears. Undefined for patterns that are not understood: they clear nothing. */
export function clearedByPattern(
  source: string,
  dialect: PatternDialect,
  extent: MatchExtent,
): PatternClearance | undefined {
  const matched = matchedText(source, dialect, extent)
  return matched && { cleared: clearedByCharacters(matched.characters, matched.first), matched }
}

/** A literal of the form `/pattern/flags`, taken apart. */
export function patternOfLiteral(text: string): { readonly source: string; readonly flags: string } | undefined {
  const end = text.lastIndexOf('/')
  return text.startsWith('/') && end > 0 ? { source: text.slice(1, end), flags: text.slice(end + 1) } : undefined
}

/** The pattern of a literal. Undefined for other nodes. */
export function patternIn(program: Program, node: number): ReturnType<typeof patternOfLiteral> {
  return program.op(node) === Op.Literal && program.operand(node, 0) === LiteralKind.pattern
    ? patternOfLiteral(program.text(node, 1))
    : undefined
}
