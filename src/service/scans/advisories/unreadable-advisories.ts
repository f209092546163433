import type { UnreadableMatch } from '../../../engine/advisories/advisory-store.ts'
import { findFeeds } from '../../db/advisories/feeds.ts'
import { unreadableAbout } from '../../db/advisories/unreadable.ts'
import type { Component } from '../../../engine/model/component.ts'
import { advisoryNamesOf } from '../../../engine/advisories/advisory-key.ts'
import type { AdvisoryFeeds } from './state.ts'

/**
 * Returns the unreadable advisories about these components. For most unreadable records, the package is unknown; these
 * are only counted, in the advisory date.
 */
export async function unreadableAdvisories(
  { database, bases }: AdvisoryFeeds,
  components: readonly Component[],
): Promise<UnreadableMatch[]> {
  const matches: UnreadableMatch[] = []
  for (const [ecosystem, ofEcosystem] of Map.groupBy(components, (component) => component.ecosystem)) {
    const feedIds = (await findFeeds(database.db, bases, [ecosystem]))
      .filter(({ unreadable }) => unreadable > 0)
      .map(({ id }) => id)
    const names = [...advisoryNamesOf(ofEcosystem)]
    for (const found of await unreadableAbout(database.db, { feedIds, names })) matches.push({ ecosystem, ...found })
  }
  return matches
}
