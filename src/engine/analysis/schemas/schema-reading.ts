import type { KnownProgram } from './known-program.ts'
import type { Shape } from './shape.ts'

/** Callback that reads nested schemas. */
export interface SchemaReading {
  readonly known: KnownProgram
  /** Returns a schema's shape. Undefined for other values, or if the step or depth limit is exceeded. */
  read(node: number, depth: number): Shape | undefined
}
