import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/service/db/client.ts'
import { openCluster } from '../../src/service/db/embedded/cluster.ts'
import { dataFolder, runAssay, startAssay } from '../../test/support/assay-process.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../test/support/osv-feed.ts'
import { startCommand, startSettings } from '../as-started.ts'
import { type BenchPart, type Measurement, measurement, median } from '../measurement.ts'
import { randomNumbers } from '../random.ts'
import { scanDirectly } from './checks/scan-directly.ts'
import { watchOtherLoad } from './checks/other-load.ts'
import { sendDeliveries } from './github/deliveries.ts'
import { type MadeRun, type ServedPull, serveGitHub } from './github/served-github.ts'

const pullsAtOnce = 20
const rounds = Number(process.env['CHECKS_ROUNDS'] ?? 5)
const singles = Number(process.env['CHECKS_SINGLES'] ?? 120)
/** Number of checks before the measurement. They load and compile the code, and start child processes. */
const warmUps = 6
/** Response time of GitHub's API, similar to that over the network. */
const responseMs = Number(process.env['CHECKS_RESPONSE_MS'] ?? 100)
const concludedWithinMs = 15 * 60_000

const createdLimit = { name: 'limit', median: 1_000 }
const ratioLimit = { name: 'limit', median: 1.2 }

/**
 * Checks of pull requests, with a GitHub that responds slowly. Measures the time from a delivery to its queued check
 * run, one after another. Also measures the time from 20 deliveries at once to the last conclusion. The peer of the
 * latter is scanning 20 equal comparisons without the GitHub App, with the same service and git server.
 *
 * `CHECKS_ROUNDS`, `CHECKS_SINGLES`, and `CHECKS_RESPONSE_MS` change the size, for experiments.
 */
export const checks: BenchPart = {
  id: 'checks',
  async *run() {
    await using stack = new AsyncDisposableStack()
    const folder = dataFolder()
    stack.defer(() => folder.remove())
    const authorityPath = join(folder.path, 'authority.pem')
    const fake = stack.use(
      await serveGitHub({
        pulls: warmUps + singles + 2 * pullsAtOnce * rounds,
        owners: 1,
        authorityPath,
        shape: 'server',
        responseMs,
      }),
    )
    const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
    stack.defer(() => feed.remove())
    const settings = {
      ASSAY_DATA_DIR: join(folder.path, 'service'),
      OSV_URL: feed.url,
      ASSAY_ALLOW_NETWORKS: 'source=127.0.0.1/32,upstream=127.0.0.1/32',
      APP_ID: fake.appId,
      PRIVATE_KEY: fake.privateKeyPem.replaceAll('\n', '\\n'),
      WEBHOOK_SECRET: fake.webhookSecret,
      GHE_HOST: `localhost:${fake.gitPort}`,
      GITHUB_API_URL: fake.apiUrl,
      NODE_EXTRA_CA_CERTS: authorityPath,
      LOG_LEVEL: 'error',
    }
    const service = await startAssay({ ...startSettings, ...settings }, startCommand())
    stack.defer(async () => void (await service.end('SIGTERM')))
    await runAssay(
      ['accounts', 'set', 'local', '--plan', 'enterprise', '--limits', '100000000/15m,100000000/d'],
      settings,
    )
    const cluster = stack.use(await openCluster({ dataDir: settings.ASSAY_DATA_DIR }))
    const { db } = stack.use(openDatabase(cluster.url, { maxConnections: 2, applicationName: 'bench' }))
    const load = stack.use(watchOtherLoad(process.pid, cluster.dataFolder))
    let sentSoFar = 0
    const next = (count: number): readonly ServedPull[] => fake.pulls.slice(sentSoFar, (sentSoFar += count))
    const send = (pulls: readonly ServedPull[]) =>
      sendDeliveries(`${service.address}/api/github/webhooks`, {
        pulls,
        secret: fake.webhookSecret,
        aSecond: Infinity,
      })

    await send(next(warmUps))
    await concluded(fake.runs, warmUps)

    const random = randomNumbers(1)
    const created: number[] = []
    const concludedSingly: number[] = []
    load.start()
    for (let single = 0; single < singles; single += 1) {
      const [sent] = await send(next(1))
      const run = (await concluded(fake.runs, sentSoFar)).find(({ headSha }) => headSha === sent?.head)
      if (!sent || !run) throw new Error('a delivery has no check run')
      created.push(run.createdAt - sent.sentAt)
      concludedSingly.push((run.concludedAt ?? Number.NaN) - sent.sentAt)
      await pause(random() * 500)
    }
    const quiet = `one pull request at a time, GitHub responds after ${responseMs} ms`
    yield measurement({ measure: `${quiet}: delivery to check run`, unit: 'ms', samples: created })
    yield percentile(`${quiet}: delivery to check run`, created, 0.95)
    yield measurement({ measure: `${quiet}: delivery to conclusion`, unit: 'ms', samples: concludedSingly })
    yield load.end(quiet)

    const [checkedMs, scannedMs, createdAtOnce]: number[][] = [[], [], []]
    const checkAtOnce = async () => {
      const pulls = next(pullsAtOnce)
      const sent = await send(pulls)
      const startedAt = Math.min(...sent.map(({ sentAt }) => sentAt))
      const runs = (await concluded(fake.runs, sentSoFar)).filter(({ headSha }) =>
        pulls.some(({ head }) => head === headSha),
      )
      if (runs.length !== pullsAtOnce || runs.some(({ conclusion }) => conclusion !== 'failure'))
        throw new Error('a check has the wrong conclusion')
      createdAtOnce?.push(...runs.map(({ createdAt }) => createdAt - startedAt))
      checkedMs?.push(Math.max(...runs.map(({ concludedAt }) => concludedAt ?? Number.NaN)) - startedAt)
    }
    const scanned: ServedPull[] = fake.pulls.slice(-rounds * pullsAtOnce)
    const scanAtOnce = async (round: number) =>
      scannedMs?.push(
        await scanDirectly(
          { db, service, gitPort: fake.gitPort },
          scanned.slice(round * pullsAtOnce, (round + 1) * 20),
        ),
      )
    load.start()
    for (let round = 0; round < rounds; round += 1) {
      // The order alternates so that other load on the machine affects both.
      if (round % 2 === 0) await checkAtOnce()
      await scanAtOnce(round)
      if (round % 2 !== 0) await checkAtOnce()
    }
    const atOnce = `${pullsAtOnce} pull requests at once, GitHub responds after ${responseMs} ms`
    yield* ratios(atOnce, checkedMs ?? [], scannedMs ?? [])
    yield measurement({ measure: `${atOnce}: delivery to check run`, unit: 'ms', samples: createdAtOnce ?? [] })
    yield percentile(`${atOnce}: delivery to check run`, createdAtOnce ?? [], 0.95)
    yield load.end(atOnce)
  },
}

function percentile(measure: string, samples: readonly number[], share: number): Measurement {
  const sorted = samples.toSorted((a, b) => a - b)
  return measurement({
    measure,
    unit: `ms (p${share * 100})`,
    samples: [sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN],
    peer: createdLimit,
  })
}

const seconds = (samples: readonly number[]) => samples.map((ms) => ms / 1_000)

/** Ratio of each round: the time with checks divided by the time of the scans alone. */
function* ratios(what: string, checkedMs: readonly number[], scannedMs: readonly number[]): Iterable<Measurement> {
  yield measurement({
    measure: `${what}: delivery to last conclusion`,
    unit: 's',
    samples: seconds(checkedMs),
    peer: { name: 'the same scans without the GitHub App', median: median(seconds(scannedMs)) },
  })
  yield measurement({
    measure: `${what}: delivery to last conclusion, divided by the time of the scans alone, by round`,
    unit: 'times',
    samples: checkedMs.map((ms, round) => ms / (scannedMs[round] ?? Number.NaN)),
    peer: ratioLimit,
  })
}

/** Resolves with GitHub's check runs when this number of them has a conclusion. */
async function concluded(read: () => Promise<readonly MadeRun[]>, count: number): Promise<readonly MadeRun[]> {
  const deadline = performance.now() + concludedWithinMs
  for (;;) {
    const runs = await read()
    if (runs.filter(({ concludedAt }) => concludedAt !== undefined).length >= count) return runs
    if (performance.now() > deadline) throw new Error('the checks were not concluded')
    await pause(100)
  }
}
