import { backupComparison } from './backup-scale.ts'
import { fleetCores, fleetCost, fleetSections } from './fleet-scale.ts'
import type { Measurement } from './measurement.ts'
import type { MeasuredPart } from './performance-document.ts'
import { wrapped } from './wrap-markdown.ts'

/** The document, and the figures that are missing in the results of measured parts. */
export interface ScaleDocument {
  readonly text: string
  readonly missing: readonly string[]
}

/**
 * Returns `docs/explanation/scale.md`. Measured figures come from the results. All others are calculated from them and
 * from the assumptions in the text.
 */
export function scaleDocument(parts: readonly MeasuredPart[]): ScaleDocument {
  const missing: string[] = []
  const found = (part: string, measure: RegExp): readonly Measurement[] => {
    const measured = parts.find(({ id }) => id === part)?.measurements ?? []
    const those = measured.filter((each) => measure.test(each.measure))
    if (measured.length > 0 && those.length === 0) missing.push(`${part}: ${measure.source}`)
    return those
  }
  const median = (part: string, measure: RegExp, unit?: string) =>
    found(part, measure).find((each) => unit === undefined || each.unit === unit)?.median ?? NaN
  const p99s = (part: string, measure: RegExp) => found(part, measure).map(({ p99 }) => p99)

  const readMicroseconds = median('api', /, Team plan$/, 'µs of CPU per request')
  const bareReads = median('api', /bare Express with the same query$/, 'requests/s')
  const scanSeconds = median('sources', /^npm: \d+ of \d+ scanned$/, 's')
  const largeSeconds = median('scan', /^complete scan of 20\d MB in \d+ source files$/)
  const deliveryMs = median('github', /: CPU of the service per delivery/)
  const deliveryDatabaseMs = median('github', /: CPU of PostgreSQL per delivery/)
  const [, checks = NaN] =
    /^(\d+) checks in progress: time until/
      .exec(found('github', /^\d+ checks in progress: time until/)[0]?.measure ?? '')
      ?.map(Number) ?? []
  const checksSeconds = median('github', /^\d+ checks in progress: time until/)
  const records =
    /^import of ([\d,]+) records/.exec(found('advisories', /^import of [\d,]+ records/)[0]?.measure ?? '')?.[1] ??
    'not measured'
  const rematches = found('advisories', /servers rescored/)
    .filter(({ peer }) => peer === 'limit')
    .map(({ measure, median: seconds }) => ({
      seconds,
      servers: Number(/servers rescored \(([\d,]+)/.exec(measure)?.[1]?.replaceAll(',', '') ?? NaN),
    }))
  const rematchMs = Math.max(...rematches.map(({ seconds, servers }) => (1_000 * seconds) / servers))
  const atOnce = found('workers', /two workers, registry responds after 0 ms/)
  const far = found('workers', /two workers, registry responds after 1000 ms/)
  const storedSeconds =
    atOnce.find(({ measure }) => measure.startsWith('CPU time per scan in the database'))?.median ?? NaN
  const storedMs = Number.isNaN(storedSeconds) ? deliveryDatabaseMs : storedSeconds * 1_000
  const restoreMinutes = median('restore', /^restore of 10 GB/)
  const pgBackRestMinutes = median('pgbackrest', /^restore of 10 GB/)
  const claimsPerSecond = median('claims', /^claims per second, 400 workers, 40 accounts$/)
  const claimMs = median('claims', /^CPU of PostgreSQL per claim and end of a scan, 400 workers, 40 accounts$/)
  const claimMsOfMany = median('claims', /^CPU of PostgreSQL per claim and end of a scan, 400 workers, 1000 accounts$/)
  const baseRate = median('restore', /^base backup/, 'MB/s')
  const databasePerCore = 1_000 / deliveryDatabaseMs
  const slots = 400
  const webCores = 40
  const agesOfScan = 10_000_000 / 30 / 86_400

  const fleet = { found: (measure: RegExp) => found('fleet', measure)[0], shown }
  const cost = fleetCost(fleet.found)
  const isFleetMeasured = !Number.isNaN(cost.meanSeconds)
  // One duration and one cost for all estimates of several machines.
  const [secondsOfScan, msOfScan] = isFleetMeasured ? [cost.meanSeconds, cost.scanMs] : [scanSeconds, storedMs]
  const scansPerSecond = slots / secondsOfScan
  const backups = backupComparison({ found: (measure) => found('pgbackrest', measure)[0], shown })

  const text = wrapped(`# Scale

This page estimates what one machine can handle, which limits come next, and what 100 machines and 10 million servers
would need. The estimates are based on [benchmark results](performance.md) from two shared cores. Figures that are not
measured are marked as assumed. \`npm run bench\` generates this page, and \`bench/scale-document.ts\` contains its
text.

## One machine with two cores

| task | measured | result |
|---|---|---|
${[
  [
    'read a scan with a key',
    `${shown(readMicroseconds)} µs of CPU per request in the web process, ` +
      `${shown(median('api', /, Team plan$/, 'requests/s'))} requests/s with 50 connections`,
    `about ${shown(2e6 / readMicroseconds, 2)} requests/s on two cores, if PostgreSQL runs on a different machine`,
  ],
  [
    '200 mixed requests per second for ten minutes, with scans running, all in one process',
    `${shown(median('load', /: responses with a status below 400/))} % of the requests succeeded, p99 ` +
      `${shown(median('load', /: 99th percentile/))} ms, ${shown(median('load', /: memory of the service/))} MB in ` +
      "the service's own process",
    'reads and submissions are not the bottleneck',
  ],
  [
    'scan a common npm package',
    `${shown(scanSeconds)} s with the CLI, including startup`,
    `each worker runs two scans at a time: ${shown(2 / scanSeconds, 2)} scans/s, or ` +
      `${shown((2 * 86_400) / scanSeconds, 2)} a day, if the network is fast enough`,
  ],
  [
    'scan 200 MB of sources',
    `${shown(largeSeconds)} s, ${shown(median('scan', /^complete scan of 20.*, including child processes$/))} MB ` +
      'including child processes',
    `${shown(3_600 / largeSeconds, 2)} an hour per scan slot, with two cores for one scan; plan 3 GB for a worker ` +
      'with two slots',
  ],
  [
    'run two workers instead of one, on the same two cores',
    `${shown(ratio(atOnce))} times the scans if the registry responds immediately, ${shown(ratio(far))} times if it ` +
      'takes a second',
    'in the first case the CPU is the limit; in the second case, scans mostly wait for the network',
  ],
  [
    'process a GitHub delivery until its check run is created',
    `${shown(deliveryMs)} ms of CPU in the service and ${shown(deliveryDatabaseMs)} ms in PostgreSQL, at 20 ` +
      'deliveries per second',
    `${shown((20 * (deliveryMs + deliveryDatabaseMs)) / 1_000, 2)} of **one** core, with two concurrent scans`,
  ],
  [
    'complete a check with its two scans',
    `${shown(checks, 4)} waiting checks were concluded in ${shown(checksSeconds, 4)} s`,
    `${shown(checks / checksSeconds)} checks per second, with all cores in use`,
  ],
  [
    'match 5,000 components',
    `${shown(median('advisories', /^matching 5,000 components of npm .*, warm$/))} ms`,
    'never the limit',
  ],
  [
    'import the advisories of 12 ecosystems',
    `${records} records in ${shown(median('advisories', /^import of [\d,]+ records/, 's'))} s, with at most ` +
      `${shown(median('advisories', /^peak memory of the process during the import/))} MB`,
    'one worker, once an hour',
  ],
  [
    'restore a backup of the embedded database',
    `10 GB with 5 GB of log in ${shown(restoreMinutes)} min`,
    `up to ${shown((10 * 30) / restoreMinutes, 2)} GB within half an hour`,
  ],
  ...(Number.isNaN(pgBackRestMinutes)
    ? []
    : [
        [
          'restore your own PostgreSQL server with pgBackRest',
          `10 GB with 5 GB of log in ${shown(pgBackRestMinutes)} min, with two processes`,
          `up to ${shown((10 * 30) / pgBackRestMinutes, 2)} GB within half an hour`,
        ],
      ]),
]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n')}

The CPU time per delivery includes everything that the service's own process and PostgreSQL did while deliveries
arrived, including a part of the scans. It excludes child processes, \`git\`, and most of the scans, because no check
had concluded when the figure was read. It therefore shows the cost of accepting a delivery, not the cost of its scans.

## Next limits

1. **Worker CPU.** Scans take most of the CPU time. Workers share only the database, so \`n\` workers complete
   \`n\`
   times as many scans until PostgreSQL reaches its limit. As the ratio above shows, two workers on the
   same cores cannot exceed what these cores provide.
2. **PostgreSQL.** A delivery takes ${shown(deliveryDatabaseMs)} ms of CPU, so one core handles
   ${shown(databasePerCore, 2)}
   deliveries per second. A server with 32 cores handles about ${shown(32 * databasePerCore, 2)} per second, or about
   ${shown(0.6 * 32 * databasePerCore, 1)} if reads and vacuum take 40 %. ${
     Number.isNaN(storedSeconds)
       ? 'The cost of storing the scans is additional, and was not measured separately.'
       : `Submitting and storing a small scan takes another ${shown(storedMs)} ms.`
   }
3. **Connections.** Each process uses 27, so a PostgreSQL server with 500 connections serves 18 processes. For more
   processes,
   use a
   connection pooler in transaction mode, or fewer connections per process. Notifications need one direct connection
   per worker, and two per process with the web role.
4. **The queue.** pg-boss stores all jobs in one table. A job takes 5 to 8 ms from sender to worker. If table statistics
   are current, workers can fetch 8,000 jobs per second. This is twice what 1,000 deliveries per second with four jobs
   each require.
5. **Upstream hosts.** A worker sends at most 12 concurrent requests to a registry. 100 workers send up to 1,200, which
   requires your own mirror or an agreement with the registry.
6. **GitHub.** A pull request takes 9 requests. About 4 of them write. GitHub grants an installation 5,000 requests an
   hour and 80 writes a minute, which is enough for about 550 pull requests an hour, or 20 in a single minute. More
   workers do not change this. Checks of open pull requests come first, so first scans of new repositories wait.

## 100 machines

Each machine has 4 cores and runs two workers. In total, 200 workers run ${slots} concurrent scans
(\`ASSAY_SCANS_AT_ONCE=${slots}\`).

- **Scans**: ${slots} / ${shown(secondsOfScan)} s = ${shown(scansPerSecond)} ${
    isFleetMeasured ? 'scans of the mean recorded duration' : 'common packages'
  } per second, or ${shown((scansPerSecond * 86_400) / 1e6, 2)} million a day. Alternatively, ${slots} ×
  ${shown(3_600 / largeSeconds, 2)} = ${shown((slots * 3_600) / largeSeconds)} very large repositories an hour.
- **PostgreSQL**: ${shown(scansPerSecond)} scans/s with ${shown(msOfScan)} ms each${
    Number.isNaN(storedSeconds) && !isFleetMeasured ? ' (assumed: the cost of a delivery)' : ''
  } take ${shown((scansPerSecond * msOfScan) / 1_000, 2)} cores. ${fleetCores(
    cost,
    { workers: slots / 2, perSecond: scansPerSecond, scanCores: (scansPerSecond * msOfScan) / 1_000 },
    shown,
  )}
- **Connections**: 200 × 27 = 5,400. A session pooler needs as many backends. A pooler in transaction mode needs 200
  direct connections and about 100 backends. Without a pooler, reduce the pools: with
  \`ASSAY_DATABASE_CONNECTIONS=6\` and \`ASSAY_QUEUE_CONNECTIONS=3\`, they open at most 200 × (6 + 3 + 1) = 2,000. This
  is the first thing to change.
- **Claiming scans**: one worker at a time starts scans, for all workers that need one at that moment, so no worker
  waits for a turn. On two cores shared with PostgreSQL, 400 simulated workers claimed ${shown(claimsPerSecond)} scans
  per second from 40 accounts. PostgreSQL used ${shown(claimMs)} ms of CPU per scan to start and end it, so
  ${shown(scansPerSecond)} scans/s take ${shown((scansPerSecond * claimMs) / 1_000, 2)} cores. With 1,000 accounts,
  PostgreSQL used ${shown(claimMsOfMany)} ms.
- **Web**: 10 machines with 4 cores provide CPU for ${webCores} / ${shown(readMicroseconds)} µs = ${shown(
    (webCores * 1e6) / readMicroseconds,
  )} reads/s. PostgreSQL reaches its limit before that: bare
  Express with the same query reaches ${shown(bareReads)}/s on the two shared cores. Add a read replica for each 10,000
  reads/s (assumed: 4 cores each).

${fleetSections(fleet)}## 10 million servers

- **Rows**: lists and searches read one index, or merge up to three parts of an index. Their cost grows with the depth
  of
  the tree (\`log\`), not with the number of rows. Measured p99 with 1,000,000 servers, on two cores shared by client,
  service, and database: the first page of any list ${range(p99s('registry', /^list, .*, page 1, /))} ms, page 1,000
  ${range(p99s('registry', /^list, .*, page 1000, /))} ms, searches
  ${range(p99s('registry', /^search, (?!prefixes)/))} ms, prefix searches
  ${range(p99s('registry', /^search, prefixes/))} ms. 10,000,000 servers add one level to the
  B-tree.
- **Size**: at 30 KB per server (assumed), current findings, tools, signals, and history need 300 GB, or 600 GB with
  indexes. One server with NVMe disks and 128 GB of memory can hold the frequently used data in memory: names, scores,
  and the word index need 20 GB, at 2 KB per server (assumed).
- **Freshness**: scanning each server every 30 days requires 10,000,000 / 30 / 86,400 = ${shown(agesOfScan, 2)} scans
  per second,
  which need ${shown(Math.ceil(agesOfScan * secondsOfScan))} scan slots or ${shown(
    Math.ceil((agesOfScan * secondsOfScan) / 2),
  )} workers. If a tenth of the servers have a new revision every week, this adds 1.7 scans
  per second.
- **Advisories**: if an advisory affects 1 % of the servers, 100,000 of them are rescored. In a measurement with
  100,000 servers on two cores, rescoring took ${rematches
    .map(({ seconds, servers }) => `${shown(seconds)} s if a sync affected ${shown(servers, 5)} of them`)
    .join(', and ')}.
  At ${shown(rematchMs, 2)} ms each, rescoring 100,000 servers takes ${shown(
    (100_000 * rematchMs) / 60_000,
    2,
  )} minutes. PostgreSQL spends nearly all of this time writing.
- **Search words**: \`count-registry-words\` reads all entries once a day. Its cost is linear, so it is 10 times the
  cost for a million servers.
- **Backups**: restoring 10 GB takes ${shown(restoreMinutes)} min on one core with \`assay backup\`, so 600 GB take
  ${shown(restoreMinutes * 60, 2)} min. It also copies the complete database every six hours. At
  ${shown(baseRate)} MB/s, a copy of 600 GB takes ${shown(600_000 / baseRate / 3_600, 2)} hours, so backups of this size
  cannot keep up. ${backups}pgBackRest copies only changed blocks, and uses as many processes as you configure. With
  either tool,
  PostgreSQL replays the log on one core. To recover within 30 minutes, use a standby, as the CloudNativePG manifest
  does, or the provider's snapshots. A restore from files is the first target that a single server of this size misses.

## Order of changes

1. Run workers on separate machines.
2. Run PostgreSQL on a separate machine.
3. Use smaller connection pools, or a pooler in transaction mode.
4. Add a standby, which also serves reads.
5. Partition findings and history by age.
`)
  return { text: `${text}\n`, missing }
}

/** Rounds to this number of digits. Returns "not measured" for figures without a result. */
function shown(value: number, digits = 3): string {
  return Number.isFinite(value)
    ? Number(value.toPrecision(digits)).toLocaleString('en-US', { maximumFractionDigits: 2 })
    : 'not measured'
}

/** Throughput relative to one worker. */
function ratio(measured: readonly Measurement[]): number {
  return measured.find(({ unit }) => unit === 'scans/s')?.ratio ?? NaN
}

function range(values: readonly number[]): string {
  const [least, most] = [shown(Math.min(...values), 2), shown(Math.max(...values), 2)]
  return least === most ? most : `${least} to ${most}`
}
