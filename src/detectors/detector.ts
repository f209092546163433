import type { AdvisoryMatch } from '../model/advisory.ts'
import type { Component } from '../model/component.ts'
import type { DetectedFinding } from '../model/finding.ts'
import type { Rule } from '../model/rule.ts'
import type { Snapshot } from '../model/snapshot.ts'

/** All that a detector may see. It has no clock, no network and no database. */
export interface Evidence {
  readonly snapshot: Snapshot
  readonly components: readonly Component[]
  /** Flaws that published advisories tell of these components. */
  readonly advisoryMatches: readonly AdvisoryMatch[]
  readonly signal: AbortSignal
}

/** Finds one kind of problem. A detector says where and with what evidence; it never mentions points. */
export interface Detector {
  /** Equals the detector's folder name. */
  readonly id: string
  /** Everything that it can report. */
  readonly rules: readonly Rule[]
  /** Whether a finding of this detector can rest on the file with this path; counted as its coverage. */
  reads(path: string): boolean
  detect(evidence: Evidence): Iterable<DetectedFinding> | AsyncIterable<DetectedFinding>
}
