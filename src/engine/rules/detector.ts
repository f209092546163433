import type { AdvisoryMatch } from '../model/advisory.ts'
import type { ArtifactComparison } from '../model/artifact-comparison.ts'
import type { Component } from '../model/component.ts'
import type { FlowReport } from '../analysis/flow.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { FoundFinding } from './found-finding.ts'
import type { Rule } from './rule.ts'
import type { PopularNames } from './supply-chain/names/popular-names.ts'

/** Why not all components could be matched with advisories. `failed`: none could. */
export interface AdvisoryShortfall {
  readonly status: 'partial' | 'failed'
  /** The end of a sentence. */
  readonly reason: string
}

/** All that a detector may see. It has no clock, no network and no database. */
export interface Evidence {
  readonly snapshot: Snapshot
  readonly components: readonly Component[]
  /** Flaws that published advisories tell of these components. */
  readonly advisoryMatches: readonly AdvisoryMatch[]
  /** Absent if all components were matched with current advisories. */
  readonly advisoryShortfall?: AdvisoryShortfall
  /** How data flows through its code, and what it offers to models. */
  readonly flows: FlowReport
  /** When the scan looks, for what is judged by its age. */
  readonly scannedAt?: Date
  /** By which names are compared; the project's own list unless something better is known. */
  readonly names?: PopularNames
  /** How a package compares with the repository that it names; absent where they were not compared. */
  readonly artifact?: ArtifactComparison
  readonly signal: AbortSignal
}

/** Finds one kind of problem. A detector says where and with what evidence; it never mentions points. */
export interface Detector {
  /** Equals the detector's folder name. */
  readonly id: string
  /** Everything that it can report. */
  readonly rules: readonly Rule[]
  /** It reads whatever is text: that it read something does not mean that a project was looked at. */
  readonly readsAnyText?: true
  /** Whether a finding of this detector can rest on the file with this path; counted as its coverage. */
  reads(path: string): boolean
  /** Returns why findings may be missing although the detector itself did not fail. A text means `partial`. */
  missing?(evidence: Evidence): string | AdvisoryShortfall | undefined
  detect(evidence: Evidence): Iterable<FoundFinding> | AsyncIterable<FoundFinding>
}
