import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { type AdvisoryMatcher, createAdvisoryMatcher } from '../../../src/advisories/match.ts'
import { matchVersion } from '../../../src/advisories/match-component.ts'
import { readPackageAdvisories } from '../../../src/advisories/package-advisories.ts'
import { syncEcosystem } from '../../../src/advisories/sync/sync-ecosystem.ts'
import { versionOrderOf } from '../../../src/advisories/version-order/catalogue.ts'
import type { DatabaseClient } from '../../../src/db/client.ts'
import { listVersionsOfPackages } from '../../../src/db/rematch-packages.ts'
import type { Component } from '../../../src/model/component.ts'
import { createNetwork } from '../../../src/net/http-network.ts'
import { rematchAdvisories } from '../../../src/registry/rematching/rematch-advisories.ts'
import { fanOutRematch } from '../../../src/webhooks/fan-out-rematch.ts'
import { zip } from '../../../test/support/zip.ts'
import type { FreshCluster } from '../../fresh-installation.ts'
import { type Measurement, measurement } from '../../measurement.ts'
import { idleQueue } from '../api/idle-queue.ts'
import { packages, seedComponents } from './seed-components.ts'

const limit = { oneAdvisoryMs: 5, syncSeconds: 10 }
const touchedNames = 1_000
const asked = 300

/**
 * What an advisory that comes later costs: finding who has a version that it is about, and bringing a registry in line with a sync. `REMATCH_SERVERS` is
 * another number of servers than 100,000, for trying.
 */
export async function* measureRematching(cluster: FreshCluster): AsyncIterable<Measurement> {
  const servers = Number(process.env['REMATCH_SERVERS'] ?? 100_000)
  await using database = await cluster.database()
  const startedAt = performance.now()
  await seedComponents(database, servers)
  yield measurement({ measure: `seed 1,000,000 package versions and ${servers.toLocaleString('en')} servers with 25 of them each`, unit: 's', samples: [(performance.now() - startedAt) / 1000] })
  yield* measureSeeded(database, { folder: cluster.folder, servers })
}

/** Measures a database that is filled; the feed lies in a folder of `folder`. */
export async function* measureSeeded(database: DatabaseClient, { folder: parent, servers }: { readonly folder: string; readonly servers: number }): AsyncIterable<Measurement> {
  const folder = mkdtempSync(join(parent, 'feed-'))
  const feed = { base: pathToFileURL(folder).href, publish: (records: readonly object[]) => writeFileSync(join(folder, 'npm', 'all.zip'), zip(records.map((record, index) => ({ name: `${index}.json`, content: JSON.stringify(record) })))) }
  mkdirSync(join(folder, 'npm'))
  const work = workOn(database, feed.base, parent)
  // As every one of a registry is: matched with what there was.
  feed.publish([record('GHSA-first', 'nobody-has-this')])
  await work.sync()
  await work.rematch()
  yield* measureOneAdvisory(database)
  yield* measureSync(database, feed, work, servers)
  rmSync(folder, { recursive: true })
}

type Feed = { readonly base: string; publish(records: readonly object[]): void }

function workOn(database: DatabaseClient, base: string, temporaryFolder: string) {
  const bases = [base]
  const matcher = createAdvisoryMatcher({ database, bases })
  const log = { info: () => {}, warn: () => {} }
  const signal = new AbortController().signal
  return {
    matcher, bases,
    async sync(): Promise<number> {
      await using network = createNetwork({ allowedNetworks: [] })
      const startedAt = performance.now()
      const { complete } = await syncEcosystem({ database, bases, network, temporaryFolder, log }, 'npm', { signal, acceptRemovals: true })
      if (!complete) throw new Error('the feed was not synced')
      return (performance.now() - startedAt) / 1000
    },
    async rematch(): Promise<{ readonly seconds: number; readonly processorSeconds: number }> {
      const [startedAt, processor] = [performance.now(), process.cpuUsage()]
      await rematchAdvisories({ db: database.db, queue: idleQueue, matcher, feeds: { database, bases }, announceServerChange: async () => {}, announceRematch: fanOutRematch({ queue: idleQueue, publicUrl: 'https://assay.example' }), log: pino({ level: 'silent' }) }, { now: () => new Date(), signal })
      const { user, system } = process.cpuUsage(processor)
      return { seconds: (performance.now() - startedAt) / 1000, processorSeconds: (user + system) / 1_000_000 }
    },
  }
}

/** In the shape of GitHub's records: about every version below 3.0.0, two of five. */
const record = (id: string, name: string, parts: object = {}) => ({
  schema_version: '1.7.3', id, modified: '2026-01-01T00:00:00Z', aliases: [`CVE-${id}`], summary: `Prototype pollution in ${name}`, details: 'Objects that come from outside are merged into prototypes.',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:L' }], database_specific: { severity: 'HIGH', cwe_ids: ['CWE-1321'] },
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '3.0.0' }] }] }], ...parts,
})

/** Spread evenly over the names, from the most to the least used. */
const nameOf = (index: number, of: number) => `package-${Math.floor((index * packages.names) / of)}`

async function* measureOneAdvisory(database: DatabaseClient): AsyncIterable<Measurement> {
  const [{ rows } = { rows: 0 }] = await database.db.execute<{ rows: number }>(sql`select count(*)::int as rows from package_versions`)
  await concernedBy(database, record('GHSA-before', nameOf(0, asked)))
  const samples: number[] = []
  let found = 0
  for (let index = 0; index < asked; index += 1) {
    const startedAt = performance.now()
    found += (await concernedBy(database, record(`GHSA-asked-${index}`, nameOf(index + 0.5, asked)))).length
    samples.push(performance.now() - startedAt)
  }
  yield measurement({ measure: `one advisory against ${rows.toLocaleString('en')} stored package versions: which it is about, and the inventories that have them (${Math.round(found / asked)} on average)`, unit: 'ms', samples, peer: { name: 'limit', median: limit.oneAdvisoryMs } })
}

/** The inventories that have a version that an advisory is about. */
async function concernedBy({ db }: DatabaseClient, advisory: ReturnType<typeof record>): Promise<unknown[]> {
  const { affected: [entry], ...document } = advisory
  const packageName = entry?.package.name ?? ''
  const order = versionOrderOf('npm')
  const advisories = readPackageAdvisories([{ packageName, advisoryId: advisory.id, entry, document }], order).get(packageName) ?? []
  const versions = await listVersionsOfPackages(db, [{ ecosystem: 'npm', packageName }])
  const ids = versions.filter(({ version }) => matchVersion(version, advisories, order).flaws.length > 0).map(({ id }) => id)
  return db.execute(sql`select distinct found.digest from unnest(${sql.param(ids)}::int[]) as changed (id) cross join lateral (select digest from inventories where package_versions @> array[changed.id] offset 0) found`)
}

async function* measureSync(database: DatabaseClient, feed: Feed, { matcher, sync, rematch }: ReturnType<typeof workOn>, servers: number): AsyncIterable<Measurement> {
  const [first, names] = [record('GHSA-first', 'nobody-has-this'), Array.from({ length: touchedNames }, (_, index) => nameOf(index + 0.25, touchedNames))]
  const runs: { readonly seconds: number; readonly processorSeconds: number; readonly syncSeconds: number; readonly changed: number }[] = []
  for (const parts of [{}, { withdrawn: '2026-01-02T00:00:00Z' }, {}]) {
    feed.publish([first, ...names.map((name, index) => record(`GHSA-touched-${index}`, name, parts))])
    const syncSeconds = await sync()
    const [{ touched } = { touched: 0 }] = await database.db.execute<{ touched: number }>(sql`select count(distinct package_name)::int as touched from touched_packages`)
    if (touched < touchedNames) throw new Error(`the sync has touched ${touched} names`)
    const before = await countPoints(database)
    const run = await rematch()
    runs.push({ ...run, syncSeconds, changed: (await countPoints(database)) - before })
  }
  const changed = runs.map((run) => run.changed.toLocaleString('en')).join(', ')
  const peer = await matchEverything(database, matcher, servers)
  const what = `a sync that touches ${touchedNames.toLocaleString('en')} names, and again as its advisories are withdrawn and come back: servers scored again (${changed} of ${servers.toLocaleString('en')})`
  yield measurement({ measure: what, unit: 's', samples: runs.map(({ seconds }) => seconds), peer: { name: 'limit', median: limit.syncSeconds } })
  yield measurement({ measure: what, unit: 's', samples: runs.map(({ seconds }) => seconds), peer: { name: 'every inventory read and matched, nothing stored', median: peer.seconds } })
  yield measurement({ measure: `${what}, processor time of ours`, unit: 's', samples: runs.map(({ processorSeconds }) => processorSeconds), peer: { name: 'of every inventory read and matched', median: peer.processorSeconds } })
  yield measurement({ measure: 'the sync itself, by the whole export', unit: 's', samples: runs.map(({ syncSeconds }) => syncSeconds) })
}

async function countPoints({ db }: DatabaseClient): Promise<number> {
  const [row] = await db.execute<{ points: number }>(sql`select count(*)::int as points from registry_history where cause = 'advisory'`)
  return row?.points ?? 0
}

/** What it takes without anything shared: each inventory is read and matched by itself. */
async function matchEverything({ db }: DatabaseClient, matcher: AdvisoryMatcher, servers: number): Promise<{ readonly seconds: number; readonly processorSeconds: number }> {
  const [startedAt, processor] = [performance.now(), process.cpuUsage()]
  let [after, flaws] = ['', 0]
  for (let read = 0; read < servers;) {
    const rows = await db.execute<{ digest: string; components: Component[] }>(sql`select digest, components from inventories where digest > ${after} order by digest limit 500`)
    for (const { components } of rows) flaws += (await matcher.match(components)).matches.length
    read += rows.length
    after = rows.at(-1)?.digest ?? '~'
  }
  if (flaws === 0) throw new Error('nothing was found')
  const { user, system } = process.cpuUsage(processor)
  return { seconds: (performance.now() - startedAt) / 1000, processorSeconds: (user + system) / 1_000_000 }
}
