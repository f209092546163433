import type { AdvisoryDate, AdvisoryMatch } from '../model/advisory.ts'
import type { Component, Ecosystem } from '../model/component.ts'

/** What an ecosystem's advisories can answer. With a `problem` the answer may lack something or everything. */
export interface AdvisoryReadiness {
  readonly date?: AdvisoryDate
  readonly problem?: string
  /** What the user can do, as a sentence. Default: the setting that names the feeds. */
  readonly remedy?: string
}

/** What the advisories say of components, and what they cannot say. */
export interface AdvisoryMatching {
  /** By ecosystem, then in the order of the components; of one component by the first advisory of each flaw. */
  readonly matches: readonly AdvisoryMatch[]
  /** Vulnerabilities that components may have: the advisory does not say which versions are affected. */
  readonly unknownUpperBounds: number
}

/** An advisory that names a component's package and could not be read. */
export interface UnreadableMatch {
  readonly ecosystem: Ecosystem
  readonly packageName: string
  readonly id: string
}

/** The advisories as scans need them. The service implements it on PostgreSQL, and `file-store` on files. */
export interface AdvisoryStore {
  /** Waits, within bounds, for an ecosystem's advisories. */
  ready(ecosystem: Ecosystem, signal: AbortSignal): Promise<AdvisoryReadiness>
  match(components: readonly Component[]): Promise<AdvisoryMatching>
  /** Returns the advisories about components that could not be read. */
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
