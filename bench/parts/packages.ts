import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { snapshotBytes } from '../../src/engine/model/snapshot.ts'
import { createAddressGuard } from '../../src/engine/net/address-guard.ts'
import { fetchFolder } from '../../src/engine/sources/folder/fetch-folder.ts'
import { endedChildrenCpuSeconds } from '../process-cpu.ts'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { measuredRun } from './sources/measured-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rounds = 3

/** Limits for two cores. */
const limits = { firstSeconds: 10, unchangedSeconds: 1.5 }

/** Measures one command that scans 25 packages, without advisories: the first time, and when nothing has changed. */
export const packages: BenchPart = {
  id: 'packages',
  async *run() {
    const folders = Object.keys(packageJson.dependencies)
      .slice(0, 25)
      .map((name) => join(root, 'node_modules', name))
    const size = await sizeOf(folders)
    const what =
      `${folders.length} npm packages in one command, ${Math.round(size.bytes / 1e6)} MB in ` +
      `${size.files.toLocaleString('en')} files, ${availableParallelism()} cores`
    const runs = { first: [] as Run[], unchanged: [] as Run[] }
    for (let round = 0; round < rounds; round += 1) {
      const cache = mkdtempSync(join(tmpdir(), 'assay-bench-'))
      try {
        runs.first.push(await scanAll(folders, cache))
        runs.unchanged.push(await scanAll(folders, cache))
      } finally {
        rmSync(cache, { recursive: true, force: true })
      }
    }
    yield* measured(`${what}: first scan`, runs.first, limits.firstSeconds)
    yield* measured(`${what}: nothing has changed`, runs.unchanged, limits.unchangedSeconds)
  },
}

interface Run {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly megabytes: number
}

async function scanAll(folders: readonly string[], cache: string): Promise<Run> {
  const before = endedChildrenCpuSeconds()
  const words = ['scan', ...folders, '--format', 'json', '--no-resolve', '--without', 'vulnerable-dependencies']
  const run = await measuredRun(process.execPath, [join(root, 'assay.js'), ...words], {
    env: { ...process.env, ASSAY_CACHE_DIR: cache, LOG_LEVEL: 'error' },
    cwd: root,
  })
  const reports = run.out.trimEnd().split('\n').length
  if (reports !== folders.length) throw new Error(`${reports} reports: ${run.err}`)
  return {
    seconds: run.seconds,
    cpuSeconds: endedChildrenCpuSeconds() - before,
    megabytes: run.peakMegabytes,
  }
}

function* measured(measure: string, runs: readonly Run[], limitSeconds: number): Iterable<Measurement> {
  yield measurement({
    measure,
    unit: 's',
    samples: runs.map(({ seconds }) => seconds),
    peer: { name: 'limit', median: limitSeconds },
  })
  yield measurement({ measure, unit: 's of CPU', samples: runs.map(({ cpuSeconds }) => cpuSeconds) })
  yield measurement({ measure, unit: 'MB peak', samples: runs.map(({ megabytes }) => megabytes) })
}

async function sizeOf(folders: readonly string[]): Promise<{ readonly files: number; readonly bytes: number }> {
  const git = { temporaryFolder: tmpdir(), addressGuard: createAddressGuard({ allowedNetworks: [] }) }
  let [files, bytes] = [0, 0]
  for (const path of folders) {
    await using snapshot = await fetchFolder(
      { git, signal: AbortSignal.timeout(60_000) },
      { type: 'folder', path, canonicalUrl: `file://${path}` },
    )
    files += snapshot.files.size
    bytes += snapshotBytes(snapshot)
  }
  return { files, bytes }
}
