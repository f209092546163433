import { execFileSync } from 'node:child_process'
import { globSync, lstatSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { detectorIds } from '../../src/engine/rules/detector-ids.ts'
import { BenchNotReady, type BenchPart, type Measurement, measurement, median } from '../measurement.ts'
import { type Call, measuredCall, peakMegabytesOf } from './command-line/measured-call.ts'
import { ecosystems, type Project, writeProjects } from './command-line/projects.ts'
import { osvUrl, provideOsvDatabase } from './peers/osv-database.ts'
import { locate } from './peers/peer.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rounds = 3

/** Ways to scan a project with Assay. */
const ways = [
  'dependencies',
  'dependencies, nothing changed',
  'all detectors',
  'all detectors, nothing changed',
] as const

/**
 * Compares the installed package with osv-scanner, offline and with the same advisories: CPU time and memory of all
 * processes of a call. The programs alternate. `bench/peers.md` describes how to install the peer.
 */
export const commandLine: BenchPart = {
  id: 'command-line',
  async *run() {
    const peer = locate('osv-scanner')
    if (peer === undefined)
      throw new BenchNotReady('osv-scanner is missing. bench/peers.md describes how to install it.')
    const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
    try {
      const assay = installPackage(join(folder, 'installed'))
      yield measurement({
        measure: 'installed package with its dependencies, on disk',
        unit: 'MB',
        samples: [installedMegabytes(join(folder, 'installed'))],
        peer: { name: 'limit', median: 60 },
      })
      const environment = {
        ASSAY_CACHE_DIR: join(folder, 'cache'),
        OSV_URL: osvUrl,
        ...provideOsvDatabase(folder, ecosystems),
        // The package runs with the user's Node.
        PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      }
      yield* versions({ assay, peer, environment })
      const projects = writeProjects(join(folder, 'projects'))
      for (const project of projects) yield* firstRun(project, { assay, peer, environment, folder })
      await measuredCall({ program: assay, words: ['advisories', 'sync', ...ecosystems], environment })
      for (const project of projects) yield* besidePeer(project, { assay, peer, environment })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface Programs {
  readonly assay: string
  readonly peer: string
  readonly environment: Readonly<Record<string, string>>
}

function npm(cwd: string, ...words: string[]): void {
  execFileSync('npm', words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Packs this checkout, installs the package into an empty folder, and returns its command. */
function installPackage(folder: string): string {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  npm(root, 'pack', '--silent', '--pack-destination', folder)
  npm(
    folder,
    'install',
    '--no-audit',
    '--no-fund',
    '--silent',
    ...globSync('*.tgz', { cwd: folder }).map((name) => `./${name}`),
  )
  return join(folder, 'node_modules/.bin/assay')
}

function installedMegabytes(folder: string): number {
  const bytes = globSync('node_modules/**', { cwd: folder }).reduce((sum, path) => {
    const stat = lstatSync(join(folder, path))
    return sum + (stat.isFile() ? stat.blocks * 512 : 0)
  }, 0)
  return bytes / 1e6
}

async function* versions({ assay, peer, environment }: Programs): AsyncIterable<Measurement> {
  const words = ['--version']
  const calls = { ours: { program: assay, words, environment }, theirs: { program: peer, words, environment } }
  await measuredCall(calls.ours)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push((await measuredCall(calls.ours)).seconds)
    theirs.push((await measuredCall(calls.theirs)).seconds)
  }
  yield measurement({ measure: '--version', unit: 's', samples: ours, peer: { name: 'limit', median: 0.15 } })
  yield beside('--version', 's', ours, theirs)
}

/**
 * The first scan, which imports the advisories, compared with a run of the peer, which reads its database every time.
 */
async function* firstRun(
  project: Project,
  { assay, peer, environment, folder }: Programs & { readonly folder: string },
): AsyncIterable<Measurement> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const cache = mkdtempSync(join(folder, 'first-'))
    const call = scanCall(project, { assay, environment: { ...environment, ASSAY_CACHE_DIR: cache } }, 'dependencies')
    // The feed consists of files, so the import needs no network.
    ours.push((await measuredCall({ ...call, words: call.words.filter((word) => word !== '--offline') })).cpuSeconds)
    theirs.push((await measuredCall(peerCall(project, { peer, environment }))).cpuSeconds)
    rmSync(cache, { recursive: true, force: true })
  }
  yield beside(`${project.measure}, first run with the import of the advisories`, 's of CPU', ours, theirs)
}

function add(samples: Map<string, number[]>, name: string, value: number): void {
  samples.set(name, [...(samples.get(name) ?? []), value])
}

async function* besidePeer(project: Project, programs: Programs): AsyncIterable<Measurement> {
  const theirCall = peerCall(project, programs)
  const ourCalls = ways.map((way) => ({ way, call: scanCall(project, programs, way) }))
  const cpu = new Map<string, number[]>()
  const memory = new Map<string, number[]>()
  // Stores the reports and fills the compile cache of Node.
  for (const { call } of ourCalls)
    await measuredCall({ ...call, words: call.words.filter((word) => word !== '--no-cache') })
  for (let round = 0; round < rounds; round += 1) {
    for (const { way, call } of ourCalls) add(cpu, way, (await measuredCall(call)).cpuSeconds)
    add(cpu, 'peer', (await measuredCall(theirCall)).cpuSeconds)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { way, call } of ourCalls) add(memory, way, await peakMegabytesOf(call))
    add(memory, 'peer', await peakMegabytesOf(theirCall))
  }
  const [ours, theirs] = [
    await measuredCall(scanCall(project, programs, 'dependencies')),
    await measuredCall(theirCall),
  ]
  yield beside(`${project.measure}: vulnerabilities`, 'findings', [findingsIn(ours.out)], [groupsIn(theirs.out)])
  for (const way of ways) {
    yield beside(`${project.measure}, ${way}`, 's of CPU', cpu.get(way) ?? [], cpu.get('peer') ?? [])
    yield beside(`${project.measure}, ${way}`, 'MB peak', memory.get(way) ?? [], memory.get('peer') ?? [])
  }
}

function findingsIn(out: string): number {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly findings: readonly unknown[] })
    .reduce((sum, { findings }) => sum + findings.length, 0)
}

/** A group is one vulnerability with all of its IDs, like a finding of Assay. */
function groupsIn(out: string): number {
  const { results } = JSON.parse(out) as {
    readonly results: readonly { readonly packages: readonly { readonly groups: readonly unknown[] }[] }[]
  }
  return results.flatMap(({ packages }) => packages.flatMap(({ groups }) => groups)).length
}

/** If nothing changed, Assay prints the stored report. `--no-cache` forces a scan. */
function scanCall(
  { files }: Project,
  { assay, environment }: Pick<Programs, 'assay' | 'environment'>,
  way: (typeof ways)[number],
): Call {
  const without = way.startsWith('all') ? [] : detectorIds.filter((id) => id !== 'vulnerable-dependencies')
  return {
    program: assay,
    words: [
      'scan',
      '--offline',
      '--format',
      'json',
      ...(way.endsWith('nothing changed') ? [] : ['--no-cache']),
      ...without.flatMap((id) => ['--without', id]),
      ...files.map((file) => dirname(file)),
    ],
    environment,
  }
}

function peerCall({ files }: Project, { peer, environment }: Pick<Programs, 'peer' | 'environment'>): Call {
  const lockfiles = files.flatMap((file) => ['--lockfile', file])
  return { program: peer, words: ['scan', 'source', '--offline', '--format', 'json', ...lockfiles], environment }
}

function beside(measure: string, unit: string, ours: readonly number[], theirs: readonly number[]): Measurement {
  return measurement({ measure, unit, samples: ours, peer: { name: 'osv-scanner', median: median(theirs) } })
}
