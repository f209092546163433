/** Differences between the regular expression syntaxes of the languages. */
export interface PatternSyntax {
  /** True if `$` also matches before a line break at the end of the string. */
  readonly dollarPrecedesLineBreak: boolean
  /** True if `\A`, `\Z`, and `\z` match at the edges of the string. */
  readonly hasEdgeEscapes: boolean
  /** True if `\d` and `\w` match letters and digits beyond ASCII. */
  readonly classesExceedAscii: boolean
  /** True if `{,3}` repeats from 0 times. If false, it is literal text. */
  readonly allowsMissingMinimum: boolean
  /** True if `[]a]` is a set that contains `]`. If false, `[]` is an empty set. */
  readonly bracketMayStartSet: boolean
}

/** ECMA-262 syntax, which JSON Schema and pydantic also use. */
export const standardSyntax: PatternSyntax = {
  dollarPrecedesLineBreak: false,
  hasEdgeEscapes: false,
  classesExceedAscii: false,
  allowsMissingMinimum: false,
  bracketMayStartSet: false,
}

/** Part of the string that a match must cover: any part, a prefix, or the whole string. */
export type MatchExtent = 'anywhere' | 'start' | 'whole'

/** A method that matches a string against a pattern. */
export interface PatternMethod {
  readonly extent: MatchExtent
  /** True if the method is called on the pattern; false if it is called on the string. */
  readonly isOfPattern: boolean
}
