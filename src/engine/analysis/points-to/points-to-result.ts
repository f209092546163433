import type { Program } from '../program/program.ts'
import type { AttributeKeys } from './attribute-keys.ts'
import type { CallGraph } from './call-graph.ts'
import type { Heap } from './heap.ts'
import type { TokenSets } from './token-sets.ts'
import type { Tokens } from './tokens.ts'

/** Points-to analysis result, read by `FoundReferences`. */
export interface PointsToResult {
  readonly program: Program
  readonly tokens: Tokens
  readonly sets: TokenSets
  readonly heap: Heap
  readonly keys: AttributeKeys
  /** Edges from values to attributes, and from attributes to reads and to other attributes. */
  readonly edges: CallGraph
  readonly callees: ReadonlyMap<number, readonly number[]>
  readonly callers: ReadonlyMap<number, readonly number[]>
  /** Budget that was exhausted, if any. */
  readonly stoppedBy: 'steps' | 'time' | undefined
}
