import type { KnownProgram } from '../../schemas/known-program.ts'
import type { ProgramIndex } from './program-index.ts'
import type { Values } from './values.ts'

/** Context shared by all guard analyses. */
export interface GuardContext extends KnownProgram {
  readonly index: ProgramIndex
  readonly values: Values
  /**
   * Reports whether a node reads an attribute of a source whose schema excludes paths and URLs, such as a name with a
   * restricted character set, an enum, or a number.
   */
  readonly isBounded?: (node: number) => boolean
  /** Reports whether a node is a source, or an attribute of a source, whose schema allows only text. */
  readonly isText?: (node: number) => boolean
}
