import type { KnownProgram } from './known-program.ts'
import type { Shape } from './shape.ts'

/** Callback that reads nested schemas. */
export interface SchemaReading {
  readonly known: KnownProgram
  /** Returns the shape of a schema. Undefined for other values, or if the steps or the depth run out. */
  read(node: number, depth: number): Shape | undefined
}
