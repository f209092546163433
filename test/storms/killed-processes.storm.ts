import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFailed, vi } from 'vitest'
import { freshCluster } from '../../bench/fresh-installation.ts'
import { postmasters } from '../service/db/embedded/running.ts'
import { installedApp } from '../service/github/e2e/installed-app.ts'
import type { AssayProcess } from '../support/assay-process.ts'
import { examplePackages } from '../support/example-packages.ts'
import { startNpmStandIn } from '../support/npm-stand-in.ts'
import { trustedCertificate } from '../support/tls-certificate.ts'
import { startReceiver } from '../service/webhooks/receiver.ts'
import { killProcesses, persistently, startPersistently } from './kill-processes.ts'
import { inShort, recoveries, watchLostJobs } from './lost-jobs.ts'
import { isAlive, type KnownProcess, scanProcesses, withDescendants } from './process-tree.ts'
import { sendPulls } from './send-pulls.ts'
import { stormSize } from './storm-size.ts'
import {
  expectNothingLost,
  registerEndpoint,
  sendDeliveries,
  type StormTarget,
  submitScan,
  submitScans,
  tellOutcome,
  untilSettled,
} from './storm-traffic.ts'

const size = stormSize()
const takenOver = 'job restarted: worker lost'
const attemptFailed = '"msg":"job failed"'

it(
  'loses nothing when workers, their scan processes, the web process and PostgreSQL are killed at random',
  async () => {
    await using stack = new AsyncDisposableStack()
    const deadline = Date.now() + size.minutes * 60_000
    const cluster = stack.use(await freshCluster({ max_connections: '200' }))
    const database = stack.use(await cluster.database())
    const registry = stack.use(await startNpmStandIn(examplePackages))
    const certificate = await trustedCertificate()
    const receiver = stack.use(await startReceiver(certificate))
    const app = stack.use(
      await installedApp({
        certificate,
        role: 'web',
        settings: {
          DATABASE_URL: database.url,
          ASSAY_SECRET: randomBytes(32).toString('hex'),
          npm_config_registry: registry.url,
          ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32,webhook=127.0.0.1/32',
          LOG_LEVEL: 'warn',
        },
      }),
    )
    const everRun: AssayProcess[] = [app.service]
    onTestFailed(
      () =>
        void process.stdout.write(
          `${everRun
            .slice(-6)
            .map((one) => one.log().slice(-2_000))
            .join('\n')}\n`,
        ),
    )
    const lost = stack.use(watchLostJobs(database))
    const workers: AssayProcess[] = [
      await startPersistently(app.settings, 'worker'),
      await startPersistently(app.settings, 'worker'),
    ]
    stack.defer(async () => void (await Promise.all(workers.map((worker) => worker.end('SIGKILL')))))
    everRun.push(...workers)

    const at = { receiver, address: () => app.service.address, key: app.service.key ?? '' }
    const target: StormTarget = { ...at, database, endpointId: await registerEndpoint(at), deadline }

    const everStarted: KnownProcess[] = []
    const remember = (pid: number | undefined) => void everStarted.push(...withDescendants(pid ?? 0))
    const killWorker = (place: number) => async () => {
      remember(workers[place]?.pid)
      await workers[place]?.end('SIGKILL')
      workers[place] = await startPersistently(app.settings, 'worker')
      everRun.push(workers[place])
    }
    const scansToKill: string[] = []
    /** Kills a scan process or a fetcher that runs. Its worker stays. */
    const killScanProcess = async () => {
      // All other scans may have ended.
      scansToKill.push(await persistently(() => submitScan(target, { isReceiverNamed: false }), deadline))
      const found = await vi.waitUntil(() => anyOf(scanProcesses(workers.map(({ pid }) => pid ?? 0))), {
        timeout: 60_000,
        interval: 50,
      })
      remember(found)
      process.kill(found, 'SIGKILL')
    }
    /** Spreads events over the available work, at most this far apart. */
    const untilDue = (maxMs: number) => async (part: number) => {
      const latest = performance.now() + maxMs
      const isDue = async () => {
        const [row] = await database.sql<
          { ended: number }[]
        >`select count(*)::int as ended from scans where status not in ('pending', 'scanning')`
        return (row?.ended ?? 0) >= 0.8 * size.scans * part
      }
      while (performance.now() < latest && !(await isDue().catch(() => false))) await pause(500)
    }
    const storm = killProcesses(
      {
        'first worker': killWorker(0),
        'second worker': killWorker(1),
        'scan process': killScanProcess,
        'web process': async () => {
          remember(app.service.pid)
          await persistently(() => app.restart('SIGKILL'), deadline)
          everRun.push(app.service)
        },
        PostgreSQL: async () => {
          const before = postmasters(cluster.folder)
          for (const pid of before) process.kill(pid, 'SIGKILL')
          await persistently(async () => {
            // Processes of the killed one respond for a moment.
            if (postmasters(cluster.folder).every((pid) => before.includes(pid)))
              throw new Error('PostgreSQL is not back')
            await database.sql`select 1`
            const { status } = await fetch(`${app.service.address}/readyz`, { signal: AbortSignal.timeout(10_000) })
            if (status !== 200) throw new Error(`/readyz says ${status}`)
          }, deadline)
        },
      },
      size.kills,
      untilDue(30_000),
    )

    const [scans, heads, events] = await Promise.all([
      submitScans(target, size.scans),
      sendPulls(app, size.checks, deadline),
      sendDeliveries(target, size.deliveries, untilDue(5_000)),
    ])

    const killed = await storm
    const settledSeconds = await untilSettled(target)
    const readiness = await fetch(`${app.service.address}/readyz`)
    for (const { pid } of [...workers, app.service]) remember(pid)
    const codes = await Promise.all(workers.map((worker) => worker.end('SIGTERM')))
    await app.service.end('SIGTERM')
    const orphans = () => everStarted.filter((one) => isAlive(one))
    await vi.waitFor(() => expect(orphans()).toEqual([]), { timeout: 10_000 }).catch(() => {})
    const said = (words: string) => everRun.reduce((count, one) => count + one.log().split(words).length - 1, 0)
    const tell = (counts: object) =>
      tellOutcome('killed processes', {
        size,
        kills: recoveries(killed),
        settledSeconds,
        ...counts,
        checks: heads.length,
        checksConcluded: app.github.checkRuns.filter(({ status }) => status === 'completed').length,
        jobsStoodStill: Object.fromEntries([...lost.stoodStill].map(([name, seconds]) => [name, inShort(seconds)])),
        processes: everStarted.length,
        orphans: orphans().length,
        said: { takenOver: said(takenOver), databaseAway: said('"msg":"queue error"') },
      })
    const counts = await expectNothingLost(target, { scans: [...scans, ...scansToKill], events }, tell)
    expect(app.github.checkRuns.map(({ headSha, status }) => `${headSha} ${status}`).toSorted()).toEqual(
      heads.map((head) => `${head} completed`).toSorted(),
    )
    expect(app.github.problems).toEqual([])
    expect(readiness.status).toBe(200)
    expect(codes).toEqual([0, 0])
    expect(everStarted.length).toBeGreaterThan(size.kills / 2)
    expect(orphans()).toEqual([])
    // The logs report what happened: which worker took over the work of a dead one, which attempt failed without the
    // database, and that the database was unavailable.
    if (counts.scansStartedAgain > 0) expect(said(takenOver) + said(attemptFailed)).toBeGreaterThan(0)
    expect(said('"msg":"queue error"')).toBeGreaterThan(0)
  },
  size.minutes * 60_000 + 60_000,
)

const anyOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)]
