import type { License } from '../../model/license.ts'
import type { Demand, Requirements } from './demand.ts'
import type { DemandGraph } from './demand-graph.ts'

/** A package that an installation would include. */
export interface Pin {
  readonly name: string
  readonly version: string
  readonly extras: ReadonlySet<string>
  readonly requirements: Requirements
  /** Its demands with these extras, on indexes and other sources. */
  readonly demands: readonly Demand[]
  /** Why its dependencies are unknown, as the end of a sentence. */
  readonly problem: string | undefined
  readonly license: License | undefined
}

export interface WalkedDependencies {
  /** By name, including the scanned package. */
  readonly pins: ReadonlyMap<string, Pin>
  readonly graph: DemandGraph
  /** Names without a selected version, with the reason as the end of a sentence. */
  readonly failures: ReadonlyMap<string, string>
  /** Contradicting demands by name, so that an installation would be refused. */
  readonly contradictions: ReadonlyMap<string, readonly Demand[]>
  /** The limit that ended the walk early, as the end of a sentence about the scanned package. */
  readonly limit: string | undefined
  readonly hasAskedIndex: boolean
}
