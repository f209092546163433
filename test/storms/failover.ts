/**
 * A program that promotes a replica under a small load, and prints which requests failed and for how long:
 * `node test/storms/failover.ts [seconds until the promotion]`. The primary is shut down, not killed. It therefore
 * sends its whole log to the replica first, and the program fails if a stored scan is missing after the promotion.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAccount, createApiKey } from '../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../src/service/accounts/master-key.ts'
import { openDatabase } from '../../src/service/db/client.ts'
import { migrateDatabase } from '../../src/service/db/migrate.ts'
import { startAssay } from '../support/assay-process.ts'
import { severalHosts, startReplicaSet } from '../support/replica-set.ts'

/** One request of the load. */
interface Outcome {
  /** Time since the primary was stopped, in milliseconds. Negative before. */
  readonly atMs: number
  readonly status: number | 'no response'
  readonly tookMs: number
}

const promoteAfterMs = Number(process.argv[2] ?? 2) * 1_000
const loadMs = { before: 3_000, after: 8_000 }
const pauseMs = 20

await using stack = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'assay-failover-'))
stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
const set = stack.use(await startReplicaSet())
const url = severalHosts([set.primary.url, set.replica.url])
await migrateDatabase(url)
const secret = randomBytes(32).toString('hex')
const web = await startAssay(
  {
    DATABASE_URL: url,
    DATABASE_READ_URL: set.replica.url,
    ASSAY_SECRET: secret,
    ASSAY_DATA_DIR: folder,
    OSV_URL: `file:${folder}`,
    PUBLIC_URL: 'https://assay.example',
  },
  [process.execPath, 'assay.js', 'web'],
)
stack.defer(async () => void (await web.end('SIGTERM')))
const database = stack.use(openDatabase(url, { maxConnections: 2, applicationName: 'failover' }))
const masterKey = masterKeyFrom(secret)
const account = await createAccount({ db: database.db, masterKey }, { name: 'load', plan: 'enterprise' })
if (!account) throw new Error('the account already exists')
const key = await createApiKey(
  { db: database.db, masterKey },
  { accountId: account.id, name: 'load', permissions: ['scans:read', 'scans:write'] },
)

let stoppedAt = Infinity
const over = new AbortController()
const acknowledged: string[] = []

async function request(path: string, init: RequestInit = {}): Promise<Outcome & { readonly body: unknown }> {
  const start = performance.now()
  const { status, body } = await fetch(`${web.address}${path}`, { ...init, signal: AbortSignal.timeout(10_000) }).then(
    async (response) => ({ status: response.status, body: await response.json().catch(() => undefined) }),
    () => ({ status: 'no response' as const, body: undefined }),
  )
  const atMs = stoppedAt === Infinity ? -1 : start - stoppedAt
  return { atMs, status, tookMs: performance.now() - start, body }
}

async function repeat(ask: () => Promise<Outcome>): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  while (!over.signal.aborted) {
    outcomes.push(await ask())
    await pause(pauseMs)
  }
  return outcomes
}

const withKey = { 'x-api-key': key, 'content-type': 'application/json' }
const loads = {
  'registry page': () => request('/'),
  'API reads with a key': () => request('/api/v1/servers', { headers: withKey }),
  'statistics file': () => request('/stats/registry.json'),
  'API writes': async () => {
    const body = JSON.stringify({ url: `https://www.npmjs.com/package/package-${randomBytes(6).toString('hex')}` })
    const outcome = await request('/api/v1/scans/url', { method: 'POST', headers: withKey, body })
    if (typeof outcome.status === 'number' && outcome.status < 300) acknowledged.push(idOf(outcome.body))
    return outcome
  },
}
const running = Object.entries(loads).map(([name, ask]) => repeat(ask).then((outcomes) => [name, outcomes] as const))
await pause(loadMs.before)
stoppedAt = performance.now()
await set.stop(set.primary)
await pause(promoteAfterMs)
await set.promote()
const promotedMs = Math.round(performance.now() - stoppedAt)
await pause(loadMs.after)
over.abort()
process.stdout.write(`promoted ${promotedMs} ms after the primary was stopped\n`)
for (const [name, outcomes] of await Promise.all(running)) process.stdout.write(`${name}: ${summary(outcomes)}\n`)

const stored = await database.sql<{ id: string }[]>`select id from scans`
const kept = new Set(stored.map(({ id }) => id))
const lost = acknowledged.filter((id) => !kept.has(id))
process.stdout.write(`stored scans: ${acknowledged.length} acknowledged, ${lost.length} lost\n`)
process.exitCode = lost.length === 0 && acknowledged.length > 0 ? 0 : 1

function idOf(body: unknown): string {
  const { data } = body as { data?: { scanId?: string; id?: string } }
  return data?.scanId ?? data?.id ?? ''
}

function summary(outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter(({ status }) => status === 'no response' || status >= 400)
  const slowest = Math.round(Math.max(...outcomes.map(({ tookMs }) => tookMs)))
  const counted = `${outcomes.length} requests, slowest ${slowest} ms, ${failed.length} failed`
  const [first, last] = [failed[0], failed.at(-1)]
  if (!first || !last) return counted
  const statuses = [...new Set(failed.map(({ status }) => status))].join(', ')
  const [from, to] = [first.atMs, last.atMs + last.tookMs].map(Math.round)
  return `${counted} (${statuses}), from ${from} to ${to} ms after the stop`
}
