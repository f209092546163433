import type { ParameterKind } from '../ir/operations.ts'
import type { LanguageSemantics } from '../language-semantics.ts'
import type { SourceLanguage } from '../source-language.ts'

/** A file of the program; its nodes, regions and functions have ids from its first ones on. */
export interface ProgramFile {
  readonly path: string
  readonly language: SourceLanguage
  readonly semantics: LanguageSemantics
  readonly firstNode: number
  readonly firstRegion: number
  /** The function that is the module. */
  readonly firstFunction: number
  readonly lineStarts: Int32Array
  /** Other packages' code in it, ascending. */
  readonly vendored: readonly VendoredPart[]
}

/** A part of a file that bears the name of another package; `isLeftOut`: nothing of it is in the program. */
export interface VendoredPart {
  readonly start: number
  readonly end: number
  readonly bytes: number
  readonly packageName: string
  readonly isLeftOut: boolean
}

export interface ProgramParameter {
  readonly node: number
  readonly kind: ParameterKind
  /** Undefined for a pattern. */
  readonly name: string | undefined
  readonly annotation: string | undefined
}

export interface ProgramFunction {
  readonly name: string | undefined
  /** −1 for a module. */
  readonly parent: number
  /** Bits of `FunctionFlag`. */
  readonly flags: number
  readonly parameters: readonly ProgramParameter[]
  /** −1 without. */
  readonly self: number
  /** `Return` nodes. */
  readonly returns: readonly number[]
  /** Region in which it ends without `return`; −1 where that cannot be. */
  readonly end: number
  readonly file: number
  readonly offset: number
}

export interface ProgramClass {
  readonly name: string | undefined
  readonly bases: readonly number[]
  readonly members: readonly { readonly key: string; readonly value: number; readonly flags: number }[]
  /** Index of a function, −1 without. */
  readonly creator: number
  /** Index of a function, −1 without. */
  readonly initializer: number
  readonly fieldTypes: readonly (readonly [string, string])[]
  readonly file: number
}

/** A place for people. */
export interface Place {
  readonly path: string
  readonly line: number
  readonly column: number
}
