import type { Demand, Requirements } from './demand.ts'
import type { DemandGraph } from './demand-graph.ts'

/** A package that an installation would bring. */
export interface Pin {
  readonly name: string
  readonly version: string
  readonly extras: ReadonlySet<string>
  readonly requirements: Requirements
  /** What follows from the requirements with these extras, from indexes and from elsewhere. */
  readonly demands: readonly Demand[]
  /** Why what it needs is not known; the end of a sentence. */
  readonly problem: string | undefined
}

export interface WalkedDependencies {
  /** By name, the scanned package included. */
  readonly pins: ReadonlyMap<string, Pin>
  readonly graph: DemandGraph
  /** Names for which nothing could be chosen, and why; the end of a sentence. */
  readonly failures: ReadonlyMap<string, string>
  /** By name: demands that contradict others, so that an installation would be refused. */
  readonly contradictions: ReadonlyMap<string, readonly Demand[]>
  /** The limit that ended the walk early, as the end of a sentence about the scanned package. */
  readonly limit: string | undefined
  readonly hasAskedIndex: boolean
}
