import type { KnownProgram } from './known-program.ts'
import type { Shape } from './shape.ts'

/** What words and methods of schemas ask for while a schema is read: the schemas in them. */
export interface SchemaReading {
  readonly known: KnownProgram
  /** What a schema leaves possible; undefined for what is none, or at the end of the steps or the depth. */
  read(node: number, depth: number): Shape | undefined
}
