import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ScanReport } from '../../src/engine/model/scan-report.ts'
import { freshCluster } from '../fresh-installation.ts'
import { BenchNotReady, type BenchPart, type Measurement, measurement, median } from '../measurement.ts'
import { type MeasuredRun, measuredRun } from './sources/measured-process.ts'
import { serveNpmCache } from './sources/npm-cache-registry.ts'
import { serveRepositories } from './sources/served-repositories.ts'
import { npmPackages, pypiProjects } from './sources/targets.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A scan target, and the peer that fetches it. */
interface Subject {
  readonly name: string
  readonly url: string
  readonly peer: readonly [program: string, ...words: string[]]
}

interface Kind {
  readonly id: string
  readonly peerName: string
  readonly subjects: readonly Subject[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * `BENCH_REPOSITORIES` is a folder of bare repositories, and `BENCH_NPM_CACHE` an npm cache that serves as the
 * registry. Without the first, git is not measured. Without the second, the configured registry is used. Both servers
 * are on loopback, which `ASSAY_ALLOW_NETWORKS` allows here.
 */
const loopback = 'upstream=127.0.0.1/32,source=127.0.0.1/32'

/**
 * Complete scans of real projects with the command, each in a separate process: time, bytes read, and peak memory, by
 * source and by project. Advisories are imported before.
 */
export const sources: BenchPart = {
  id: 'sources',
  async *run() {
    if (!process.env.OSV_URL)
      throw new BenchNotReady('Set OSV_URL to the bases of OSV exports, such as OSV_URL=file:/path/to/osv.')
    await using cluster = await freshCluster()
    const env = {
      ...process.env,
      ASSAY_DATA_DIR: cluster.folder,
      ASSAY_CACHE_DIR: join(cluster.folder, 'cache'),
      LOG_LEVEL: 'error' as const,
      ASSAY_ALLOW_NETWORKS: [process.env.ASSAY_ALLOW_NETWORKS, loopback].filter(Boolean).join(','),
    }
    const synced = await measuredRun(process.execPath, [`${root}/assay.js`, 'advisories', 'sync'], { env, cwd: root })
    if (synced.exitCode !== 0)
      throw new BenchNotReady(`The advisories could not be synced: ${synced.err || synced.out}`)
    await using repositories = await serveRepositories(process.env.BENCH_REPOSITORIES)
    await using npmCache = await serveNpmCache(process.env.BENCH_NPM_CACHE)
    const kinds: Kind[] = [
      {
        id: 'git',
        peerName: 'git clone --depth 1',
        subjects: repositories.urls.map((url) => ({
          name: new URL(url).pathname.slice(1),
          url,
          peer: ['git', 'clone', '--quiet', '--depth', '1', '--', url, 'clone'],
        })),
        env: { ...repositories.env, GIT_SSL_CAINFO: repositories.env['NODE_EXTRA_CA_CERTS'] ?? '' },
      },
      {
        id: 'npm',
        peerName: 'npm install --ignore-scripts',
        subjects: npmPackages.map((name) => ({
          name,
          url: `https://www.npmjs.com/package/${name}`,
          peer: ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', name],
        })),
        env: npmCache.env,
      },
      {
        id: 'pypi',
        peerName: 'pip download',
        subjects: pypiProjects.map((name) => ({
          name,
          url: `https://pypi.org/project/${name}/`,
          peer: ['pip', 'download', '--quiet', '--only-binary', ':all:', name],
        })),
        env:
          process.env.PYPI_URL === undefined
            ? {}
            : { PIP_INDEX_URL: `${process.env.PYPI_URL.replace(/\/$/, '')}/simple/` },
      },
    ]
    for (const kind of kinds) yield* measureKind(kind, { ...env, ...kind.env })
  },
}

interface Sample extends MeasuredRun {
  readonly name: string
  readonly report: ScanReport
  readonly peerSeconds: number | undefined
}

async function* measureKind(kind: Kind, env: NodeJS.ProcessEnv): AsyncIterable<Measurement> {
  const samples: Sample[] = []
  for (const subject of kind.subjects) {
    const run = await measuredRun(process.execPath, [`${root}/assay.js`, 'scan', subject.url, '--format', 'json'], {
      env,
      cwd: root,
    })
    const report = readReport(run)
    samples.push({ ...run, name: subject.name, report, peerSeconds: await peerSeconds(subject, env) })
  }
  for (const { name, seconds, peakMegabytes, report, peerSeconds: peer } of samples) {
    const revision = report.source ? `@${report.source.revision.slice(0, 12)}` : ''
    const what = `${kind.id} ${name}${revision}: ${outcome(report)}`
    yield measurement({
      measure: what,
      unit: 's',
      samples: [seconds],
      peer: { name: peer === undefined ? 'absent' : kind.peerName, median: peer ?? Number.NaN },
    })
    yield measurement({ measure: what, unit: 'bytes read', samples: [report.coverage?.files.bytes ?? 0] })
    yield measurement({ measure: what, unit: 'MB peak', samples: [peakMegabytes] })
  }
  if (samples.length === 0) return
  const peers = samples.flatMap((sample) => sample.peerSeconds ?? [])
  const scanned = samples.filter(({ report }) => report.results).length
  const what = `${kind.id}: ${scanned} of ${samples.length} scanned`
  yield measurement({
    measure: what,
    unit: 's',
    samples: samples.map(({ seconds }) => seconds),
    peer: { name: peers.length === 0 ? 'absent' : kind.peerName, median: median(peers) },
  })
  yield measurement({
    measure: what,
    unit: 'bytes read',
    samples: samples.map(({ report }) => report.coverage?.files.bytes ?? 0),
  })
  yield measurement({ measure: what, unit: 'MB peak', samples: samples.map(({ peakMegabytes }) => peakMegabytes) })
}

function readReport({ out, err }: MeasuredRun): ScanReport {
  try {
    return JSON.parse(out) as ScanReport
  } catch {
    throw new Error(`the command printed no report: ${err}`)
  }
}

function outcome({ verdict, results, error, coverage }: ScanReport): string {
  return results
    ? `${results.grade} ${results.securityScore}, ${verdict}, ${coverage?.components.total ?? 0} components`
    : `${verdict} ${error?.code ?? ''}`
}

/**
 * Returns the time that the peer needs to fetch the same target into an empty folder. Undefined if the peer is missing
 * or fails.
 */
async function peerSeconds(
  { peer: [program, ...words] }: Subject,
  env: NodeJS.ProcessEnv,
): Promise<number | undefined> {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-bench-peer-'))
  try {
    const { exitCode, seconds } = await measuredRun(program, words, { env, cwd })
    return exitCode === 0 ? seconds : undefined
  } catch {
    return undefined
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}
