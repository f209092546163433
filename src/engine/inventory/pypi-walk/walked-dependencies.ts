import type { License } from '../../model/license.ts'
import type { Demand, Requirements } from './demand.ts'
import type { DemandGraph } from './demand-graph.ts'

/** A selected package version. */
export interface Pin {
  readonly name: string
  readonly version: string
  readonly extras: ReadonlySet<string>
  readonly requirements: Requirements
  /** Demands of the package with these extras, on indexes and other sources. */
  readonly demands: readonly Demand[]
  /** Reason why its dependencies are unknown, phrased as the end of a sentence. */
  readonly problem: string | undefined
  readonly license: License | undefined
}

export interface WalkedDependencies {
  /** Selected packages by name, including the scanned package. */
  readonly pins: ReadonlyMap<string, Pin>
  readonly graph: DemandGraph
  /** Reasons why no version could be selected, by package name, phrased as the end of a sentence. */
  readonly failures: ReadonlyMap<string, string>
  /** Conflicting demands by name. Installers refuse to install them. */
  readonly contradictions: ReadonlyMap<string, readonly Demand[]>
  /** Limit that stopped the walk early, phrased as the end of a sentence about the scanned package. */
  readonly limit: string | undefined
  readonly hasAskedIndex: boolean
}
