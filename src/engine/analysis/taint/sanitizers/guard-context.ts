import type { KnownProgram } from '../../schemas/known-program.ts'
import type { ProgramIndex } from './program-index.ts'
import type { Values } from './values.ts'

/** What all parts of guards read. */
export interface GuardContext extends KnownProgram {
  readonly index: ProgramIndex
  readonly values: Values
  /**
   * Attributes of what a caller sends that its schema leaves no path and no address in: a name of certain characters,
   * one of several words, a number.
   */
  readonly isBounded?: (node: number) => boolean
  /** What a caller sends, and attributes of it, that its schema lets be nothing but a text. */
  readonly isText?: (node: number) => boolean
}
