import { LRUCache } from 'lru-cache'
import type { AdvisoryFeedRow } from '../db/advisories-feeds.ts'
import { affectedEntries, affectedPackageNames } from '../db/advisories-matching.ts'
import type { Database } from '../db/client.ts'
import type { Ecosystem } from '../model/component.ts'
import { type PackageAdvisory, readPackageAdvisories } from './package-advisories.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/**
 * One generation of an ecosystem's advisories, as far as it was asked about: the names of all
 * packages that have any (a scan's packages mostly have none), and the advisories of recent ones.
 */
export interface AdvisoryIndex {
  /** Equal keys stand for equal advisories. */
  readonly key: string
  /** The advisories of those packages that have any, by their normal names. */
  find(db: Database, names: Iterable<string>): Promise<ReadonlyMap<string, readonly PackageAdvisory[]>>
}

/** A package has 3 KB of advisories once read (2,683 real ones of npm): 60 MB at most. */
const maxCachedPackages = 20_000

/** `feeds` are the ecosystem's by precedence. */
export function createAdvisoryIndex(ecosystem: Ecosystem, feeds: readonly AdvisoryFeedRow[], order: VersionOrder): AdvisoryIndex {
  const feedIds = feeds.map(({ id }) => id)
  const cache = new LRUCache<string, readonly PackageAdvisory[]>({ max: maxCachedPackages })
  let affectedNames: Promise<ReadonlySet<string>> | undefined

  function loadNames(db: Database): Promise<ReadonlySet<string>> {
    affectedNames ??= affectedPackageNames(db, feedIds).then(
      (names) => new Set(names),
      (error: unknown) => {
        affectedNames = undefined
        throw error
      },
    )
    return affectedNames
  }

  return {
    key: indexKey(feeds),
    async find(db, names) {
      const found = new Map<string, readonly PackageAdvisory[]>()
      const unread: string[] = []
      const affected = await loadNames(db)
      for (const name of new Set(names)) {
        if (!affected.has(name)) continue
        const cached = cache.get(name)
        if (cached) found.set(name, cached)
        else unread.push(name)
      }
      if (unread.length === 0) return found
      const read = readPackageAdvisories(await affectedEntries(db, { ecosystem, names: unread, feedIds }), order)
      for (const name of unread) {
        const advisories = read.get(name) ?? []
        cache.set(name, advisories)
        found.set(name, advisories)
      }
      return found
    },
  }
}

export function indexKey(feeds: readonly AdvisoryFeedRow[]): string {
  return feeds.map(({ id, generation }) => `${id}:${generation}`).join(',')
}
