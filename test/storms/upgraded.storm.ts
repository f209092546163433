import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'
import { freshCluster } from '../../bench/fresh-installation.ts'
import { type AssayProcess, environment, startAssay } from '../support/assay-process.ts'
import { earlierCommit, installEarlierVersion } from './earlier-version.ts'
import { startLoadBalancer } from './load-balancer.ts'
import { startStormSurroundings } from './storm-service.ts'
import { stormSize } from './storm-size.ts'
import { expectNothingLost, registerEndpoint, submitScan, tellOutcome, untilSettled } from './storm-traffic.ts'

const size = stormSize()
const commit = earlierCommit()
const present = fileURLToPath(new URL('../..', import.meta.url))
const workers = 2
/** Time between two reads of a client, in milliseconds. The clients together send about 40 requests a second. */
const betweenReadsMs = 100
const readers = 4
/** Time for which each step of the upgrade is under traffic, in milliseconds. */
const stepMs = 5_000

it.skipIf(commit === undefined)(
  'answers every request while it is upgraded from an earlier version, and loses nothing',
  async () => {
    const deadline = Date.now() + size.minutes * 60_000
    await using cluster = await freshCluster({ max_connections: '200' })
    await using stack = new AsyncDisposableStack()
    const earlier = stack.use(installEarlierVersion(commit ?? ''))
    const around = stack.use(await startStormSurroundings())
    const secret = randomBytes(32).toString('hex')
    const settingsFor = (url: string, name: string) => ({
      ...around.settings,
      DATABASE_URL: url,
      ASSAY_SECRET: secret,
      ASSAY_DATA_DIR: join(around.folder, name),
    })
    const migrate = async (version: string, url: string) => {
      const env = environment(settingsFor(url, 'migration'))
      await promisify(execFile)(process.execPath, [join(version, 'assay.js'), 'migrate'], { env })
    }
    const database = stack.use(await cluster.database((url) => migrate(earlier.folder, url)))
    const start = async (version: string, role: 'web' | 'worker', name: string) => {
      const program = [process.execPath, join(version, 'assay.js'), role] as const
      const started = await startAssay(settingsFor(database.url, name), [...program])
      stack.defer(async () => void (await started.end('SIGKILL')))
      return started
    }

    const web = await start(earlier.folder, 'web', 'earlier-web')
    const before: AssayProcess[] = []
    for (let worker = 0; worker < workers; worker += 1)
      before.push(await start(earlier.folder, 'worker', `earlier-worker-${worker}`))
    const balancer = stack.use(await startLoadBalancer(web.address))
    const at = { receiver: around.receiver, address: () => balancer.address, key: web.key ?? '' }
    const target = { ...at, database, endpointId: await registerEndpoint(at), deadline }

    const scans: string[] = []
    const errors: string[] = []
    let requests = 0
    const over = new AbortController()
    /** Repeats nothing: a client that gets an error reports it. */
    const counted = async (name: string, send: () => Promise<unknown>) => {
      requests += 1
      await send().catch((error: unknown) => errors.push(`${name}: ${String(error)}`))
    }
    const submit = async () => {
      for (let number = 0; number < size.scans || !over.signal.aborted; number += 1) {
        await counted('a scan', async () => scans.push(await submitScan(target, { isReceiverNamed: number < 10 })))
        await pause(stepMs / 5)
      }
    }
    const read = async () => {
      for (let number = 0; !over.signal.aborted; number += 1) {
        const latest = scans.at(-1)
        const paths = ['/', '/api/v1/scans', '/api/v1/servers', '/healthz', latest ? `/api/v1/scans/${latest}` : '/']
        const path = paths[number % paths.length] ?? '/'
        await counted(path, async () => {
          const { status } = await answerTo(`${balancer.address}${path}`, target.key)
          if (status !== 200) throw new Error(`answered with ${status}`)
        })
        await pause(betweenReadsMs)
      }
    }
    const seconds: Record<string, number> = {}
    const step = async (name: string, work: () => Promise<void>) => {
      await pause(stepMs)
      const startedAt = performance.now()
      await work()
      seconds[name] = Math.round((performance.now() - startedAt) / 100) / 10
    }
    const upgrade = async () => {
      await step('migrate', () => migrate(present, database.url))
      for (const [number, worker] of before.entries())
        await step(`worker ${number}`, async () => {
          await start(present, 'worker', `worker-${number}`)
          expect(await worker.end('SIGTERM')).toBe(0)
        })
      await step('web', async () => {
        const { address } = await start(present, 'web', 'web')
        await vi.waitFor(async () => expect((await answerTo(`${address}/readyz`)).status).toBe(200), 60_000)
        balancer.sendTo(address)
        expect(await web.end('SIGTERM')).toBe(0)
      })
      await pause(stepMs)
    }
    try {
      await Promise.all([submit(), ...Array.from({ length: readers }, read), upgrade().finally(() => over.abort())])
    } finally {
      over.abort()
    }
    const settledSeconds = await untilSettled(target)
    await expectNothingLost(target, { scans, events: [] }, (counts) =>
      tellOutcome('upgraded', { from: commit, seconds, requests, errors: errors.length, settledSeconds, ...counts }),
    )
    expect(errors).toEqual([])
  },
  size.minutes * 60_000 + 300_000,
)

async function answerTo(url: string, key?: string): Promise<{ readonly status: number }> {
  const response = await fetch(url, { headers: key ? { 'x-api-key': key } : {}, signal: AbortSignal.timeout(30_000) })
  await response.arrayBuffer()
  return { status: response.status }
}
