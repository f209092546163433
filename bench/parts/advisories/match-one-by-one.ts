import { matchComponent } from '../../../src/advisories/match-component.ts'
import { readPackageAdvisories } from '../../../src/advisories/package-advisories.ts'
import { semverOrder } from '../../../src/advisories/version-order/semver.ts'
import { findFeeds } from '../../../src/db/advisories-feeds.ts'
import { affectedEntries } from '../../../src/db/advisories-matching.ts'
import type { DatabaseClient } from '../../../src/db/client.ts'
import type { AdvisoryMatch } from '../../../src/model/advisory.ts'
import type { Component } from '../../../src/model/component.ts'

/** What one would write first: for each component a query for its advisories, ten at a time, and nothing kept. */
export async function matchOneByOne({ db }: DatabaseClient, bases: readonly string[], components: readonly Component[]): Promise<{ matches: AdvisoryMatch[] }> {
  const feeds = await findFeeds(db, bases, ['npm'])
  const feedIds = bases.flatMap((base) => feeds.find((feed) => feed.base === base)?.id ?? [])
  const matches: AdvisoryMatch[] = []
  for (let start = 0; start < components.length; start += 10) {
    const found = await Promise.all(
      components.slice(start, start + 10).map(async (component) => {
        const rows = await affectedEntries(db, { ecosystem: 'npm', names: [component.name], feedIds })
        return matchComponent(component, readPackageAdvisories(rows, semverOrder).get(component.name) ?? [], semverOrder).matches
      }),
    )
    matches.push(...found.flat())
  }
  return { matches }
}
