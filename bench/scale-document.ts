import type { Measurement } from './measurement.ts'
import type { MeasuredPart } from './performance-document.ts'

/** The document, and which figures of it were looked for in vain among those of a part that was measured. */
export interface ScaleDocument {
  readonly text: string
  readonly missing: readonly string[]
}

/**
 * `docs/scale.md` as the results say: what stands there as measured is read from them, and the rest is calculated from
 * that and from what the text assumes.
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

  const readMicroseconds = median('api', /validation: Team$/, 'µs of CPU a request')
  const bareReads = median('api', /bare express with the same query$/, 'requests/s')
  const scanSeconds = median('sources', /^npm: \d+ of \d+ scanned$/, 's')
  const largeSeconds = median('scan', /^whole scan of 20\d MB in \d+ source files$/)
  const deliveryMs = median('github', /: CPU of the service for a delivery/)
  const deliveryDatabaseMs = median('github', /: CPU of Postgres for a delivery/)
  const [, checks = NaN] =
    /^(\d+) checks in flight: until/
      .exec(found('github', /^\d+ checks in flight: until/)[0]?.measure ?? '')
      ?.map(Number) ?? []
  const checksSeconds = median('github', /^\d+ checks in flight: until/)
  const records =
    /^import of ([\d,]+) records/.exec(found('advisories', /^import of [\d,]+ records/)[0]?.measure ?? '')?.[1] ??
    'not measured'
  const rematches = found('advisories', /servers scored again/)
    .filter(({ peer }) => peer === 'limit')
    .map(({ measure, median: seconds }) => ({
      seconds,
      servers: Number(/servers scored again \(([\d,]+)/.exec(measure)?.[1]?.replaceAll(',', '') ?? NaN),
    }))
  const rematchMs = Math.max(...rematches.map(({ seconds, servers }) => (1_000 * seconds) / servers))
  const atOnce = found('workers', /two workers, registry answers after 0 ms/)
  const far = found('workers', /two workers, registry answers after 1000 ms/)
  const storedSeconds = atOnce.find(({ measure }) => measure.startsWith('of it in the database'))?.median ?? NaN
  const storedMs = Number.isNaN(storedSeconds) ? deliveryDatabaseMs : storedSeconds * 1_000
  const restoreMinutes = median('restore', /^restore of 10 GB/)
  const databasePerCore = 1_000 / deliveryDatabaseMs
  const slots = 400
  const scansPerSecond = slots / scanSeconds
  const webCores = 40
  const agesOfScan = 10_000_000 / 30 / 86_400

  const text =
    `# Scale

What one machine holds, what limits next, and what 100 machines and 10 million servers would take: by ` +
    `arithmetic from figures that were
measured on two shared cores ([performance.md](performance.md), \`bench/results/\`). A figure that is ` +
    `assumed says so. Written by \`npm run bench\`
from these results, the arithmetic too; the words are in \`bench/scale-document.ts\`.

## One machine of two cores

| what | measured | so |
|---|---|---|
| reading a scan with a key | ${shown(readMicroseconds)} µs of CPU a request in the web process, ` +
    `${shown(median('api', /validation: Team$/, 'requests/s'))} requests/s at 50 connections | 2 web cores: ` +
    `some ${shown(2e6 / readMicroseconds, 2)} requests/s, were PostgreSQL elsewhere |
| 200 requests a second of all kinds for ten minutes, scans running, all in one process | ` +
    `${shown(median('load', /: answered, and below 400/))} % answered, p99 ` +
    `${shown(median('load', /: 99th percentile/))} ms, ${shown(median('load', /: memory of the service/))} MB ` +
    `in the service's own process | reading and submitting are not what limits |
| a scan of a common npm package | ${shown(scanSeconds)} s by the command, start included | each worker ` +
    `runs two: ${shown(2 / scanSeconds, 2)} scans/s, ${shown((2 * 86_400) / scanSeconds, 2)} a day, where the ` +
    `network keeps up |
| a scan of 200 MB of sources | ${shown(largeSeconds)} s, ` +
    `${shown(median('scan', /^whole scan of 20\d MB.*, its children included$/))} MB with children | ` +
    `${shown(3_600 / largeSeconds, 2)} an hour and worker slot, alone on two cores; plan 3 GB for a worker of ` +
    `two |
| two workers beside one, on the same two cores | ${shown(ratio(atOnce))} times the scans where a ` +
    `registry answers at once, ${shown(ratio(far))} times where it takes a second | the first is what ` +
    `processors give, the second what waiting leaves |
| taking a delivery of GitHub in, up to its check run | ${shown(deliveryMs)} ms of CPU in the service, ` +
    `${shown(deliveryDatabaseMs)} ms in PostgreSQL, at 20 a second | ` +
    `${shown((20 * (deliveryMs + deliveryDatabaseMs)) / 1_000, 2)} of **one** core, beside which two scans at ` +
    `once ran |
| a check with its two scans, to the conclusion | ${shown(checks, 4)} that waited were concluded in ` +
    `${shown(checksSeconds, 4)} s | ${shown(checks / checksSeconds)} checks a second: that is the machine |
| matching 5,000 components | ` +
    `${shown(median('advisories', /^matching 5,000 components of npm .*, warm$/))} ms | never the limit |
| advisories of 12 ecosystems | ${records} records in ` +
    `${shown(median('advisories', /^import of [\d,]+ records/, 's'))} s, ` +
    `${shown(median('advisories', /^peak memory of the process while importing/))} MB at most | one worker, ` +
    `once an hour |
| restoring a backup | 10 GB with 5 GB of log in ${shown(restoreMinutes)} min | within the half hour up ` +
    `to ${shown((10 * 30) / restoreMinutes, 2)} GB |

What a delivery costs holds all CPU of the service's own process and of PostgreSQL while deliveries came ` +
    `in, a share of the scans that ran meanwhile among it. What it does not
hold: the children that read source files and \`git\`, and most of the scans: of these checks none was ` +
    `concluded when the figure was read. It is what a
delivery costs at the door, and says little of what its scans cost.

## What limits next

1. **CPU of workers.** Scans are the work; everything else is small beside them. They share nothing but ` +
    `the database: \`n\` workers make \`n\`
   times the scans until PostgreSQL is full. Two workers on the cores that one had can make no more than ` +
    `those give: the ratio above.
2. **PostgreSQL.** ${shown(deliveryDatabaseMs)} ms of CPU a delivery that is taken in: ` +
    `${shown(databasePerCore, 2)} a second and core. A server of 32 cores takes about ` +
    `${shown(32 * databasePerCore, 2)} a second, at 40 %
   for reading and vacuum about ${shown(0.6 * 32 * databasePerCore, 1)}. ` +
    `${
      Number.isNaN(storedSeconds)
        ? 'What storing their scans costs comes on top, and was not measured by itself.'
        : `A small scan, submitted and stored, takes ${shown(storedMs)} ms of it on top.`
    }` +
    `
3. **Connections.** 27 a process. At 500 connections PostgreSQL serves 18 processes; beyond that a ` +
    `pooler in session mode in front, or fewer
   connections a process. Pooling by transaction is out: processes listen.
4. **The queue.** pg-boss keeps jobs in one table; a job goes in 5 to 8 ms from sender to worker, and ` +
    `8,000 a second were fetched with statistics
   that are up to date. 1,000 deliveries a second with four jobs each are half of that.
5. **Upstream hosts.** A worker asks a registry at most 12 things at once. 100 workers are 1,200: a ` +
    `mirror of one's own, or an agreement.

## 100 machines

Each of 4 cores with two workers, 200 workers, ${slots} scans at once (\`ASSAY_SCANS_AT_ONCE=${slots}\`).

- Scans: ${slots} / ${shown(scanSeconds)} s = ${shown(scansPerSecond)} common packages a second, ` +
    `${shown((scansPerSecond * 86_400) / 1e6, 2)} million a day; or ${slots} × ` +
    `${shown(3_600 / largeSeconds, 2)} = ${shown((slots * 3_600) / largeSeconds)} very large repositories an ` +
    `hour.
- PostgreSQL: ${shown(scansPerSecond)} scans/s. ` +
    `${
      Number.isNaN(storedSeconds)
        ? `If storing one costs what taking a delivery in does, ${shown(storedMs)} ms (assumed)`
        : `At ${shown(storedMs)} ms each`
    }` +
    ': ' +
    `${shown((scansPerSecond * storedMs) / 1_000, 2)} cores. Within one server of 16 cores.
- Connections: 200 × 27 = 5,400: through a session pooler with as many backends only where most are ` +
    `idle, which they are: queries take
  milliseconds. Lower pools to 8 for workers in this size (the settings are in \`src/service/startup/app.ts\` and ` +
    `\`src/service/queue/queue.ts\`): 200 × 15 = 3,000, still the first thing to change.
- Claims of scans stand in one line (an advisory lock): a claim takes single milliseconds (assumed 3 ` +
    `ms): 330 a second. ${shown(scansPerSecond)} are within it; twice as many machines need claims in batches.
- Web: 10 machines of 4 cores for ${webCores} / ${shown(readMicroseconds)} µs = ` +
    `${shown((webCores * 1e6) / readMicroseconds)} reads/s by CPU; PostgreSQL's share per read comes first: ` +
    `bare Express with the same query is at
  ${shown(bareReads)}/s on the shared two cores, so a read replica for each 10,000 reads/s (assumed 4 ` +
    `cores each).

## 10 million servers

- Rows: lists and searches read one index, or up to three parts of one that are merged; their cost grows ` +
    `with the depth of trees, \`log\`, not with the
  number. Measured at 1,000,000 on two cores that client, service and database share, as p99: the first ` +
    `page of any list ${range(p99s('registry', /^list, .*, page 1, /))} ms, the thousandth
  ${range(p99s('registry', /^list, .*, page 1000, /))} ms, searches ` +
    `${range(p99s('registry', /^search, (?!beginnings)/))} ms, those by the beginning of a word ` +
    `${range(p99s('registry', /^search, beginnings/))} ms; 10,000,000 is one more level of a B-tree.
- Size: assume 30 KB a server with its current findings, tools, signals and history: 300 GB, and 600 GB ` +
    `with indexes. One server of NVMe with 128 GB of memory
  holds what is hot: names, scores and the words' index, assumed 2 KB a server, are 20 GB.
- Freshness: each server scanned anew every 30 days is 10,000,000 / 30 / 86,400 = ` +
    `${shown(agesOfScan, 2)} scans a second: ${shown(Math.ceil(agesOfScan * scanSeconds))} scan slots, ` +
    `${shown(Math.ceil((agesOfScan * scanSeconds) / 2))} workers. A new
  revision each week for a tenth of them adds 1.7 a second.
- A new advisory that concerns 1 % of the servers has 100,000 of them scored again. Measured with ` +
    '100,000 servers on two cores: ' +
    `${rematches
      .map(({ seconds, servers }) => `${shown(seconds)} s where a sync concerns ${shown(servers, 5)} of them`)
      .join(', ')}` +
    '; ' +
    `at ${shown(rematchMs, 2)} ms
  each ${shown((100_000 * rematchMs) / 60_000, 2)} minutes for 100,000. Nearly all of it is PostgreSQL ` +
    `writing.
- Search words: \`count-registry-words\` reads all entries once a day: linear, 10 times what a million ` +
    `takes.
- Backups: ${shown(restoreMinutes)} min for 10 GB is ${shown(restoreMinutes * 60, 2)} min for 600 GB, on ` +
    'one core. Recovery in 30 minutes then needs a standby or snapshots of the provider, not a copy of files. ' +
    `That
  is the first target which one server of this size misses.

## What would be done first, in this order

Workers on machines of their own; PostgreSQL on one of its own; smaller pools and a session pooler; a ` +
    `standby, which also serves reads; claims in batches;
partitions of findings and history by age.
`
  return { text, missing }
}

/** To so many digits; what no result says is not measured, and neither is what is calculated from it. */
function shown(value: number, digits = 3): string {
  return Number.isFinite(value)
    ? Number(value.toPrecision(digits)).toLocaleString('en-US', { maximumFractionDigits: 2 })
    : 'not measured'
}

/** Of throughputs beside those of one worker. */
function ratio(measured: readonly Measurement[]): number {
  return measured.find(({ unit }) => unit === 'scans/s')?.ratio ?? NaN
}

function range(values: readonly number[]): string {
  const [least, most] = [shown(Math.min(...values), 2), shown(Math.max(...values), 2)]
  return least === most ? most : `${least} to ${most}`
}
