import { dataFolder, runAssay, startAssay } from '../../test/support/assay-process.ts'
import { examplePackages } from '../../test/support/example-packages.ts'
import { startNpmStandIn } from '../../test/support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../test/support/osv-feed.ts'
import { type BenchPart, measurement } from '../measurement.ts'
import { type MixedRequest, sendTraffic } from './load/mixed-traffic.ts'
import { watchMemory } from './load/memory-watch.ts'

const perSecond = Number(process.env['LOAD_RATE'] ?? 200)
const minutes = Number(process.env['LOAD_MINUTES'] ?? 10)
/** Of the requests every so manyth submits a scan, so that two run nearly all the time. */
const submissionEvery = 200
/** Caches fill, code is compiled. */
const warmUpSeconds = 30
const page = (name: string) => `https://www.npmjs.com/package/${name}`

/**
 * A service with web, worker and embedded PostgreSQL in one process under requests of all kinds at a fixed rate, while it scans.
 * `LOAD_MINUTES` and `LOAD_RATE` are other sizes, for trying. The client runs on the same cores.
 */
export const load: BenchPart = {
  id: 'load',
  async *run() {
    const folder = dataFolder()
    const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
    const registry = await startNpmStandIn(examplePackages)
    const settings = { ASSAY_DATA_DIR: folder.path, npm_config_registry: registry.url, ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32', OSV_URL: feed.url, LOG_LEVEL: 'error' }
    const service = await startAssay(settings)
    try {
      await runAssay(['accounts', 'set', 'local', '--plan', 'enterprise', '--limits', '100000000/15m,100000000/d'], settings)
      const traffic = { address: service.address, key: service.key ?? '', perSecond, ...mixOfRequests() }
      await sendTraffic({ ...traffic, seconds: warmUpSeconds })
      using memory = watchMemory(service.pid)
      const { latenciesMs, faults } = await sendTraffic({ ...traffic, seconds: minutes * 60 })
      const what = `${perSecond} requests a second for ${minutes} min, scans running`
      for (const [fault, count] of faults) process.stderr.write(`load: ${count} times ${fault}\n`)
      yield measurement({ measure: `${what}; the limit is of p99`, unit: 'ms', samples: latenciesMs, peer: { name: 'limit', median: 250 } })
      yield measurement({ measure: `${what}: answers of 400 and above, and none`, unit: 'requests', samples: [[...faults.values()].reduce((sum, count) => sum + count, 0)] })
      yield measurement({ measure: `${what}: scans completed`, unit: 'scans', samples: [traffic.completed()] })
      yield measurement({ measure: `${what}: memory of the service`, unit: 'MB', samples: memory.samples })
      // After a third: the heap of V8 settles in minutes.
      yield measurement({ measure: `${what}: growth of memory`, unit: 'MB an hour', samples: [memory.slopePerHour(minutes * 20)] })
    } finally {
      await service.end('SIGTERM')
      await registry.close()
      feed.remove()
      folder.remove()
    }
  },
}

/** Reads of every kind in turn, of scans that were submitted meanwhile, and now and then a submission. */
function mixOfRequests() {
  const known: string[] = []
  const completed = new Set<string>()
  const requestOf = (number: number): MixedRequest => {
    const scanId = known[number % Math.max(1, known.length)]
    if (number % submissionEvery === 0 || scanId === undefined) return { method: 'POST', path: '/api/v1/scans/url', body: JSON.stringify({ url: page(number % (2 * submissionEvery) === 0 ? 'server' : 'fine'), force: true }) }
    const reads = [`/api/v1/scans/${scanId}`, '/api/v1/servers', `/api/v1/scans/${scanId}`, '/api/v1/scans', '/api/v1/servers/search?q=server', '/api/v1/account', '/api/v1/servers/stats', '/api/v1/servers?limit=50&order=asc']
    return { method: 'GET', path: reads[number % reads.length] ?? '' }
  }
  const onAnswer = ({ method, path }: MixedRequest, status: number, text: string) => {
    if (method === 'POST' && status === 202) known.push((JSON.parse(text) as { data: { scanId: string } }).data.scanId)
    // Old ones make room: what was submitted just now is what people look at.
    if (known.length > 50) known.shift()
    if (path.startsWith('/api/v1/scans/scan_') && text.includes('"status":"completed"')) completed.add(path)
  }
  return { requestOf, onAnswer, completed: () => completed.size }
}
