import type { CharacterSet } from './characters.ts'
import type { PatternSyntax } from './pattern-syntax.ts'

/** Alternative sequences. */
export type Ways = readonly (readonly PatternPart[])[]

export type PatternPart =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'start' }
  /** In some languages, `$` also matches before a line break at the end. */
  | { readonly kind: 'end'; readonly mayPrecedeLineBreak: boolean }
  /** Part without an effect on the result: `\b`, and lookarounds whose outcome is not used. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'group'; readonly ways: Ways }
  /** Repetition between `least` and `most` times. `most` is Infinity if there is no limit. */
  | {
      readonly kind: 'repeat'
      readonly part: PatternPart
      readonly least: number
      readonly most: number
      readonly isOnce: boolean
    }
  | { readonly kind: 'notAhead'; readonly ways: Ways }

/** Notation of a pattern: its flags as in ECMA-262 (`i`, `m`, …), and its language's regular expression syntax. */
export interface PatternDialect {
  readonly flags: string
  readonly syntax: PatternSyntax
}
