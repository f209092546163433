import type { AdvisoryDate, AdvisoryMatch } from '../model/advisory.ts'
import type { Component, Ecosystem } from '../model/component.ts'

/** State of an ecosystem's advisories. If `problem` is set, results may be incomplete or empty. */
export interface AdvisoryReadiness {
  readonly date?: AdvisoryDate
  readonly problem?: string
  /** What the user can do about the problem, as a sentence. Defaults to naming the setting that lists the feeds. */
  readonly remedy?: string
}

/** Component vulnerabilities and coverage gaps. */
export interface AdvisoryMatching {
  /**
   * Sorted by ecosystem, and then in component order. Within a component, vulnerabilities are in the order of their
   * first advisories.
   */
  readonly matches: readonly AdvisoryMatch[]
  /** Number of possible matches whose advisories do not state the last affected version. */
  readonly unknownUpperBounds: number
}

/** Unreadable advisory that names a component's package. */
export interface UnreadableMatch {
  readonly ecosystem: Ecosystem
  readonly packageName: string
  readonly id: string
}

/** Provides advisories to scans. The service implements it with PostgreSQL, and `file-store` with files. */
export interface AdvisoryStore {
  /** Waits, for a limited time, until an ecosystem's advisories are available. */
  ready(ecosystem: Ecosystem, signal: AbortSignal): Promise<AdvisoryReadiness>
  match(components: readonly Component[]): Promise<AdvisoryMatching>
  /** Returns the unreadable advisories about components. */
  unreadable(components: readonly Component[]): Promise<readonly UnreadableMatch[]>
}

/** Store for installations without advisories. Reports a coverage gap for each ecosystem, so no scan passes. */
export const noAdvisories: AdvisoryStore = {
  ready: async () => ({
    problem: 'This installation has no advisories.',
    remedy: 'Use a checkout of Assay to match advisories.',
  }),
  match: async () => ({ matches: [], unknownUpperBounds: 0 }),
  unreadable: async () => [],
}
