import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import pino from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import { createAddressGuard } from '../../src/engine/net/address-guard.ts'
import type { IsolationPool } from '../../src/engine/isolation/isolation.ts'
import { createIsolationPool } from '../../src/engine/isolation/isolation-pool.ts'
import { createFileResults } from '../../src/service/scans/file-results.ts'
import { readSourceFiles, type SourceCode } from '../../src/engine/scanner/read-source-files.ts'
import { fetchFolder } from '../../src/engine/sources/folder/fetch-folder.ts'
import { freshCluster } from '../fresh-installation.ts'
import { type BenchPart, measurement } from '../measurement.ts'
import { measuredRun } from './sources/measured-process.ts'
import { type LargeProject, largeProject } from './scan/large-project.ts'
import { serviceMemory } from './scan/service-memory.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const megabytes = 200
/** Number of repetitions: one file changes, then all files are read again. */
const timesAgain = 5

/**
 * Compares reading 200 MB of source files in child processes with parsing them in one process. Also measures reading
 * them again after a change of one file, and the memory of a complete scan.
 */
export const scan: BenchPart = {
  id: 'scan',
  async *run() {
    await using cluster = await freshCluster()
    using project = largeProject(megabytes * 1_000_000)
    const what = `${Math.round(project.bytes / 1e6)} MB in ${project.files} source files`

    // Node options of the package script.
    const options = packageJson.scripts.assay.split(' ').filter((word) => word.startsWith('--'))
    const run = await measuredRun(
      process.execPath,
      [...options, `${root}/assay.js`, 'scan', project.path, '--format', 'json'],
      { env: { ...process.env, ASSAY_CACHE_DIR: join(cluster.folder, 'cache'), LOG_LEVEL: 'error' }, cwd: root },
    )
    yield measurement({ measure: `complete scan of ${what}`, unit: 's', samples: [run.seconds] })
    yield measurement({
      measure: `complete scan of ${what}, including child processes`,
      unit: 'MB peak',
      samples: [run.peakMegabytes],
      peer: { name: 'limit', median: 800 },
    })

    const service = await serviceMemory(project)
    if (service.status !== 'completed') throw new Error(`the service's scan ended: ${service.status}`)
    yield measurement({
      measure: `service that scans the same sources from git: all processes and PostgreSQL, before the scan`,
      unit: 'MB',
      samples: [service.idleMegabytes],
    })
    yield measurement({
      measure: `service that scans the same sources from git: all processes and PostgreSQL, shared pages counted once`,
      unit: 'MB peak',
      samples: [service.peakMegabytes],
      peer: { name: 'limit', median: 800 },
    })
    for (const [program, part] of Object.entries(service.parts))
      if (part >= 1) yield measurement({ measure: `at that moment, all of ${program}`, unit: 'MB', samples: [part] })

    await using database = await cluster.database()
    await using isolation = createIsolationPool({
      tasks: new URL('../../src/engine/analysis/tasks.ts', import.meta.url),
      log: pino({ level: 'error' }),
    })
    const fileResults = createFileResults({ db: database.db, key: randomBytes(32) })
    const read = () => timedRead(project, { isolation, fileResults })
    const first = await read()
    const parsing = await parseOnly(project)
    yield measurement({
      measure: `reading ${what}`,
      unit: 's',
      samples: [first.seconds],
      peer: { name: 'oxc-parser alone in one process', median: parsing },
    })
    yield measurement({
      measure: `reading ${what}`,
      unit: 'MB/s',
      samples: [project.bytes / 1e6 / first.seconds],
      peer: { name: 'oxc-parser alone in one process', median: project.bytes / 1e6 / parsing },
    })
    yield measurement({ measure: `reading ${what}`, unit: 'files/s', samples: [project.files / first.seconds] })
    const again = []
    for (let time = 0; time < timesAgain; time += 1) {
      appendFileSync(project.oneFile, `// changed ${time}\n`)
      again.push(await read())
    }
    yield measurement({
      measure: 'files read again after one file changed',
      unit: 'files',
      samples: again.map(({ code }) => code.coverage.files - code.coverage.known),
      peer: { name: 'limit', median: project.files * 0.05 },
    })
    yield measurement({
      measure: 'the same, time',
      unit: 's',
      samples: again.map(({ seconds }) => seconds),
      peer: { name: '5 % of the first reading', median: first.seconds * 0.05 },
    })
  },
}

async function timedRead(
  { path }: LargeProject,
  context: Parameters<typeof readSourceFiles>[0] & { readonly isolation: IsolationPool },
): Promise<{ code: SourceCode; seconds: number }> {
  // Like a real scan, which starts the first child process while it fetches the source.
  context.isolation.warm()
  await using snapshot = await fetchProject(path)
  const startedAt = performance.now()
  const code = await readSourceFiles(context, { snapshot, signal: AbortSignal.timeout(600_000) })
  return { code, seconds: (performance.now() - startedAt) / 1000 }
}

/** Returns the seconds to parse all files that oxc can parse, with one file in memory at a time. */
async function parseOnly({ path }: LargeProject): Promise<number> {
  await using snapshot = await fetchProject(path)
  const raw = { experimentalRawTransfer: true }
  let ms = 0
  for (const file of snapshot.files.values()) {
    if (!/\.[cm]?[jt]s$/.test(file.path)) continue
    const text = file.content.toString()
    const startedAt = performance.now()
    parseSync(file.path, text, { sourceType: 'unambiguous', ...raw }).program.body.at(0)
    ms += performance.now() - startedAt
  }
  return ms / 1000
}

function fetchProject(path: string): Promise<Snapshot> {
  const git = { temporaryFolder: tmpdir(), addressGuard: createAddressGuard({ allowedNetworks: [] }) }
  return fetchFolder(
    { git, signal: AbortSignal.timeout(600_000) },
    { type: 'folder', path, canonicalUrl: pathToFileURL(path).href },
  )
}
