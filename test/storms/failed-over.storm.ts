import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { expect, it, onTestFailed, vi } from 'vitest'
import { serversToRead } from '../../bench/parts/load/mix.ts'
import { type MixedRequest, sendTraffic } from '../../bench/parts/load/mixed-traffic.ts'
import { seedRegistry } from '../../bench/parts/registry/seed.ts'
import { openDatabase } from '../../src/service/db/client.ts'
import { migrateDatabase } from '../../src/service/db/migrate.ts'
import { installedApp } from '../service/github/e2e/installed-app.ts'
import { startReceiver } from '../service/webhooks/receiver.ts'
import { runAssay } from '../support/assay-process.ts'
import { examplePackages } from '../support/example-packages.ts'
import { startNpmStandIn } from '../support/npm-stand-in.ts'
import { severalHosts, startReplicaSet } from '../support/replica-set.ts'
import { trustedCertificate } from '../support/tls-certificate.ts'
import { startPersistently } from './kill-processes.ts'
import { loseServer } from './lose-server.ts'
import { sendPulls } from './send-pulls.ts'
import { stormSize } from './storm-size.ts'
import {
  expectNothingLost,
  registerEndpoint,
  sendDeliveries,
  type StormTarget,
  submitScans,
  tellOutcome,
  untilSettled,
} from './storm-traffic.ts'
import { watchCommits } from './watch-commits.ts'

const size = stormSize()
/** Time with reads before the primary is lost, and after that. */
const readSeconds = { before: 5, after: 20 }
/** Time until the package registry answers, so that scans run when the primary is lost. */
const registryMs = 500
/** Time until the replica is promoted. A cluster manager needs at least this long to notice the loss. */
const promoteAfterMs = 1_000

/** Response to a read. */
interface Read {
  readonly path: string
  readonly status: number
  readonly at: number
}

it.each([false, true])(
  'continues on the promoted replica when the primary is lost (synchronous replication: %s)',
  async (isSynchronous) => {
    await using stack = new AsyncDisposableStack()
    const deadline = Date.now() + size.minutes * 60_000
    const set = stack.use(
      await startReplicaSet({ fsync: 'on', full_page_writes: 'on', max_connections: '200', shared_buffers: '512MB' }),
    )
    const url = severalHosts([set.primary.url, set.replica.url])
    await migrateDatabase(url)
    const database = { ...stack.use(openDatabase(url, { maxConnections: 4, applicationName: 'storm' })), url }
    await seedRegistry(database, size.servers)
    const servers = await serversToRead(database)
    if (isSynchronous) await makeSynchronous(set.primary.url)
    const registry = stack.use(await startNpmStandIn(examplePackages, { delayMs: () => registryMs }))
    const certificate = await trustedCertificate()
    const receiver = stack.use(await startReceiver(certificate))
    const app = stack.use(
      await installedApp({
        certificate,
        role: 'web',
        settings: {
          DATABASE_URL: url,
          DATABASE_READ_URL: set.replica.url,
          ASSAY_SECRET: randomBytes(32).toString('hex'),
          npm_config_registry: registry.url,
          ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32,webhook=127.0.0.1/32',
          LOG_LEVEL: 'warn',
        },
      }),
    )
    await runAssay(
      ['accounts', 'set', 'local', '--plan', 'enterprise', '--limits', '100000000/15m,100000000/d'],
      app.settings,
    )
    const workers = [await startPersistently(app.settings, 'worker'), await startPersistently(app.settings, 'worker')]
    stack.defer(async () => void (await Promise.all(workers.map((worker) => worker.end('SIGKILL')))))
    onTestFailed(
      () =>
        void process.stdout.write(`${[app.service, ...workers].map((one) => one.log().slice(-2_000)).join('\n')}\n`),
    )
    const at = { receiver, address: () => app.service.address, key: app.service.key ?? '' }
    const target: StormTarget = { ...at, database, endpointId: await registerEndpoint(at), deadline }
    await set.caughtUp()

    const reads: Read[] = []
    const traffic = sendTraffic({
      address: app.service.address,
      key: at.key,
      perSecond: size.reads,
      seconds: readSeconds.before + readSeconds.after,
      requestOf: (number) => readOf(number, servers),
      onAnswer: ({ path }, status) => reads.push({ path, status, at: performance.now() }),
    })
    const commits = await watchCommits(set.primary.url)
    const work = Promise.all([
      submitScans(target, size.scans),
      sendDeliveries(target, size.deliveries),
      sendPulls(app, size.checks, deadline),
    ])
    await pause(readSeconds.before * 1_000)
    const running = await vi.waitUntil(() => runningScans(database), { timeout: 30_000, interval: 50 })
    const lostAt = performance.now()
    loseServer(set.primary)
    await pause(promoteAfterMs)
    await set.promote()
    const promotedMs = Math.round(performance.now() - lostAt)
    const compared = await commits.comparedWith(set.replica.url)
    const [scans, events, heads] = await work
    const { faults } = await traffic
    const settledSeconds = await untilSettled(target)
    await vi.waitFor(() => expect(app.github.checkRuns.filter(({ status }) => status !== 'completed')).toEqual([]), {
      timeout: Math.max(deadline - Date.now(), 1_000),
      interval: 500,
    })

    const stored = await storedIds(database)
    const noAnswer = [...faults].filter(([fault]) => fault.startsWith('no answer'))
    const stuck = await stuckWork(database)
    const figures = {
      synchronous: isSynchronous,
      size,
      promotedMs,
      scansRunningAtLoss: running,
      reads: { pages: continuation(reads.filter(isPage), lostAt), keyed: continuation(reads.filter(isKeyed), lostAt) },
      noAnswer: Object.fromEntries(noAnswer),
      commits: compared,
      acknowledgedScansLost: scans.filter((id) => !stored.has(id)).length,
      acknowledgedEventsLost: events.filter((id) => !stored.has(id)).length,
      settledSeconds,
      stuck,
      checks: heads.length,
    }
    const last = reads.at(-1)
    expect(last?.status).toBeLessThan(400)
    expect(reads.filter((read) => isPage(read) && read.status >= 400)).toEqual([])
    expect(noAnswer).toEqual([])
    expect(compared.acknowledged).toBeGreaterThan(0)
    expect(app.github.problems).toEqual([])
    if (isSynchronous) {
      expect(compared.lost).toBe(0)
      await expectNothingLost(target, { scans, events }, (counts) =>
        tellOutcome('failed over', { ...figures, ...counts }),
      )
      expect(new Set(app.github.checkRuns.map(({ headSha }) => headSha))).toEqual(new Set(heads))
    } else {
      tellOutcome('failed over', figures)
      expect(stuck).toEqual([])
    }
    for (const one of [...workers, app.service]) expect(await one.end('SIGTERM')).toBe(0)
  },
  size.minutes * 60_000 + 60_000,
)

/** Lets commits on the primary wait for the replica. The replica does not wait for anyone after its promotion. */
async function makeSynchronous(primaryUrl: string): Promise<void> {
  const sql = postgres(primaryUrl, { max: 1, onnotice: () => {} })
  await sql`alter system set synchronous_standby_names = 'replica'`
  await sql`select pg_reload_conf()`
  await vi.waitFor(async () => {
    const [row] = await sql`select sync_state from pg_stat_replication`
    expect(row?.['sync_state']).toBe('sync')
  })
  await sql.end({ timeout: 5 })
}

const isPage = ({ path }: Read) => !path.startsWith('/api/')
const isKeyed = (read: Read) => !isPage(read)

/** Alternating reads: the API with a key, and public pages, to which clients without a key have a rate limit. */
function readOf(number: number, servers: readonly string[]): MixedRequest {
  const server = servers[number % Math.max(1, servers.length)] ?? ''
  const pages = ['/', `/servers/${server}/badge.svg`, '/stats/registry.json']
  const paths = [
    pages[Math.floor(number / 8) % pages.length],
    `/api/v1/servers/${server}`,
    '/api/v1/servers?grade=B&sort=score&order=desc',
    '/api/v1/account',
    `/api/v1/servers/${server}`,
    '/api/v1/servers/search?q=postgres',
    `/api/v1/servers/${server}/history`,
    '/api/v1/scans',
  ]
  return { method: 'GET', path: paths[number % paths.length] ?? '/' }
}

/** Returns how reads continued after a moment: failures, and the time until the last of them. */
function continuation(reads: readonly Read[], since: number) {
  const failed = reads.filter(({ status, at }) => at > since && status >= 400)
  const lastFailure = Math.max(since, ...failed.map(({ at }) => at))
  const succeeded = reads.filter(({ status, at }) => at > since && status < 400)
  return {
    reads: reads.length,
    failed: failed.length,
    statuses: [...new Set(failed.map(({ status }) => status))],
    firstSuccessMs: Math.round(Math.min(...succeeded.map(({ at }) => at)) - since),
    lastFailureMs: Math.round(lastFailure - since),
  }
}

async function runningScans({ sql }: StormTarget['database']): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from scans where status = 'scanning'`
  return row?.count ?? 0
}

/** Returns the IDs of all stored scans and events. */
async function storedIds({ sql }: StormTarget['database']): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`select id from scans union all select event_id from webhook_deliveries`
  return new Set(rows.map(({ id }) => id))
}

/** Returns the stored scans, deliveries, and checks that have not ended. */
async function stuckWork({ sql }: StormTarget['database']): Promise<readonly { kind: string; id: string }[]> {
  const rows = await sql<{ kind: string; id: string }[]>`
    select 'scan' as kind, id::text as id from scans where status not in ('completed', 'failed')
    union all select 'delivery', event_id::text from webhook_deliveries where status = 'waiting'
    union all select 'check', id::text from github_checks where concluded_at is null`
  return rows.map(({ kind, id }) => ({ kind, id }))
}
