import { randomBytes, randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { freshCluster } from '../../bench/fresh-installation.ts'
import { openQueue } from '../../src/queue/queue.ts'
import { sendEvents } from '../../src/webhooks/send-events.ts'
import { postmasters } from '../db/embedded/running.ts'
import { installedApp, projectWith } from '../github/service/installed-app.ts'
import type { AssayProcess } from '../support/assay-process.ts'
import { examplePackages } from '../support/example-packages.ts'
import { startNpmStandIn } from '../support/npm-stand-in.ts'
import { trustedCertificate } from '../support/tls-certificate.ts'
import { exampleEvent } from '../webhooks/delivery-setup.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { killProcesses, persistently, startPersistently } from './kill-processes.ts'
import { isAlive, type KnownProcess, withDescendants } from './process-tree.ts'
import { stormSize } from './storm-size.ts'

const size = stormSize()

it('loses nothing when workers, the web process and PostgreSQL are killed at random', async () => {
  await using stack = new AsyncDisposableStack()
  const deadline = Date.now() + size.minutes * 60_000
  const cluster = stack.use(await freshCluster({ max_connections: '200' }))
  const database = stack.use(await cluster.database())
  const registry = stack.use(await startNpmStandIn(examplePackages))
  const certificate = await trustedCertificate()
  const receiver = stack.use(await startReceiver(certificate))
  const app = stack.use(await installedApp({ certificate, settings: { DATABASE_URL: database.url, ASSAY_SECRET: randomBytes(32).toString('hex'), npm_config_registry: registry.url, ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32,webhook=127.0.0.1/32', LOG_LEVEL: 'error' } }))
  const key = app.service.key ?? ''
  const workers: AssayProcess[] = [await startPersistently(app.settings, 'worker'), await startPersistently(app.settings, 'worker')]
  stack.defer(async () => void (await Promise.all(workers.map((worker) => worker.end('SIGKILL')))))

  const everStarted: KnownProcess[] = []
  const remember = (pid: number | undefined) => void everStarted.push(...withDescendants(pid ?? 0))
  const killWorker = (place: number) => async () => {
    remember(workers[place]?.pid)
    await workers[place]?.end('SIGKILL')
    workers[place] = await startPersistently(app.settings, 'worker')
  }
  const storm = killProcesses({
    'first worker': killWorker(0),
    'second worker': killWorker(1),
    'web process': () => {
      remember(app.service.pid)
      return persistently(() => app.restart('SIGKILL'), deadline)
    },
    'PostgreSQL': async () => {
      for (const pid of postmasters(cluster.folder)) process.kill(pid, 'SIGKILL')
      await persistently(() => database.sql`select 1`, deadline)
    },
  }, size.kills)

  const submitted = await Promise.all([...'abcd'].map(async (_name, lane) => {
    const ids: string[] = []
    for (let number = lane; number < size.scans; number += 4) {
      const idempotencyKey = randomUUID()
      ids.push(await persistently(async () => {
        const response = await fetch(`${app.service.address}/api/v1/scans/url`, { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': idempotencyKey }, body: JSON.stringify({ url: 'https://www.npmjs.com/package/server', force: true, webhook: receiver.url }) })
        const body = await response.json() as { data?: { scanId?: string } }
        if (response.status !== 202 || body.data?.scanId === undefined) throw new Error(`a scan was answered with ${response.status}: ${JSON.stringify(body)}`)
        return body.data.scanId
      }, deadline))
    }
    return ids
  }).concat(sendPulls(), sendDeliveries()))

  async function sendPulls(): Promise<string[]> {
    const heads: string[] = []
    for (let number = 0; number < size.checks; number += 1) {
      const repository = app.repository(`storm-${number}`)
      const base = repository.git.commit(projectWith({}, { 'README.md': String(number) }))
      const head = repository.git.commit(projectWith({ flawed: '1.0.0' }), { refs: ['refs/heads/feature'], parents: [base] })
      app.compare(repository, base, head)
      const guid = randomUUID()
      const pull = { action: 'opened', number: 1, pull_request: { draft: false, user: { id: 5, login: 'somebody' }, head: { sha: head, repo: { id: repository.at.id } }, base: { sha: base, ref: 'main' } }, repository: repository.payload(), installation: repository.installation }
      await persistently(async () => {
        const { status } = await app.send('pull_request', pull, { guid })
        if (status !== 202) throw new Error(`an event was answered with ${status}`)
      }, deadline)
      heads.push(head)
    }
    return heads
  }

  async function sendDeliveries(): Promise<string[]> {
    const [account] = await persistently(() => database.sql<{ id: string }[]>`select id from accounts where name = 'local'`, deadline)
    const events = Array.from({ length: size.deliveries }, () => exampleEvent(account?.id ?? '', new Date()))
    for (let start = 0; start < events.length; start += 10) {
      await persistently(async () => {
        await using queue = await openQueue({ url: database.url, log: pino({ level: 'silent' }) })
        await database.db.transaction((tx) => sendEvents({ queue }, tx, events.slice(start, start + 10).map((event) => ({ event, receivers: [{ url: receiver.url }] }))))
      }, deadline)
    }
    return events.map(({ id }) => id)
  }

  const [scans, heads, events] = [submitted.slice(0, 4).flat(), submitted[4] ?? [], submitted[5] ?? []]
  const killed = await storm
  const stormEnded = performance.now()
  await vi.waitFor(async () => {
    const [row] = await database.sql<{ scans: number; deliveries: number; checks: number }[]>`select
      (select count(*)::int from scans where status in ('pending', 'scanning')) as scans,
      (select count(*)::int from webhook_deliveries where status = 'waiting') as deliveries,
      (select count(*)::int from github_checks where concluded_at is null) as checks`
    expect({ ...row }).toEqual({ scans: 0, deliveries: 0, checks: 0 })
  }, { timeout: Math.max(deadline - Date.now(), 1_000), interval: 500 })
  const settledSeconds = (performance.now() - stormEnded) / 1_000

  const ended = await database.sql<{ id: string; status: string; attempts: number }[]>`select scans.id, status, attempts from scans join accounts on accounts.id = account_id where name = 'local'`
  const sent = await database.sql<{ id: string; status: string }[]>`select event_id as id, status from webhook_deliveries where url = ${receiver.url}`
  const arrived = Map.groupBy(receiver.received, ({ headers }) => String(headers['webhook-id']))
  process.stdout.write(`${JSON.stringify({ size, killed, settledSeconds: Math.round(settledSeconds), scans: ended.length, failedScans: ended.filter(({ status }) => status === 'failed').length, scansStartedAgain: ended.filter(({ attempts }) => attempts > 1).length, deliveries: sent.length, posts: receiver.received.length, checkRuns: app.github.checkRuns.length })}\n`)

  expect(ended.map(({ id }) => id).toSorted()).toEqual(scans.toSorted())
  expect(new Set(scans).size).toBe(size.scans)
  expect(ended.filter(({ status }) => status !== 'completed')).toEqual([])
  expect(sent.filter(({ status }) => status !== 'delivered')).toEqual([])
  expect([...arrived.keys()].toSorted()).toEqual([...new Set(sent.map(({ id }) => id))].toSorted())
  expect(events.filter((id) => !arrived.has(id))).toEqual([])
  for (const posts of arrived.values()) expect(new Set(posts.map(({ body }) => body)).size).toBe(1)
  expect(app.github.checkRuns.map(({ headSha, status }) => `${headSha} ${status}`).toSorted()).toEqual(heads.map((head) => `${head} completed`).toSorted())
  expect(app.github.problems).toEqual([])
  for (const { pid } of [...workers, app.service]) remember(pid)
  await Promise.all(workers.map(async (worker) => expect(await worker.end('SIGTERM')).toBe(0)))
  await app.service.end('SIGTERM')
  expect(everStarted.length).toBeGreaterThan(size.kills / 2)
  await vi.waitFor(() => expect(everStarted.filter((one) => isAlive(one))).toEqual([]), { timeout: 10_000 })
}, size.minutes * 60_000 + 60_000)
