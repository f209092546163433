import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { syncExploitation } from '../../src/service/scans/advisories/exploitation/sync-exploitation.ts'
import type { AdvisoryMatching } from '../../src/engine/advisories/advisory-store.ts'
import { createAdvisoryMatcher } from '../../src/service/scans/advisories/match.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { DatabaseClient } from '../../src/service/db/client.ts'
import { advisoryEcosystems, type Ecosystem } from '../../src/engine/model/component.ts'
import { createNetwork } from '../../src/engine/net/http-network.ts'
import { nodeOptions, startSettings } from '../as-started.ts'
import { freshCluster } from '../fresh-installation.ts'
import { BenchNotReady, type BenchPart, type Measurement, measurement, median } from '../measurement.ts'
import { componentsLike } from './advisories/components-like.ts'
import { exploitationFiles, scoreCount } from './advisories/exploitation-files.ts'
import type { ImportOutcome } from './advisories/import-process.ts'
import { matchOneByOne } from './advisories/match-one-by-one.ts'
import { measureRematching } from './advisories/rematching.ts'

const imports = 3
const components = 5_000
const limit = { importSeconds: 60, peakMegabytes: 500, matchMs: 10 }
/** Projects in one language, and a monorepo. */
const mixes: readonly (readonly Ecosystem[])[] = [
  ['npm'],
  ['npm', 'PyPI', 'Go', 'crates.io', 'Maven', 'NuGet', 'RubyGems', 'Packagist'],
]

/**
 * Measures the import of all advisories, the matching of a large project, and the matching of new advisories with
 * stored results.
 */
export const advisories: BenchPart = {
  id: 'advisories',
  async *run() {
    if (!process.env.OSV_URL)
      throw new BenchNotReady(
        'Set OSV_URL to the bases of OSV exports to import, such as OSV_URL=file:/path/to/osv; each has ' +
          '<ecosystem>/all.zip.',
      )
    await using cluster = await freshCluster()
    const imported = []
    for (let round = 1; round < imports; round += 1) {
      await using database = await cluster.database()
      imported.push(await importAll(database, cluster.folder))
    }
    await using database = await cluster.database()
    imported.push(await importAll(database, cluster.folder))
    yield* importMeasurements(imported)
    yield* measureExploitation(database, cluster.folder)
    for (const ecosystems of mixes) yield* measureMatching(database, readConfig().osvBases, ecosystems)
    yield* measureRematching(cluster)
  },
}

interface Import extends ImportOutcome {
  readonly records: number
}

const importProcess = fileURLToPath(new URL('advisories/import-process.ts', import.meta.url))
const run = promisify(execFile)

/** Imports all advisories in a separate process, with the Node options of `npm start`. */
async function importAll(
  database: DatabaseClient & { readonly url: string },
  temporaryFolder: string,
): Promise<Import> {
  const { stdout } = await run(process.execPath, [...nodeOptions, importProcess, database.url, temporaryFolder], {
    env: { ...process.env, ...startSettings },
  })
  const outcome = JSON.parse(stdout) as ImportOutcome
  if (outcome.problem !== undefined) throw new BenchNotReady(outcome.problem)
  const [row] = await database.sql<{ records: number }[]>`select count(*)::int as records from advisories`
  return { ...outcome, records: row?.records ?? 0 }
}

function* importMeasurements(imported: readonly Import[]): Iterable<Measurement> {
  const what = `import of ${imported[0]?.records.toLocaleString('en')} records, ${advisoryEcosystems.length} ecosystems`
  yield measurement({
    measure: what,
    unit: 's',
    samples: imported.map(({ seconds }) => seconds),
    peer: { name: 'limit', median: limit.importSeconds },
  })
  yield measurement({
    measure: what,
    unit: 'records/s',
    samples: imported.map(({ seconds, records }) => records / seconds),
  })
  yield measurement({
    measure: 'peak memory of a process that only imports',
    unit: 'MB',
    samples: imported.map(({ peakMegabytes }) => peakMegabytes),
    peer: { name: 'limit', median: limit.peakMegabytes },
  })
  yield measurement({
    measure: 'memory of that process before the import',
    unit: 'MB',
    samples: imported.map(({ startMegabytes }) => startMegabytes),
  })
}

async function* measureExploitation(database: DatabaseClient, folder: string): AsyncIterable<Measurement> {
  await using network = createNetwork({ allowedNetworks: [] })
  const addresses = exploitationFiles(folder)
  const samples: number[] = []
  for (let round = 0; round < imports; round += 1) {
    await database.sql`update exploitation_feeds set digest = null`
    const startedAt = performance.now()
    const feeds = await syncExploitation(
      { database, network, temporaryFolder: folder, addresses, log: { info: () => {}, warn: () => {} } },
      new AbortController().signal,
    )
    samples.push((performance.now() - startedAt) / 1000)
    if (feeds.some(({ outcome }) => outcome !== 'imported')) throw new Error('the files of KEV and EPSS were not taken')
  }
  yield measurement({ measure: `import of KEV and ${scoreCount.toLocaleString('en')} EPSS scores`, unit: 's', samples })
}

async function* measureMatching(
  database: DatabaseClient,
  bases: readonly string[],
  ecosystems: readonly Ecosystem[],
): AsyncIterable<Measurement> {
  const project = await componentsLike(database, ecosystems, components)
  const matcher = createAdvisoryMatcher({ database, bases })
  const expected = identify(await matcher.match(project))
  const processorBefore = process.cpuUsage()
  const warm = await timed(300, () => matcher.match(project))
  const { user, system } = process.cpuUsage(processorBefore)
  const cold = await timed(10, () => createAdvisoryMatcher({ database, bases }).match(project))
  const naive = await timed(5, async () => {
    if (identify(await matchOneByOne(database, bases, project)) !== expected)
      throw new Error('the naive way finds something else')
  })
  const what =
    `matching ${components.toLocaleString('en')} components of ` +
    `${ecosystems.length === 1 ? ecosystems[0] : `${ecosystems.length} ecosystems`} (${project.affectedNames} ` +
    `names with advisories, ${JSON.parse(expected).length} vulnerabilities)`
  yield measurement({
    measure: `${what}, warm`,
    unit: 'ms',
    samples: warm,
    peer: { name: 'limit', median: limit.matchMs },
  })
  yield measurement({
    measure: `${what}, warm`,
    unit: 'ms',
    samples: warm,
    peer: { name: 'one query per component', median: median(naive) },
  })
  yield measurement({
    measure: `${what}, warm, mean CPU time`,
    unit: 'ms',
    samples: [(user + system) / 1000 / warm.length],
  })
  yield measurement({
    measure: `${what}, first in a process`,
    unit: 'ms',
    samples: cold,
    peer: { name: 'one query per component', median: median(naive) },
  })
}

async function timed(runs: number, what: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    await what()
    samples.push(performance.now() - startedAt)
  }
  return samples
}

function identify({ matches }: Pick<AdvisoryMatching, 'matches'>): string {
  return JSON.stringify(
    matches.map(({ component, advisory }) => [component.purl, advisory.id, advisory.fixedVersion]).sort(),
  )
}
