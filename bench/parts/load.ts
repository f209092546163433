import { openDatabase } from '../../src/service/db/client.ts'
import { openCluster } from '../../src/service/db/embedded/cluster.ts'
import { dataFolder, runAssay, startAssay } from '../../test/support/assay-process.ts'
import { examplePackages } from '../../test/support/example-packages.ts'
import { startNpmStandIn } from '../../test/support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../test/support/osv-feed.ts'
import { startCommand, startSettings } from '../as-started.ts'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { cpuSeconds } from '../process-cpu.ts'
import { sendTraffic } from './load/mixed-traffic.ts'
import { mixOfRequests, serversToRead } from './load/mix.ts'
import { type MemoryWatch, type Owner, owners, watchMemory } from './load/memory-watch.ts'
import { inspectable, reachableMegabytes } from './load/reachable-memory.ts'
import { seedRegistry } from './registry/seed.ts'

const perSecond = Number(process.env['LOAD_RATE'] ?? 200)
const minutes = Number(process.env['LOAD_MINUTES'] ?? 10)
/** Number of servers, more than are published today. The part `registry` measures lists and searches of a million. */
const servers = Number(process.env['LOAD_SERVERS'] ?? 20_000)
/** Time to fill caches and compile code. */
const warmUpSeconds = 30

/**
 * A service in one process with web, worker, and embedded PostgreSQL. It receives mixed requests at a fixed rate while
 * it scans. `LOAD_MINUTES` and `LOAD_RATE` change the size, for experiments. The client runs on the same cores.
 */
export const load: BenchPart = {
  id: 'load',
  async *run() {
    const folder = dataFolder()
    const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
    const registry = await startNpmStandIn(examplePackages)
    const settings = {
      ASSAY_DATA_DIR: folder.path,
      npm_config_registry: registry.url,
      ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
      OSV_URL: feed.url,
      LOG_LEVEL: 'error',
    }
    const service = await startAssay({ ...startSettings, ...settings }, startCommand(...inspectable))
    try {
      await runAssay(
        ['accounts', 'set', 'local', '--plan', 'enterprise', '--limits', '100000000/15m,100000000/d'],
        settings,
      )
      const mix = mixOfRequests(await fillRegistry(folder.path))
      const traffic = { address: service.address, key: service.key ?? '', perSecond, ...mix }
      await sendTraffic({ ...traffic, seconds: warmUpSeconds })
      const reachableBefore = await reachableMegabytes(service.pid, service.log)
      await using memory = watchMemory(service.pid)
      const cpuBefore = cpuSeconds(service.pid)
      const { latenciesMs, faults } = await sendTraffic({ ...traffic, seconds: minutes * 60 })
      const cpu = cpuSeconds(service.pid) - cpuBefore
      await memory[Symbol.asyncDispose]()
      const reachableAfter = await reachableMegabytes(service.pid, service.log)
      const what = `${perSecond} requests per second for ${minutes} min, scans running`
      for (const [fault, count] of faults) process.stderr.write(`load: ${count} times ${fault}\n`)
      const answered = measurement({ measure: what, unit: 'ms', samples: latenciesMs })
      yield answered
      yield measurement({
        measure: `${what}: 99th percentile`,
        unit: 'ms',
        samples: [answered.p99],
        peer: { name: 'limit', median: 250 },
      })
      const failed = [...faults.values()].reduce((sum, count) => sum + count, 0)
      yield measurement({
        measure: `${what}: responses with a status below 400`,
        unit: '% of requests',
        samples: [100 * (1 - failed / (perSecond * minutes * 60))],
        peer: { name: 'limit', median: 100 },
      })
      yield measurement({ measure: `${what}: scans completed`, unit: 'scans', samples: [mix.completed()] })
      // Includes the work of this process for scans. Excludes child processes and PostgreSQL.
      yield measurement({
        measure: `${what}: the service's own process`,
        unit: 'ms of CPU per request',
        samples: [(cpu * 1_000) / latenciesMs.length],
      })
      yield* memoryMeasures(what, memory)
      yield measurement({
        measure: `${what}: memory of the service's own process after a full garbage collection, at the end`,
        unit: 'MB',
        samples: [reachableAfter],
        peer: { name: 'after the warm-up', median: reachableBefore },
      })
    } finally {
      await service.end('SIGTERM')
      await registry.close()
      feed.remove()
      folder.remove()
    }
  },
}

const named: Readonly<Record<Owner, string>> = {
  service: "the service's own process",
  children: 'its children',
  database: "PostgreSQL's processes",
  buffers: 'the buffers that they share, up to their bound',
}

function* memoryMeasures(what: string, memory: MemoryWatch): Iterable<Measurement> {
  for (const owner of owners) {
    yield measurement({ measure: `${what}: memory of ${named[owner]}`, unit: 'MB', samples: memory.samples(owner) })
    // Measured in the second half, because V8's heap stabilizes after about five minutes. Retained memory is a separate
    // measure.
    yield measurement({
      measure: `${what}: growth of memory of ${named[owner]}`,
      unit: 'MB per hour',
      samples: [memory.slopePerHour(owner, minutes * 30)],
    })
  }
}

/** Fills the service's registry and returns some of its servers. */
async function fillRegistry(dataDir: string): Promise<readonly string[]> {
  await using cluster = await openCluster({ dataDir })
  await using client = openDatabase(cluster.url, { maxConnections: 4, applicationName: 'bench' })
  await seedRegistry(client, servers)
  return await serversToRead(client)
}
