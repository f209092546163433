import type { DatabaseClient } from '../../../src/service/db/client.ts'
import type { Component, Ecosystem } from '../../../src/engine/model/component.ts'
import { packageUrl } from '../../../src/engine/model/purl.ts'
import { randomNumbers } from '../../random.ts'

/** A fifth of the packages has advisories. In real projects, it is a few percent. */
const affectedShare = 0.2

const words = (
  'async body cache client color config cookie data date deep event express file form graph hash http icon ' +
  'json koa lint log map mark node pack parse path query react router schema server session stream string ' +
  'style task test theme time token tree type url utils vue web yaml'
).split(' ')

const separators: Partial<Record<Ecosystem, string>> = {
  Maven: ':',
  Go: '/',
  Packagist: '/',
  Pub: '_',
  'GitHub Actions': '/',
}

/**
 * Returns components in equal parts for each ecosystem: packages with advisories, in versions in and around the
 * affected ranges, and packages without advisories. Deterministic for the same data.
 */
export async function componentsLike(
  { sql }: DatabaseClient,
  ecosystems: readonly Ecosystem[],
  count: number,
): Promise<Component[] & { affectedNames: number }> {
  const random = randomNumbers(5_000)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const components: Component[] = []
  const affected = new Set<string>()
  for (const [index, ecosystem] of ecosystems.entries()) {
    const rows = await sql<{ name: string; versions: string[] }[]>`
      select package_name as name, array_agg(distinct version order by version) as versions
      from advisory_affected, jsonb_path_query(entry, '$.ranges[*].events[*].*') event,
      lateral (select event #>> '{}' as version) versions
      where ecosystem = ${ecosystem} and advisory_id not like 'MAL-%' and version ~ '^[0-9]+\\.[0-9]+\\.[0-9]+$'
      group by 1 order by 1`
    const known = new Set(rows.map(({ name }) => name))
    while (components.length < Math.round((count * (index + 1)) / ecosystems.length)) {
      const row = random() < affectedShare ? pick(rows) : undefined
      const name =
        row?.name ??
        `${pick(words)}${separators[ecosystem] ?? '-'}${pick(words)}${ecosystem === 'Pub' ? '_' : '-'}${pick(words)}`
      if (!row && known.has(name)) continue
      if (row) affected.add(`${ecosystem} ${name}`)
      const version = nearby(
        pick(row?.versions ?? []) ?? `${Math.floor(random() * 9)}.${Math.floor(random() * 20)}.0`,
        random,
      )
      components.push({
        purl: packageUrl(ecosystem, name, version),
        name,
        version,
        ecosystem,
        direct: false,
        dev: false,
        introducedBy: [{ manifest: 'lockfile', path: ['project@1.0.0', `${name}@${version}`] }],
      })
    }
  }
  return Object.assign(components, { affectedNames: affected.size })
}

/** Returns the version itself, one with a lower last number, or one with a higher last number. */
function nearby(version: string, random: () => number): string {
  const [major = '0', minor = '0', patch = '0'] = version.split('.')
  return `${major}.${minor}.${Math.max(Number(patch) + Math.floor(random() * 3) - 1, 0)}`
}
