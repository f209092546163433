import { LRUCache } from 'lru-cache'
import type { AdvisoryFeedRow } from '../../db/advisories/feeds.ts'
import { affectedEntries, affectedPackageNames } from '../../db/advisories/matching.ts'
import type { Database } from '../../db/client.ts'
import type { Component, Ecosystem } from '../../../engine/model/component.ts'
import { matchVersion, type VersionMatch } from '../../../engine/advisories/match-component.ts'
import { readPackageAdvisories } from './package-advisories.ts'
import type { PackageAdvisory } from '../../../engine/advisories/package-advisory.ts'
import type { VersionOrder } from '../../../engine/advisories/version-order/version-order.ts'

/**
 * One generation of an ecosystem's advisories, as far as it was asked about: the names of all
 * packages that have any (a scan's packages mostly have none), and the advisories of recent ones.
 */
export interface AdvisoryIndex {
  /** Equal keys stand for equal advisories. */
  readonly key: string
  /**
   * The flaws of versions of those packages that have any advisories, in the order of the components. `nameOf` gives
   * normal names.
   */
  match(db: Database, components: readonly Component[], nameOf: (component: Component) => string): Promise<IndexMatch[]>
}

export interface IndexMatch extends VersionMatch {
  readonly component: Component
}

/** A package has 3 KB of advisories once read (2,683 real ones of npm): 60 MB at most. */
const maxCachedPackages = 20_000

/** Components with advisories in one large project: a few hundred. */
const maxCachedVersions = 5_000

/** `feeds` are the ecosystem's by precedence. */
export function createAdvisoryIndex(
  ecosystem: Ecosystem,
  feeds: readonly AdvisoryFeedRow[],
  order: VersionOrder,
): AdvisoryIndex {
  const feedIds = feeds.map(({ id }) => id)
  const packages = new LRUCache<string, readonly PackageAdvisory[]>({ max: maxCachedPackages })
  const versions = new LRUCache<string, VersionMatch>({ max: maxCachedVersions })
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

  async function find(db: Database, names: Iterable<string>): Promise<ReadonlyMap<string, readonly PackageAdvisory[]>> {
    const found = new Map<string, readonly PackageAdvisory[]>()
    const unread: string[] = []
    for (const name of names) {
      const cached = packages.get(name)
      if (cached) found.set(name, cached)
      else unread.push(name)
    }
    if (unread.length === 0) return found
    const read = readPackageAdvisories(await affectedEntries(db, { ecosystem, names: unread, feedIds }), order)
    for (const name of unread) {
      const advisories = read.get(name) ?? []
      packages.set(name, advisories)
      found.set(name, advisories)
    }
    return found
  }

  function matchVersionOnce(name: string, version: string, advisories: readonly PackageAdvisory[]): VersionMatch {
    const key = `${name}\0${version}`
    const known = versions.get(key)
    if (known) return known
    const match = matchVersion(version, advisories, order)
    versions.set(key, match)
    return match
  }

  return {
    key: indexKey(feeds),
    async match(db, components, nameOf) {
      const affected = await loadNames(db)
      const concerned: { component: Component; name: string }[] = []
      for (const component of components) {
        const name = nameOf(component)
        if (affected.has(name)) concerned.push({ component, name })
      }
      const advisories = await find(db, new Set(concerned.map(({ name }) => name)))
      return concerned.map(({ component, name }) => ({
        component,
        ...matchVersionOnce(name, component.version, advisories.get(name) ?? []),
      }))
    },
  }
}

export function indexKey(feeds: readonly AdvisoryFeedRow[]): string {
  return feeds.map(({ id, generation }) => `${id}:${generation}`).join(',')
}
