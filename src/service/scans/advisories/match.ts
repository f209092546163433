import type { AdvisoryMatching } from '../../../engine/advisories/advisory-store.ts'
import type { AdvisoryFeedRow } from '../../db/advisories/feeds.ts'
import { findFeeds } from '../../db/advisories/feeds.ts'
import type { AdvisoryMatch } from '../../../engine/model/advisory.ts'
import type { Component, Ecosystem } from '../../../engine/model/component.ts'
import { createDatabaseAdvisoryIndex, type DatabaseAdvisoryIndex, indexKey } from './database-advisory-index.ts'
import { createExploitationIndex } from './exploitation/exploitation-index.ts'
import { withExploitation } from './exploitation/with-exploitation.ts'
import type { AdvisoryFeeds } from './state.ts'

export interface AdvisoryMatcher {
  /**
   * Matches components against the last synced advisories. Components from ecosystems that were never synced match
   * nothing. `withExploitation` adds KEV and EPSS data, which is the default.
   */
  match(components: readonly Component[], options?: { readonly withExploitation?: boolean }): Promise<AdvisoryMatching>
}

/** Creates a matcher that caches data until a sync changes it. A process needs only one. */
export function createAdvisoryMatcher({ database, bases }: AdvisoryFeeds): AdvisoryMatcher {
  const indexes = new Map<Ecosystem, DatabaseAdvisoryIndex>()
  const exploitation = createExploitationIndex()

  function indexOf(ecosystem: Ecosystem, feeds: readonly AdvisoryFeedRow[]): DatabaseAdvisoryIndex {
    const known = indexes.get(ecosystem)
    if (known?.index.key === indexKey(feeds)) return known
    const index = createDatabaseAdvisoryIndex(database.db, ecosystem, feeds)
    indexes.set(ecosystem, index)
    return index
  }

  return {
    async match(components, { withExploitation: isWanted = true } = {}) {
      const ofEcosystems = Map.groupBy(components, ({ ecosystem }) => ecosystem)
      const rows = await findFeeds(database.db, bases, [...ofEcosystems.keys()])
      const matches: AdvisoryMatch[] = []
      let unknownUpperBounds = 0
      for (const [ecosystem, ofEcosystem] of ofEcosystems) {
        const { index, source } = indexOf(ecosystem, byPrecedence(rows, ecosystem, bases))
        for (const { component, flaws, undecided } of await index.match(source, ofEcosystem)) {
          for (const flaw of flaws) matches.push({ component, ...flaw })
          unknownUpperBounds += undecided
        }
      }
      return {
        matches: isWanted ? await withExploitation(matches, (cves) => exploitation.find(database.db, cves)) : matches,
        unknownUpperBounds,
      }
    },
  }
}

/** Returns the synced feeds of an ecosystem, in the order of the bases. */
function byPrecedence(
  rows: readonly AdvisoryFeedRow[],
  ecosystem: Ecosystem,
  bases: readonly string[],
): AdvisoryFeedRow[] {
  return [...new Set(bases)].flatMap(
    (base) => rows.find((row) => row.base === base && row.ecosystem === ecosystem && row.syncedAt !== null) ?? [],
  )
}
