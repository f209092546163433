import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { snapshotModules } from '../../src/engine/analysis/snapshot-modules.ts'
import { ChildSnapshot } from '../../src/engine/isolation/child-snapshot.ts'
import { probeConfinement } from '../../src/engine/isolation/confinement.ts'
import { killGroup } from '../../src/engine/isolation/child-process.ts'
import { isolationLimits } from '../../src/engine/isolation/isolation-limits.ts'
import { spawnChild } from '../../src/engine/isolation/spawn-child.ts'
import { openEngine } from '../../src/engine/scanner/open-engine.ts'
import { scanOnce } from '../../src/engine/scanner/scan-once.ts'
import { tasksBeforeFetch } from '../../src/engine/scanner/scan-tasks.ts'
import { endedChildrenCpuSeconds } from '../process-cpu.ts'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'

const rounds = 20
const limits = { readyMs: 60, scanCpuMs: 100 }

const tasks = new URL('../../src/engine/analysis/tasks.ts', import.meta.url)

/** Children to start, by their description. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  'for a scan of a package': tasksBeforeFetch,
  'that reads manifests': ['read-manifest', 'join-manifests'],
  'that lowers source files': ['lower-source-file'],
  'that runs the taint analysis': ['follow-project'],
  'that summarizes packages': ['summarize-package'],
}

/** Measures the start of child processes, and what each scan of a tiny project costs. */
export const children: BenchPart = {
  id: 'children',
  async *run() {
    const module = snapshotModules['read-manifest']
    if (!module) throw new Error('there is no snapshot of child processes')
    using snapshot = new ChildSnapshot(module)
    const descriptor = await created(snapshot)
    const empty = await emptyStarts()
    for (const [kind, onlyTasks] of Object.entries(kinds)) {
      const loaded = await starts(onlyTasks, undefined)
      const started = await starts(onlyTasks, descriptor)
      yield* compared(`child ${kind}: from its start until it is ready`, { loaded, started, empty }, limits.readyMs)
    }
    yield measurement({
      measure: `scan of a folder with two small files, in a process that has scanned before`,
      unit: 'ms of CPU, including child processes',
      samples: await smallScans(),
      peer: { name: 'limit', median: limits.scanCpuMs },
    })
  },
}

/** Takes until the snapshot is created. */
async function created(snapshot: ChildSnapshot): Promise<number> {
  for (let patience = 600; patience > 0; patience -= 1) {
    const descriptor = snapshot.take()
    if (descriptor !== undefined) return descriptor
    await pause(100)
  }
  throw new Error('the snapshot of child processes was not created within a minute')
}

interface Starts {
  readonly ms: readonly number[]
  readonly cpuMs: readonly number[]
}

async function starts(onlyTasks: readonly string[], snapshot: number | undefined): Promise<Starts> {
  const confinement = probeConfinement(isolationLimits)
  const [ms, cpuMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const before = endedChildrenCpuSeconds()
    const startedAt = performance.now()
    const { process: child, channel } = spawnChild({ tasks, confinement, limits: isolationLimits, onlyTasks, snapshot })
    const ended = once(child, 'close')
    await once(channel, 'data')
    ms.push(performance.now() - startedAt)
    killGroup(child.pid)
    await ended
    cpuMs.push((endedChildrenCpuSeconds() - before) * 1000)
  }
  return { ms, cpuMs }
}

/** Starts of a Node process that runs one line, without limits: what the machine takes for any Node process. */
async function emptyStarts(): Promise<Starts> {
  const [ms, cpuMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const before = endedChildrenCpuSeconds()
    const startedAt = performance.now()
    const program = ['--eval', 'process.stdout.write("ready"); setInterval(() => {}, 60_000)']
    const child = spawn(process.execPath, program, { env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
    const ended = once(child, 'close')
    await once(child.stdout, 'data')
    ms.push(performance.now() - startedAt)
    child.kill('SIGKILL')
    await ended
    cpuMs.push((endedChildrenCpuSeconds() - before) * 1000)
  }
  return { ms, cpuMs }
}

function* compared(
  measure: string,
  { loaded, started, empty }: Readonly<Record<'loaded' | 'started' | 'empty', Starts>>,
  limit: number,
): Iterable<Measurement> {
  for (const [key, unit] of [
    ['ms', 'ms'],
    ['cpuMs', 'ms of CPU'],
  ] as const)
    for (const [name, peer] of [
      ['the same child without a snapshot', loaded],
      ['an empty Node process', empty],
    ] as const) {
      const { median } = measurement({ measure, unit, samples: peer[key] })
      yield measurement({ measure, unit, samples: started[key], peer: { name, median } })
    }
  yield measurement({ measure, unit: 'ms', samples: started.ms, peer: { name: 'limit', median: limit } })
}

/** Returns the CPU time of each scan of a small folder, in milliseconds. The first scans create the snapshot. */
async function smallScans(): Promise<number[]> {
  const path = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    writeFileSync(join(path, 'package.json'), '{ "name": "small", "version": "1.0.0" }\n')
    writeFileSync(join(path, 'index.js'), 'export const double = (number) => 2 * number\n')
    const registry = 'http://registry.example'
    const registries = {
      npm: registry,
      publicNpm: registry,
      pypi: registry,
      pypiFiles: registry,
      maven: registry,
      crates: registry,
      sigstoreTrust: registry,
    }
    await using engine = openEngine({ registries, isOffline: true })
    const samples: number[] = []
    for (let round = 0; round < 2 * rounds; round += 1) {
      const before = cpuMs()
      const { error } = await scanOnce(engine, {
        url: path,
        target: { type: 'folder', path },
        report: () => {},
        signal: AbortSignal.timeout(60_000),
      })
      if (error) throw new Error(`the scan of a small folder ended: ${error.message}`)
      if (round >= rounds) samples.push(cpuMs() - before)
      // The snapshot is created in the background.
      else await pause(100)
    }
    return samples
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

/** CPU time of this process and its ended children, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + endedChildrenCpuSeconds() * 1000
}
