import type { AdvisoryMatch } from '../model/advisory.ts'
import type { ArtifactComparison } from '../model/artifact-comparison.ts'
import type { Component } from '../model/component.ts'
import type { FlowReport } from '../analysis/flow.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { FoundFinding } from './found-finding.ts'
import type { Rule } from './rule.ts'
import type { PopularNames } from './supply-chain/names/popular-names.ts'

/** Reason why not all components could be matched with advisories. `failed` means that none could be matched. */
export interface AdvisoryShortfall {
  readonly status: 'partial' | 'failed'
  /** Reason, phrased as the end of a sentence. */
  readonly reason: string
}

/** Detector input. It gives no access to a clock, a network, or a database. */
export interface Evidence {
  readonly snapshot: Snapshot
  readonly components: readonly Component[]
  /** Advisories that match the components. */
  readonly advisoryMatches: readonly AdvisoryMatch[]
  /** Absent if all components were matched with current advisories. */
  readonly advisoryShortfall?: AdvisoryShortfall
  /** Data flows in the code, and the tools, resources, and prompts that the code offers to models. */
  readonly flows: FlowReport
  /** Time of the scan, for rules that depend on age. */
  readonly scannedAt?: Date
  /** Popular package names to compare with. Defaults to the built-in list. */
  readonly names?: PopularNames
  /** Comparison of a package with the repository that it declares. Absent if they were not compared. */
  readonly artifact?: ArtifactComparison
  readonly signal: AbortSignal
}

/** Finds one kind of problem. A detector reports locations and evidence, and never determines scores. */
export interface Detector {
  /** ID. Must match the name of the detector's folder. */
  readonly id: string
  /** All rules whose findings this detector can report. */
  readonly rules: readonly Rule[]
  /** True if the detector reads any text file. Reading files then does not count as analyzing a project. */
  readonly readsAnyText?: true
  /**
   * Reports whether this detector's findings can refer to the file with this path. Such files count toward its
   * coverage.
   */
  reads(path: string): boolean
  /** Returns why findings may be missing although the detector itself did not fail. A string means `partial`. */
  missing?(evidence: Evidence): string | AdvisoryShortfall | undefined
  detect(evidence: Evidence): Iterable<FoundFinding> | AsyncIterable<FoundFinding>
}
