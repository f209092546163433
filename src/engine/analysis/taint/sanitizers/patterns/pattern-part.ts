import type { CharacterSet } from './characters.ts'
import type { PatternSyntax } from './pattern-syntax.ts'

/** One of these sequences. */
export type Ways = readonly (readonly PatternPart[])[]

export type PatternPart =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'start' }
  /** `$` of some languages also matches before a line break at the end. */
  | { readonly kind: 'end'; readonly mayPrecedeLineBreak: boolean }
  /** `\b`, and looks whose outcome says nothing that is used. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'group'; readonly ways: Ways }
  /** `isOnce`: at most once. `most` is infinite without a limit. */
  | {
      readonly kind: 'repeat'
      readonly part: PatternPart
      readonly least: number
      readonly most: number
      readonly isOnce: boolean
    }
  | { readonly kind: 'notAhead'; readonly ways: Ways }

/** How a pattern is written: flags in ECMA-262 notation (`i`, `m`, …), and the syntax of its language. */
export interface PatternDialect {
  readonly flags: string
  readonly syntax: PatternSyntax
}
