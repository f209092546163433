import { availableParallelism, loadavg } from 'node:os'
import { freshCluster } from '../../../../bench/fresh-installation.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'
import { quantile, runStorm } from './run-storm.ts'

// Sends 2,000 events to 50 receivers, 40 of them faulty. Exits with 1 if any delivery has a wrong outcome.
//   node test/service/webhooks/storm/storm.ts

const storm = { healthy: 10, hanging: 20, failing: 10, resetting: 5, streaming: 5, eventsEach: 40, attemptMs: 30_000 }

await using cluster = await freshCluster()
await using database = await cluster.database()
const result = await runStorm(database, await trustedCertificate(), storm, (latenciesMs) => {
  process.stderr.write(
    `healthy receivers: p95 ${quantile(latenciesMs, 0.95)} ms of ${latenciesMs.length}, at a load of ` +
      `${loadavg()[0]} on ${availableParallelism()} processors\n`,
  )
})
const { latenciesMs, ...counts } = result
const p95 = quantile(latenciesMs, 0.95)
process.stdout.write(
  'storm webhooks: ' +
    `${JSON.stringify({
      latency: {
        p50: quantile(latenciesMs, 0.5),
        p95,
        p99: quantile(latenciesMs, 0.99),
        most: quantile(latenciesMs, 1),
      },
      ...counts,
    })}` +
    `\n`,
)

const good = (storm.healthy + storm.streaming) * storm.eventsEach
const bad = (storm.hanging + storm.failing + storm.resetting) * storm.eventsEach
const problems = [
  result.healthyReceived === storm.healthy * storm.eventsEach && result.healthyDistinct === result.healthyReceived
    ? []
    : ['healthy receivers did not get every event once'],
  result.delivered === good && result.failed === bad && result.waiting === 0 ? [] : ['deliveries do not add up'],
  result.oddlyFailed === 0 && result.attempts === good + 5 * bad ? [] : ['attempts do not add up'],
  p95 < 1_000 ? [] : [`p95 of healthy receivers is ${p95} ms`],
  // The receivers in this process keep what they received.
  result.heapMiB.end - result.heapMiB.start < 50 ? [] : ['memory grew by 50 MiB or more'],
].flat()
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
