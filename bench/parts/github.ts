import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dataFolder, startAssay } from '../../test/support/assay-process.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../test/support/osv-feed.ts'
import { openCluster } from '../../src/service/db/embedded/cluster.ts'
import { type BenchPart, type Measurement, measurement, median } from '../measurement.ts'
import { cpuMs, postgresCpuMs } from './github/cpu-time.ts'
import { type SentDelivery, sendDeliveries } from './github/deliveries.ts'
import { makeRunDirectly } from './github/direct-run.ts'
import { type MadeRun, serveGitHub } from './github/served-github.ts'

const aSecond = 20
/** Warm-up deliveries, because the first seconds of a process are not representative. */
const warmUps = 100
const measured = 30 * aSecond
/** Deliveries per window. Percentiles are computed for each window of a run. */
const windowSize = 5 * aSecond
/** Deliveries that are sent afterward at a higher rate, so that more than a thousand checks are in progress. */
const more = 600
const moreASecond = 100
const direct = 200
/** Number of owners. Each has an installation and an account, whose queue accepts 1,000 scans. */
const owners = 20

const ackLimit = { name: 'limit', median: 100 }
const createdLimit = { name: 'limit', median: 1_000 }
const inFlightAim = { name: 'goal', median: 1_000 }
/**
 * Time limit for all conclusions. A check needs two scans, and a machine with two cores runs at least three per second.
 */
const concludedWithinMs = 30 * 60_000

/**
 * Measures the time from a signed delivery to its response and to its check run on GitHub, while scans wait and run,
 * and then until every check is concluded.
 */
export const github: BenchPart = {
  id: 'github',
  async *run() {
    await using stack = new AsyncDisposableStack()
    const folder = dataFolder()
    stack.defer(() => folder.remove())
    const authorityPath = join(folder.path, 'authority.pem')
    const fake = stack.use(
      await serveGitHub({
        pulls: warmUps + measured + more + direct,
        owners,
        authorityPath,
        shape: 'lockfile',
        responseMs: 0,
      }),
    )
    const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
    stack.defer(() => feed.remove())
    const bare = await bareReceiver(stack, fake.webhookSecret)
    const acks = await sendDeliveries(bare, {
      pulls: fake.pulls.slice(0, 10 * aSecond),
      secret: fake.webhookSecret,
      aSecond,
    })
    const bareAck = { name: 'bare Express that verifies and parses', median: median(acks.map(({ ackMs }) => ackMs)) }
    const directly: number[] = []
    for (const pull of fake.pulls.slice(-direct)) directly.push(await makeRunDirectly(fake, pull))
    const directRun = { name: 'requesting only the token and the check run', median: median(directly) }

    const dataDir = join(folder.path, 'service')
    const service = await startAssay({
      ASSAY_DATA_DIR: dataDir,
      OSV_URL: feed.url,
      ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
      APP_ID: fake.appId,
      PRIVATE_KEY: fake.privateKeyPem.replaceAll('\n', '\\n'),
      WEBHOOK_SECRET: fake.webhookSecret,
      GHE_HOST: `localhost:${fake.gitPort}`,
      GITHUB_API_URL: fake.apiUrl,
      NODE_EXTRA_CA_CERTS: authorityPath,
      LOG_LEVEL: 'error',
    })
    stack.defer(async () => void (await service.end('SIGTERM')))
    const cluster = stack.use(await openCluster({ dataDir }))
    const send = (pulls: typeof fake.pulls, each: number) =>
      sendDeliveries(`${service.address}/api/github/webhooks`, { pulls, secret: fake.webhookSecret, aSecond: each })
    const pulls = fake.pulls.slice(0, warmUps + measured)
    const before = { service: cpuMs(service.pid), postgres: postgresCpuMs(cluster.dataFolder) }
    const sent = (await send(pulls, aSecond)).slice(warmUps)
    const runs = await allRuns(fake.runs, pulls.length + direct)
    const used = {
      service: cpuMs(service.pid) - before.service,
      postgres: postgresCpuMs(cluster.dataFolder) - before.postgres,
    }
    const created = sent.map((delivery) => creationMs(delivery, runs))
    const ackMs = sent.map((delivery) => delivery.ackMs)

    const what = `${aSecond} deliveries per second for ${measured / aSecond} s, two concurrent scans`
    yield measurement({ measure: `${what}: response`, unit: 'ms', samples: ackMs, peer: bareAck })
    yield ofWindows(`${what}: response`, ackMs, 0.99, ackLimit)
    yield measurement({ measure: `${what}: delivery to check run`, unit: 'ms', samples: created, peer: directRun })
    yield ofWindows(`${what}: delivery to check run`, created, 0.95, createdLimit)
    yield measurement({
      measure: `${what}: checks not concluded at the end`,
      unit: 'checks',
      samples: [runs.filter(({ status }) => status !== 'completed').length - direct],
    })
    yield measurement({
      measure: `${what}: CPU of the service per delivery, including scans`,
      unit: 'ms',
      samples: [used.service / pulls.length],
    })
    yield measurement({
      measure: `${what}: CPU of PostgreSQL per delivery, including scans`,
      unit: 'ms',
      samples: [used.postgres / pulls.length],
    })

    const all = fake.pulls.slice(0, -direct)
    await send(all.slice(pulls.length), moreASecond)
    const inFlight = unfinished(await allRuns(fake.runs, all.length + direct)) - direct
    const startedAt = performance.now()
    const ended = await concluded(fake.runs, direct)
    const heads = new Set(all.map(({ head }) => head))
    yield measurement({
      measure: 'checks in progress at the same time',
      unit: 'checks',
      samples: [inFlight],
      peer: inFlightAim,
    })
    yield measurement({
      measure: `${inFlight} checks in progress: time until all are concluded`,
      unit: 's',
      samples: [(performance.now() - startedAt) / 1_000],
    })
    yield measurement({
      measure: `${inFlight} checks in progress: correctly concluded with a single check run, of ${all.length}`,
      unit: 'checks',
      samples: [heads.size - wronglyEnded(ended, heads)],
      peer: { name: 'all', median: all.length },
    })
    yield measurement({
      measure: `${what}: peak memory of the service`,
      unit: 'MB',
      samples: [peakMegabytes(service.pid)],
    })
  },
}

/** Percentile of each window of 5 s: the median of the windows, and the worst. */
function ofWindows(
  measure: string,
  samples: readonly number[],
  share: 0.95 | 0.99,
  limit: { name: string; median: number },
): Measurement {
  const windows = Array.from({ length: Math.floor(samples.length / windowSize) }, (_, index) =>
    samples.slice(index * windowSize, (index + 1) * windowSize).toSorted((a, b) => a - b),
  )
  return measurement({
    measure,
    unit: `ms (p${share * 100} of 5 s windows)`,
    samples: windows.map((window) => window[Math.ceil(window.length * share) - 1] ?? Number.NaN),
    peer: limit,
  })
}

function creationMs({ head, sentAt }: SentDelivery, runs: readonly MadeRun[]): number {
  const run = runs.find(({ headSha }) => headSha === head)
  if (!run) throw new Error(`there is no run of ${head}`)
  return run.createdAt - sentAt
}

/** Resolves with GitHub's state when every check has its run. */
async function allRuns(read: () => Promise<readonly MadeRun[]>, count: number): Promise<readonly MadeRun[]> {
  for (let look = 0; look < 180; look += 1) {
    const runs = await read()
    if (runs.length >= count) return runs
    await pause(1_000)
  }
  throw new Error(`only ${(await read()).length} of ${count} runs were made within three minutes`)
}

const unfinished = (runs: readonly MadeRun[]) => runs.filter(({ status }) => status !== 'completed').length

/** Resolves with GitHub's state when only the separately created runs have no conclusion, or when the time is over. */
async function concluded(read: () => Promise<readonly MadeRun[]>, left: number): Promise<readonly MadeRun[]> {
  const deadline = performance.now() + concludedWithinMs
  for (;;) {
    const runs = await read()
    if (unfinished(runs) <= left || performance.now() > deadline) return runs
    await pause(1_000)
  }
}

/** Returns the number of commits without exactly one failed run. Every commit adds a vulnerability. */
function wronglyEnded(runs: readonly MadeRun[], heads: ReadonlySet<string>): number {
  const right = new Map<string, boolean>()
  for (const { headSha, conclusion } of runs) right.set(headSha, conclusion === 'failure' && !right.has(headSha))
  return [...heads].filter((head) => right.get(head) !== true).length
}

async function bareReceiver(stack: AsyncDisposableStack, secret: string): Promise<string> {
  const child = fork(fileURLToPath(new URL('github/bare-receiver.ts', import.meta.url)))
  stack.defer(() => void child.disconnect())
  child.send(secret)
  const [address] = (await once(child, 'message')) as [string]
  return address
}

/** Peak resident memory of one process (`VmHWM` of proc(5)), without its child processes. */
function peakMegabytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}
