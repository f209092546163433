import {
  type AdvisoryIndex,
  type AdvisorySource,
  createAdvisoryIndex,
} from '../../../engine/advisories/advisory-index.ts'
import { versionOrderOf } from '../../../engine/advisories/version-order/catalogue.ts'
import type { Ecosystem } from '../../../engine/model/component.ts'
import type { AdvisoryFeedRow } from '../../db/advisories/feeds.ts'
import { affectedEntries, affectedPackageNames } from '../../db/advisories/matching.ts'
import type { Database } from '../../db/client.ts'

/** Advisory index for one generation of an ecosystem in the database. */
export interface DatabaseAdvisoryIndex {
  readonly index: AdvisoryIndex
  readonly source: AdvisorySource
}

/** Creates the index. `feeds` are the ecosystem's feeds by precedence. */
export function createDatabaseAdvisoryIndex(
  db: Database,
  ecosystem: Ecosystem,
  feeds: readonly AdvisoryFeedRow[],
): DatabaseAdvisoryIndex {
  const feedIds = feeds.map(({ id }) => id)
  let affectedNames: Promise<ReadonlySet<string>> | undefined
  const loadNames = () =>
    (affectedNames ??= affectedPackageNames(db, feedIds).then(
      (names) => new Set(names),
      (error: unknown) => {
        affectedNames = undefined
        throw error
      },
    ))
  return {
    index: createAdvisoryIndex(indexKey(feeds), versionOrderOf(ecosystem)),
    source: {
      namesWithAdvisories: loadNames,
      entries: (names) => affectedEntries(db, { ecosystem, names, feedIds }),
    },
  }
}

export function indexKey(feeds: readonly AdvisoryFeedRow[]): string {
  return feeds.map(({ id, generation }) => `${id}:${generation}`).join(',')
}
