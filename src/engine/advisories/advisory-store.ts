import type { AdvisoryDate, AdvisoryMatch } from '../model/advisory.ts'
import type { Component, Ecosystem } from '../model/component.ts'

/** Completeness of an ecosystem's advisories. With a `problem`, results may be incomplete or empty. */
export interface AdvisoryReadiness {
  readonly date?: AdvisoryDate
  readonly problem?: string
  /** What the user can do, as a sentence. Default: the setting that names the feeds. */
  readonly remedy?: string
}

/** Matches of components, and gaps. */
export interface AdvisoryMatching {
  /**
   * By ecosystem, then in the order of the components. For one component, by the first advisory of each vulnerability.
   */
  readonly matches: readonly AdvisoryMatch[]
  /** Number of matches that are only possible: the advisory does not state the last affected version. */
  readonly unknownUpperBounds: number
}

/** An unreadable advisory that names a component's package. */
export interface UnreadableMatch {
  readonly ecosystem: Ecosystem
  readonly packageName: string
  readonly id: string
}

/** The advisories for scans. The service implements it on PostgreSQL, and `file-store` on files. */
export interface AdvisoryStore {
  /** Waits for an ecosystem's advisories, for a limited time. */
  ready(ecosystem: Ecosystem, signal: AbortSignal): Promise<AdvisoryReadiness>
  match(components: readonly Component[]): Promise<AdvisoryMatching>
  /** Returns the unreadable advisories about components. */
  unreadable(components: readonly Component[]): Promise<readonly UnreadableMatch[]>
}

/** The store of an installation without advisories. Each ecosystem is a named gap, never a pass. */
export const noAdvisories: AdvisoryStore = {
  ready: async () => ({
    problem: 'This installation has no advisories.',
    remedy: 'Use a checkout of Assay to match advisories.',
  }),
  match: async () => ({ matches: [], unknownUpperBounds: 0 }),
  unreadable: async () => [],
}
