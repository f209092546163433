import { freshCluster } from '../fresh-installation.ts'
import { type BenchPart, type Measurement, measurement, median } from '../measurement.ts'
import { estimateErrors } from './api/estimate-errors.ts'
import { runLoad } from './api/load.ts'
import { serveVariants, type Variant } from './api/served-variants.ts'

const rounds = 5
const requestsPerRound = 2_500
const connections = 50

/**
 * Measures the cost of reading one scan, compared with bare Express, and the accuracy of the estimated end of a scan.
 */
export const api: BenchPart = {
  id: 'api',
  async *run() {
    yield* measureReading()
    const { errors, durations } = await estimateErrors()
    yield measurement({
      measure: 'estimatedCompletionTime: |estimate - actual| for a scan in a busy queue',
      unit: 's',
      samples: errors,
      peer: { name: 'time from submission to completion', median: median(durations) },
    })
  },
}

async function* measureReading(): AsyncIterable<Measurement> {
  await using stack = new AsyncDisposableStack()
  const cluster = stack.use(await freshCluster())
  const client = stack.use(await cluster.database())
  // One extra round for the warm-up.
  const served = await serveVariants(client, stack, (rounds + 1) * requestsPerRound)
  const variants = Object.values(served)
  const rates = new Map<Variant, number[]>(variants.map((variant) => [variant, []]))
  const latencies = new Map<Variant, number[]>(variants.map((variant) => [variant, []]))
  /** CPU time of this process, which only serves. It stays stable on a shared machine. */
  const costs = new Map<Variant, number[]>(variants.map((variant) => [variant, []]))
  for (let round = 0; round <= rounds; round += 1) {
    // The variants alternate so that other load on the machine affects all equally.
    for (const variant of variants) {
      const before = process.cpuUsage()
      const { seconds, p99Ms } = await runLoad({
        host: variant.host,
        port: variant.port,
        requests: variant.requests,
        connections,
        count: requestsPerRound,
      })
      const { user, system } = process.cpuUsage(before)
      if (round === 0) continue
      costs.get(variant)?.push((user + system) / requestsPerRound)
      rates.get(variant)?.push(requestsPerRound / seconds)
      latencies.get(variant)?.push(p99Ms)
    }
  }
  const peers: readonly (readonly [Variant, Variant | undefined])[] = [
    [served.bare, undefined],
    [served.query, served.bare],
    [served.plainQuery, served.bare],
    [served.team, served.query],
    [served.team, served.plainQuery],
    [served.free, served.query],
    [served.free, served.plainQuery],
  ]
  for (const [variant, peer] of peers) {
    const against = (samples: Map<Variant, number[]>) =>
      peer ? { name: peer.name, median: median(samples.get(peer) ?? []) } : undefined
    yield measurement({
      measure: `read a scan, ${connections} connections: ${variant.name}`,
      unit: 'requests/s',
      samples: rates.get(variant) ?? [],
      peer: against(rates),
    })
    yield measurement({
      measure: `read a scan, ${connections} connections: ${variant.name}`,
      unit: 'ms p99',
      samples: latencies.get(variant) ?? [],
      peer: against(latencies),
    })
    yield measurement({
      measure: `read a scan, ${connections} connections: ${variant.name}`,
      unit: 'µs of CPU per request',
      samples: costs.get(variant) ?? [],
      peer: against(costs),
    })
  }
}
