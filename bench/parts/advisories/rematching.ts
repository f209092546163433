import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { type AdvisoryMatcher, createAdvisoryMatcher } from '../../../src/service/scans/advisories/match.ts'
import { syncEcosystem } from '../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { listAffectedServers } from '../../../src/service/db/advisories/advisory-servers.ts'
import type { DatabaseClient } from '../../../src/service/db/client.ts'
import type { Component } from '../../../src/engine/model/component.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { openQueue, type Queue } from '../../../src/service/queue/queue.ts'
import { matchTouched } from '../../../src/service/registry/rematching/match-touched.ts'
import { rematchAdvisories } from '../../../src/service/registry/rematching/rematch-advisories.ts'
import { fanOutRematch } from '../../../src/service/webhooks/fan-out-rematch.ts'
import { zip } from '../../../test/support/zip.ts'
import type { FreshCluster } from '../../fresh-installation.ts'
import { type Measurement, measurement } from '../../measurement.ts'
import { seedComponents } from './seed-components.ts'
import { seedWatchers } from './seed-watchers.ts'
import { evenNames, usedNames } from './touched-names.ts'

const limit = { oneAdvisoryMs: 5, syncSeconds: 10 }
const touchedNames = 1_000
const asked = 300

/**
 * Measures the cost of new advisories: finding the affected versions, and updating a registry after a sync.
 * `REMATCH_SERVERS` sets the number of servers, 100,000 by default, for experiments.
 */
export async function* measureRematching(cluster: FreshCluster): AsyncIterable<Measurement> {
  const servers = Number(process.env['REMATCH_SERVERS'] ?? 100_000)
  await using database = await cluster.database()
  const startedAt = performance.now()
  await seedComponents(database, servers)
  yield measurement({
    measure: `seed 1,000,000 package versions and ${servers.toLocaleString('en')} servers with 25 of them each`,
    unit: 's',
    samples: [(performance.now() - startedAt) / 1000],
  })
  await seedWatchers(database, servers)
  await using queue = await openQueue({ url: database.url, log: pino({ level: 'silent' }) })
  yield* measureSeeded(database, { folder: cluster.folder, servers, queue })
}

/** Measures a filled database. The feed is in a subfolder of `folder`. */
export async function* measureSeeded(
  database: DatabaseClient,
  { folder: parent, servers, queue }: { readonly folder: string; readonly servers: number; readonly queue: Queue },
): AsyncIterable<Measurement> {
  const folder = mkdtempSync(join(parent, 'feed-'))
  const feed = {
    base: pathToFileURL(folder).href,
    publish: (records: readonly object[]) =>
      writeFileSync(
        join(folder, 'npm', 'all.zip'),
        zip(records.map((record, index) => ({ name: `${index}.json`, content: JSON.stringify(record) }))),
      ),
  }
  mkdirSync(join(folder, 'npm'))
  const work = workOn(database, queue, feed.base, parent)
  // Servers in a registry are already matched with the existing advisories.
  feed.publish([record('GHSA-first', 'nobody-has-this')])
  await work.sync()
  await work.rematch()
  yield* measureOneAdvisory(database, feed, work)
  const peer = await matchEverything(database, work.matcher, servers)
  yield* measureSync(database, feed, work, {
    servers,
    peer,
    names: evenNames(touchedNames),
    what: 'evenly distributed package names',
  })
  yield* measureSync(database, feed, work, {
    servers,
    peer,
    names: usedNames(touchedNames),
    what: 'package names from the more popular half',
  })
  rmSync(folder, { recursive: true })
}

type Feed = { readonly base: string; publish(records: readonly object[]): void }

type Work = ReturnType<typeof workOn>

function workOn(database: DatabaseClient, queue: Queue, base: string, temporaryFolder: string) {
  const bases = [base]
  const log = { info: () => {}, warn: () => {} }
  const signal = new AbortController().signal
  const context = {
    db: database.db,
    queue,
    matcher: createAdvisoryMatcher({ database, bases }),
    feeds: { database, bases },
    log: pino({ level: 'silent' }),
    announceServerChange: async () => {},
    announceRematch: fanOutRematch({ queue, publicUrl: 'https://assay.example' }),
  }
  return {
    matcher: context.matcher,
    async sync(): Promise<number> {
      await using network = createNetwork({ allowedNetworks: [] })
      const startedAt = performance.now()
      const { complete } = await syncEcosystem({ database, bases, network, temporaryFolder, log }, 'npm', {
        signal,
        acceptRemovals: true,
      })
      if (!complete) throw new Error('the feed was not synced')
      return (performance.now() - startedAt) / 1000
    },
    /** Runs one step of the job that processes touched packages. Returns false if none are left. */
    matchTouched: () => matchTouched(context),
    async rematch(): Promise<{ readonly seconds: number; readonly processorSeconds: number }> {
      const [startedAt, processor] = [performance.now(), process.cpuUsage()]
      await rematchAdvisories(context, { now: () => new Date(), signal })
      const { user, system } = process.cpuUsage(processor)
      return { seconds: (performance.now() - startedAt) / 1000, processorSeconds: (user + system) / 1_000_000 }
    },
  }
}

/** Uses the format of GitHub's records. Versions below 3.0.0 are affected: two of five. */
const record = (id: string, name: string, parts: object = {}) => ({
  schema_version: '1.7.3',
  id,
  modified: '2026-01-01T00:00:00Z',
  aliases: [`CVE-${id}`],
  summary: `Prototype pollution in ${name}`,
  details: 'Objects that come from outside are merged into prototypes.',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:L' }],
  database_specific: { severity: 'HIGH', cwe_ids: ['CWE-1321'] },
  affected: [
    {
      package: { ecosystem: 'npm', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '3.0.0' }] }],
    },
  ],
  ...parts,
})

async function* measureOneAdvisory(
  database: DatabaseClient,
  feed: Feed,
  { sync, matchTouched: step, rematch }: Work,
): AsyncIterable<Measurement> {
  const { db } = database
  const [{ rows } = { rows: 0 }] = await db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from package_versions`,
  )
  const names = evenNames(asked)
  feed.publish([
    record('GHSA-first', 'nobody-has-this'),
    ...names.map((name, index) => record(`GHSA-asked-${index}`, name)),
  ])
  await sync()
  // The job would process all names of the sync together. Truncating the table simulates a separate sync for each name.
  await db.execute(sql`truncate touched_packages`)
  const samples: number[] = []
  for (const name of [...names.slice(-10), ...names]) {
    await db.execute(sql`insert into touched_packages (ecosystem, package_name) values ('npm', ${name})`)
    const startedAt = performance.now()
    if (!(await step())) throw new Error('nothing was touched')
    samples.push(performance.now() - startedAt)
  }
  const [{ noted } = { noted: 0 }] = await db.execute<{ noted: number }>(
    sql`select count(*)::int as noted from rematch_inventories`,
  )
  if (noted === 0) throw new Error('no inventory has what the advisories are about')
  yield measurement({
    measure:
      `rematching one advisory against ${rows.toLocaleString('en')} stored package versions, including storing the ` +
      `result and recording the affected inventories (${Math.round(noted / asked)} on average)`,
    unit: 'ms',
    samples: samples.slice(10),
    peer: { name: 'limit', median: limit.oneAdvisoryMs },
  })
  const reads: number[] = []
  for (const index of names.keys()) {
    const startedAt = performance.now()
    await listAffectedServers(db, `GHSA-asked-${index}`, { limit: 20, offset: 0 })
    reads.push(performance.now() - startedAt)
  }
  yield measurement({
    measure: 'reverse lookup: the first 20 servers that an advisory affects, and their total number',
    unit: 'ms',
    samples: reads,
  })
  await rematch()
}

interface Touching {
  readonly servers: number
  readonly peer: { readonly seconds: number; readonly processorSeconds: number }
  readonly names: readonly string[]
  /** Description of the names. */
  readonly what: string
}

async function* measureSync(
  database: DatabaseClient,
  feed: Feed,
  { sync, rematch }: Work,
  { servers, peer, names, what: which }: Touching,
): AsyncIterable<Measurement> {
  const first = record('GHSA-first', 'nobody-has-this')
  const runs: {
    readonly seconds: number
    readonly processorSeconds: number
    readonly syncSeconds: number
    readonly changed: number
    readonly events: number
  }[] = []
  feed.publish([first])
  await sync()
  await rematch()
  for (const parts of [{}, { withdrawn: '2026-01-02T00:00:00Z' }, {}]) {
    feed.publish([first, ...names.map((name, index) => record(`GHSA-touched-${index}`, name, parts))])
    const syncSeconds = await sync()
    const [{ touched } = { touched: 0 }] = await database.db.execute<{ touched: number }>(
      sql`select count(distinct package_name)::int as touched from touched_packages`,
    )
    if (touched < names.length) throw new Error(`the sync has touched ${touched} names`)
    const before = await countStored(database)
    const run = await rematch()
    const after = await countStored(database)
    runs.push({ ...run, syncSeconds, changed: after.points - before.points, events: after.events - before.events })
  }
  const counted = (count: (run: (typeof runs)[number]) => number) =>
    runs.map((run) => count(run).toLocaleString('en')).join(', ')
  const what =
    `rematching after a sync with advisories for ${names.length.toLocaleString('en')} ${which}, after their ` +
    `withdrawal, and after their return: servers rescored (${counted(({ changed }) => changed)} of ` +
    `${servers.toLocaleString('en')}), events stored (${counted(({ events }) => events)})`
  yield measurement({
    measure: what,
    unit: 's',
    samples: runs.map(({ seconds }) => seconds),
    peer: { name: 'limit', median: limit.syncSeconds },
  })
  yield measurement({
    measure: what,
    unit: 's',
    samples: runs.map(({ seconds }) => seconds),
    peer: { name: 'reading and matching every inventory, storing nothing', median: peer.seconds },
  })
  yield measurement({
    measure: `${what}, CPU time of the process`,
    unit: 's',
    samples: runs.map(({ processorSeconds }) => processorSeconds),
    peer: { name: 'reading and matching every inventory', median: peer.processorSeconds },
  })
  yield measurement({
    measure: 'the sync itself, from the complete export',
    unit: 's',
    samples: runs.map(({ syncSeconds }) => syncSeconds),
  })
}

async function countStored({ db }: DatabaseClient): Promise<{ readonly points: number; readonly events: number }> {
  const [row] = await db.execute<{ points: number; events: number }>(
    sql`select (select count(*)::int from registry_history where cause = 'advisory') as points, (select count(*)::int
      from webhook_events) as events`,
  )
  return row ?? { points: 0, events: 0 }
}

/** The cost without sharing: each inventory is read and matched separately. */
async function matchEverything(
  { db }: DatabaseClient,
  matcher: AdvisoryMatcher,
  servers: number,
): Promise<{ readonly seconds: number; readonly processorSeconds: number }> {
  const [startedAt, processor] = [performance.now(), process.cpuUsage()]
  let [after, flaws] = ['', 0]
  for (let read = 0; read < servers;) {
    const rows = await db.execute<{ digest: string; components: Component[] }>(
      sql`select digest, components from inventories where digest > ${after} order by digest limit 500`,
    )
    for (const { components } of rows) flaws += (await matcher.match(components)).matches.length
    read += rows.length
    after = rows.at(-1)?.digest ?? '~'
  }
  if (flaws === 0) throw new Error('nothing was found')
  const { user, system } = process.cpuUsage(processor)
  return { seconds: (performance.now() - startedAt) / 1000, processorSeconds: (user + system) / 1_000_000 }
}
