import type { ParameterKind } from '../ir/operations.ts'
import type { LanguageSemantics } from '../language-semantics.ts'
import type { SourceLanguage } from '../source-language.ts'

/** A program file. The ids of its nodes, regions, and functions are consecutive and start at the given first ids. */
export interface ProgramFile {
  readonly path: string
  readonly language: SourceLanguage
  readonly semantics: LanguageSemantics
  readonly firstNode: number
  readonly firstRegion: number
  /** Index of the function that represents the module body. */
  readonly firstFunction: number
  readonly lineStarts: Int32Array
  /** Bundled code from other packages, in ascending order. */
  readonly vendored: readonly VendoredPart[]
}

/** Part of a file that contains another package's code. If `isLeftOut` is true, the program contains no IR for it. */
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
  /** Undefined for a destructuring pattern. */
  readonly name: string | undefined
  readonly annotation: string | undefined
}

export interface ProgramFunction {
  readonly name: string | undefined
  /** -1 for a module body. */
  readonly parent: number
  /** Bits of `FunctionFlag`. */
  readonly flags: number
  readonly parameters: readonly ProgramParameter[]
  /** `Self` node, or -1. */
  readonly self: number
  readonly returns: readonly number[]
  /** Region where control reaches the end without `return`, or -1 if it never does. */
  readonly end: number
  readonly file: number
  readonly offset: number
}

export interface ProgramClass {
  readonly name: string | undefined
  readonly bases: readonly number[]
  readonly members: readonly { readonly key: string; readonly value: number; readonly flags: number }[]
  /** Function index, or -1. */
  readonly creator: number
  /** Function index, or -1. */
  readonly initializer: number
  readonly fieldTypes: readonly (readonly [string, string])[]
  readonly file: number
}

/** Human-readable source location. */
export interface Place {
  readonly path: string
  readonly line: number
  readonly column: number
}
