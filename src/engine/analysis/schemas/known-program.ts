import type { Program } from '../program/program.ts'
import type { References } from '../points-to/references.ts'

/** A program and its points-to information. */
export interface KnownProgram {
  readonly program: Program
  readonly references: References
}
