import type { Program } from '../program/program.ts'
import type { AttributeKeys } from './attribute-keys.ts'
import type { CallGraph } from './call-graph.ts'
import type { Heap } from './heap.ts'
import type { TokenSets } from './token-sets.ts'
import type { Tokens } from './tokens.ts'

/** What the points-to analysis computed, as `FoundReferences` reads it. */
export interface PointsToResult {
  readonly program: Program
  readonly tokens: Tokens
  readonly sets: TokenSets
  readonly heap: Heap
  readonly keys: AttributeKeys
  /** From values to attributes, and from attributes to reads and to other attributes. */
  readonly edges: CallGraph
  readonly callees: ReadonlyMap<number, readonly number[]>
  readonly callers: ReadonlyMap<number, readonly number[]>
  /** Which budget ran out, if any did. */
  readonly stoppedBy: 'steps' | 'time' | undefined
}
