import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { freshCluster } from '../../bench/fresh-installation.ts'
import { postmasters } from '../db/embedded/running.ts'
import { installedApp, projectWith } from '../github/service/installed-app.ts'
import type { AssayProcess } from '../support/assay-process.ts'
import { examplePackages } from '../support/example-packages.ts'
import { startNpmStandIn } from '../support/npm-stand-in.ts'
import { trustedCertificate } from '../support/tls-certificate.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { killProcesses, persistently, startPersistently } from './kill-processes.ts'
import { isAlive, type KnownProcess, withDescendants } from './process-tree.ts'
import { stormSize } from './storm-size.ts'
import { expectNothingLost, sendDeliveries, type StormTarget, submitScans, tellOutcome, untilSettled } from './storm-traffic.ts'

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

  const target: StormTarget = { database, receiver, address: () => app.service.address, key: app.service.key ?? '', deadline }
  const [scans, heads, events] = await Promise.all([submitScans(target, size.scans), sendPulls(), sendDeliveries(target, size.deliveries)])

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

  const killed = await storm
  const settledSeconds = await untilSettled(target)
  const counts = await expectNothingLost(target, { scans, events })
  tellOutcome('killed processes', { size, killed, settledSeconds, ...counts, checkRuns: app.github.checkRuns.length })
  expect(app.github.checkRuns.map(({ headSha, status }) => `${headSha} ${status}`).toSorted()).toEqual(heads.map((head) => `${head} completed`).toSorted())
  expect(app.github.problems).toEqual([])
  for (const { pid } of [...workers, app.service]) remember(pid)
  await Promise.all(workers.map(async (worker) => expect(await worker.end('SIGTERM')).toBe(0)))
  await app.service.end('SIGTERM')
  expect(everStarted.length).toBeGreaterThan(size.kills / 2)
  await vi.waitFor(() => expect(everStarted.filter((one) => isAlive(one))).toEqual([]), { timeout: 10_000 })
}, size.minutes * 60_000 + 60_000)
