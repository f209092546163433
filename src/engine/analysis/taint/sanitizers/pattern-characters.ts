import type { MatchExtent } from './patterns/pattern-syntax.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { TaintMask } from '../../taint-kind.ts'
import { type MatchedText, matchedText } from './patterns/pattern-outcomes.ts'
import type { PatternDialect } from './patterns/pattern-part.ts'
import { clearedByCharacters } from './patterns/safe-characters.ts'

/** Kinds that are cleared for a string if it matches a pattern, and other facts about the string. */
export interface PatternClearance {
  readonly cleared: TaintMask
  readonly matched: MatchedText
}

/**
 * Returns the kinds that are cleared for a matching string. Undefined for unsupported patterns, which clear nothing.
 */
export function clearedByPattern(
  source: string,
  dialect: PatternDialect,
  extent: MatchExtent,
): PatternClearance | undefined {
  const matched = matchedText(source, dialect, extent)
  return matched && { cleared: clearedByCharacters(matched.characters, matched.first), matched }
}

/** Splits a literal of the form `/pattern/flags`. */
export function patternOfLiteral(text: string): { readonly source: string; readonly flags: string } | undefined {
  const end = text.lastIndexOf('/')
  return text.startsWith('/') && end > 0 ? { source: text.slice(1, end), flags: text.slice(end + 1) } : undefined
}

/** Returns the pattern in a regular expression literal. Undefined for other nodes. */
export function patternIn(program: Program, node: number): ReturnType<typeof patternOfLiteral> {
  return program.op(node) === Op.Literal && program.operand(node, 0) === LiteralKind.pattern
    ? patternOfLiteral(program.text(node, 1))
    : undefined
}
