import type { AdvisoryFeedRow } from '../db/advisories-feeds.ts'
import { findFeeds } from '../db/advisories-feeds.ts'
import type { AdvisoryMatch } from '../model/advisory.ts'
import type { Component, Ecosystem } from '../model/component.ts'
import { type AdvisoryIndex, createAdvisoryIndex, indexKey } from './advisory-index.ts'
import { matchComponent } from './match-component.ts'
import { normalPackageName } from './package-name.ts'
import type { AdvisoryFeeds } from './state.ts'
import { versionOrderOf } from './version-order/catalogue.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** What the advisories say of components, and what they cannot say. */
export interface AdvisoryMatching {
  /** By ecosystem, then in the order of the components; of one component by the first advisory of each flaw. */
  readonly matches: readonly AdvisoryMatch[]
  /** Flaws that components may have: an advisory names the package from a version at or below, and nobody knows up to which. */
  readonly unknownUpperBounds: number
  /** Ecosystems of components whose versions cannot be compared yet: their components were not looked at. */
  readonly unmatchedEcosystems: readonly Ecosystem[]
}

export interface AdvisoryMatcher {
  /** Matches against the newest synced state; components of an ecosystem that was never synced match nothing. */
  match(components: readonly Component[]): Promise<AdvisoryMatching>
}

/** A matcher that keeps in memory what it read, for as long as no sync changes it. One for a process. */
export function createAdvisoryMatcher({ database, bases }: AdvisoryFeeds): AdvisoryMatcher {
  const indexes = new Map<Ecosystem, AdvisoryIndex>()

  function indexOf(ecosystem: Ecosystem, feeds: readonly AdvisoryFeedRow[], order: VersionOrder): AdvisoryIndex {
    const known = indexes.get(ecosystem)
    if (known?.key === indexKey(feeds)) return known
    const index = createAdvisoryIndex(ecosystem, feeds, order)
    indexes.set(ecosystem, index)
    return index
  }

  async function currentFeeds(ecosystem: Ecosystem): Promise<AdvisoryFeedRow[]> {
    const rows = await findFeeds(database.db, bases, [ecosystem])
    return [...new Set(bases)].flatMap((base) => rows.find((row) => row.base === base && row.syncedAt !== null) ?? [])
  }

  async function matchEcosystem(ecosystem: Ecosystem, components: readonly Component[], order: VersionOrder) {
    const index = indexOf(ecosystem, await currentFeeds(ecosystem), order)
    const named = components.map((component) => ({ component, name: normalPackageName(ecosystem, component.name) }))
    const advisories = await index.find(database.db, named.map(({ name }) => name))
    return named.flatMap(({ component, name }) => {
      const ofPackage = advisories.get(name)
      return ofPackage ? [matchComponent(component, ofPackage, order)] : []
    })
  }

  return {
    async match(components) {
      const unmatchedEcosystems: Ecosystem[] = []
      const matchings = []
      for (const [ecosystem, ofEcosystem] of Map.groupBy(components, (component) => component.ecosystem)) {
        const order = versionOrderOf(ecosystem)
        if (order) matchings.push(...(await matchEcosystem(ecosystem, ofEcosystem, order)))
        else unmatchedEcosystems.push(ecosystem)
      }
      return {
        matches: matchings.flatMap(({ matches }) => matches),
        unknownUpperBounds: matchings.reduce((sum, { undecided }) => sum + undecided, 0),
        unmatchedEcosystems,
      }
    },
  }
}
