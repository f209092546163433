import type { KnownProgram } from '../../schemas/known-program.ts'
import type { ProgramIndex } from './program-index.ts'
import type { Values } from './values.ts'

/** Shared context of all guard analyses. */
export interface GuardContext extends KnownProgram {
  readonly index: ProgramIndex
  readonly values: Values
  /**
   * Reports whether a node reads a source attribute whose schema allows neither a path nor a URL. Examples are a name
   * with a restricted character set, an enum, and a number.
   */
  readonly isBounded?: (node: number) => boolean
  /** Reports whether a node is a source, or a source attribute, whose schema allows only text. */
  readonly isText?: (node: number) => boolean
}
