import { matchComponent } from '../../../src/engine/advisories/match-component.ts'
import { readPackageAdvisories } from '../../../src/engine/advisories/package-advisories.ts'
import { normalPackageName } from '../../../src/engine/sources/package-registries/package-name.ts'
import { versionOrderOf } from '../../../src/engine/advisories/version-order/catalogue.ts'
import { findFeeds } from '../../../src/service/db/advisories/feeds.ts'
import { affectedEntries } from '../../../src/service/db/advisories/matching.ts'
import type { DatabaseClient } from '../../../src/service/db/client.ts'
import type { AdvisoryMatch } from '../../../src/engine/model/advisory.ts'
import { advisoryEcosystems, type Component } from '../../../src/engine/model/component.ts'

/** The naive implementation: one query per component, ten at a time, without a cache. */
export async function matchOneByOne(
  { db }: DatabaseClient,
  bases: readonly string[],
  components: readonly Component[],
): Promise<{ matches: AdvisoryMatch[] }> {
  const feeds = await findFeeds(db, bases, advisoryEcosystems)
  const matches: AdvisoryMatch[] = []
  for (let start = 0; start < components.length; start += 10) {
    const found = await Promise.all(
      components.slice(start, start + 10).map(async (component) => {
        const { ecosystem } = component
        const order = versionOrderOf(ecosystem)
        const name = normalPackageName(ecosystem, component.name)
        const feedIds = bases.flatMap(
          (base) => feeds.find((feed) => feed.base === base && feed.ecosystem === ecosystem)?.id ?? [],
        )
        const rows = await affectedEntries(db, { ecosystem, names: [name], feedIds })
        return matchComponent(component, readPackageAdvisories(rows, order).get(name) ?? [], order)
      }),
    )
    matches.push(...found.flat())
  }
  return { matches }
}
