import { AnyKeyed, Keyed, KeywordIndex, type Keywords } from './keyword-index.ts'
import { requirementOf } from './pattern-requirement.ts'
import type { Requirement } from './requirement.ts'

/** Literals of all patterns. */
const literals = new KeywordIndex({ joinsMarks: false })

/** Returns the keywords of all patterns that occur in a text. */
export const keywordsIn = (text: string): Keywords => literals.keywordsIn(text)

/** Returns a condition on the literals of a sentence. */
export const literalCondition = (derive: () => Requirement): Keyed => new Keyed(derive, literals)

/** A regular expression that is skipped for texts without its keywords. */
export class Pattern extends Keyed {
  readonly regex: RegExp

  constructor(regex: RegExp, index: KeywordIndex = literals) {
    super(() => requirementOf(regex), index)
    this.regex = regex
  }

  /** Reports whether a text matches. The expression must not have the flag `g` or `y`. */
  isIn(text: string, keywords: Keywords): boolean {
    return this.mayBeIn(keywords) && this.regex.test(text)
  }
}

/** Returns a pattern for sentences. */
export const pattern = (source: string | RegExp, flags?: string): Pattern => new Pattern(new RegExp(source, flags))

/** Returns a condition that holds if one of these patterns can match. */
export const anyPattern = (patterns: readonly Pattern[]): AnyKeyed => new AnyKeyed(patterns)
