import type { AdvisoryMatch } from '../model/advisory.ts'
import type { ArtifactComparison } from '../model/artifact-comparison.ts'
import type { Component } from '../model/component.ts'
import type { FlowReport } from '../analysis/flow.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { FoundFinding } from './found-finding.ts'
import type { Rule } from './rule.ts'
import type { PopularNames } from './supply-chain/names/popular-names.ts'

/** All that a detector may see. It has no clock, no network and no database. */
export interface Evidence {
  readonly snapshot: Snapshot
  readonly components: readonly Component[]
  /** Flaws that published advisories tell of these components. */
  readonly advisoryMatches: readonly AdvisoryMatch[]
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
  /** Why something may be missing although it succeeded; undefined where nothing is. */
  missing?(evidence: Evidence): string | undefined
  detect(evidence: Evidence): Iterable<FoundFinding> | AsyncIterable<FoundFinding>
}
