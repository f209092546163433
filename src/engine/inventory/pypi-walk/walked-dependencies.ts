import type { License } from '../../model/license.ts'
import type { Demand, Requirements } from './demand.ts'
import type { DemandGraph } from './demand-graph.ts'

/** A selected package version. */
export interface Pin {
  readonly name: string
  readonly version: string
  readonly extras: ReadonlySet<string>
  readonly requirements: Requirements
  /** Demands that the package makes with these extras, including demands for packages that are not in an index. */
  readonly demands: readonly Demand[]
  /** Why its dependencies are unknown, phrased as the end of a sentence. */
  readonly problem: string | undefined
  readonly license: License | undefined
}

export interface WalkedDependencies {
  /** Selected packages by name, including the scanned package. */
  readonly pins: ReadonlyMap<string, Pin>
  readonly graph: DemandGraph
  /** Why no version could be selected, by package name, phrased as the end of a sentence. */
  readonly failures: ReadonlyMap<string, string>
  /** Conflicting demands by name. Because of them, installers refuse to install. */
  readonly contradictions: ReadonlyMap<string, readonly Demand[]>
  /** Limit that stopped the walk early, phrased as the end of a sentence about the scanned package. */
  readonly limit: string | undefined
  readonly hasAskedIndex: boolean
}
