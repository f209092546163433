import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { detectors } from '../../src/engine/rules/catalogue.ts'
import { dataFolder, runAssay } from '../../test/support/assay-process.ts'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { endedChildrenCpuSeconds } from '../process-cpu.ts'
import { peers as programs } from './peers/catalogue.ts'
import { ecosystems, osvUrl } from './peers/osv-database.ts'
import { writeOldDependencies } from './peers/old-dependencies.ts'
import { locate, type Peer, type Reported, timedRun, type TreeName } from './peers/peer.ts'
import { judge, type Labelled, labelledPairs, writeLabelledSecrets, writePairs } from './peers/told-apart.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A program's result for a tree. */
interface Outcome {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly reports: readonly Reported[]
}

/**
 * Runs other programs and the comparable detectors of Assay on the same trees, cold, each in a separate process. Counts
 * all reports, correct or not. For pairs, also counts the vulnerabilities that are reported while their safe twin is
 * not. `bench/peers.md` describes how to install the programs.
 */
export const peers: BenchPart = {
  id: 'peers',
  async *run() {
    const made = mkdtempSync(join(tmpdir(), 'assay-bench-'))
    try {
      const home = (name: string) => mkdtempSync(join(made, `${name}-`))
      const [secretsFolder, dependencies, pairs] = [home('secrets'), home('dependencies'), writePairs(home('pairs'))]
      writeOldDependencies(dependencies)
      const secrets = await writeLabelledSecrets(secretsFolder)
      const folders: Readonly<Record<TreeName, readonly string[]>> = {
        'labelled-secrets': [secretsFolder],
        'old-dependencies': [dependencies],
        'own-sources': [`${root}src`],
        pairs: [pairs.flawed, pairs.safe],
      }
      const labelsOf = (tree: TreeName, files = /./) =>
        ({
          pairs: labelledPairs(pairs, files),
          'labelled-secrets': secrets,
          'old-dependencies': undefined,
          'own-sources': undefined,
        })[tree]
      const ours = rememberOwnScans()
      for (const peer of programs) {
        for (const tree of peer.trees) {
          const own = together(await inTurn(folders[tree], (folder) => ours(folder, peer.ours)))
          const theirs = await inTurn(folders[tree], (folder) => theirScan(peer, folder, home('peer')))
          yield* compare(peer.name, tree, {
            ours: own,
            theirs: theirs.every((each) => each !== undefined) ? together(theirs) : undefined,
            labels: labelsOf(tree, peer.files),
          })
        }
      }
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  },
}

function* compare(
  name: string,
  tree: TreeName,
  {
    ours: own,
    theirs,
    labels,
  }: { readonly ours: Outcome; readonly theirs: Outcome | undefined; readonly labels: Labelled | undefined },
): Iterable<Measurement> {
  const what = `${tree}, weaknesses that ${name} detects`
  yield beside(what, 's', name, own.seconds, theirs?.seconds)
  // CPU time is stable on a shared machine. For Assay, it excludes the database.
  yield beside(what, 's of CPU', name, own.cpuSeconds, theirs?.cpuSeconds)
  yield beside(`${what}: findings`, 'findings', name, own.reports.length, theirs?.reports.length)
  if (!labels) return
  const [we, they] = [judge(own.reports, labels), theirs && judge(theirs.reports, labels)]
  yield beside(
    `${what}: vulnerabilities found, of ${labels.flaws.length}`,
    'vulnerabilities',
    name,
    we.caught,
    they?.caught,
  )
  yield beside(`${what}: safe cases without findings, of ${labels.safe.length}`, 'cases', name, we.silent, they?.silent)
  if (we.toldApart !== undefined)
    yield beside(
      `${what}: pairs distinguished, of ${labels.flaws.length}`,
      'pairs',
      name,
      we.toldApart,
      they?.toldApart,
    )
}

/** Runs one at a time, so that times are independent. */
async function inTurn<Result>(
  folders: readonly string[],
  scan: (folder: string) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const folder of folders) results.push(await scan(folder))
  return results
}

function together(outcomes: readonly Outcome[]): Outcome {
  const sum = (figure: 'seconds' | 'cpuSeconds') => outcomes.reduce((total, each) => total + each[figure], 0)
  return { seconds: sum('seconds'), cpuSeconds: sum('cpuSeconds'), reports: outcomes.flatMap(({ reports }) => reports) }
}

/** Returns a measure with a peer, which is `absent` if it is missing or failed. */
function beside(measure: string, unit: string, name: string, value: number, theirs: number | undefined): Measurement {
  const alone = measurement({ measure, unit, samples: [value] })
  return theirs === undefined
    ? { ...alone, peer: `${name}: absent` }
    : {
        ...measurement({ measure, unit, samples: [value], peer: { name, median: theirs } }),
        ratio: theirs === 0 ? null : Number((value / theirs).toPrecision(4)),
      }
}

async function theirScan(
  { name, program, words, settings, reported }: Peer,
  tree: string,
  room: string,
): Promise<Outcome | undefined> {
  const [file, told] = [locate(program), words(tree)]
  const run =
    file === undefined || told === undefined
      ? undefined
      : await timedRun(file, told, { tree, settings: settings?.(room) })
  if (!run) return undefined
  try {
    return { ...run, reports: reported(run.printed).map((report) => ({ ...report, path: resolve(tree, report.path) })) }
  } catch {
    process.stderr.write(`peers: ${name} printed something else for ${tree}: ${run.printed.slice(0, 200)}\n`)
    return undefined
  }
}

/** Runs Assay with only these detectors, once for each tree and selection. */
function rememberOwnScans(): (tree: string, only: readonly string[]) => Promise<Outcome> {
  const known = new Map<string, Promise<Outcome>>()
  return (tree, only) => {
    const key = JSON.stringify([tree, only])
    const scan = known.get(key) ?? ownScan(tree, only)
    known.set(key, scan)
    return scan
  }
}

async function ownScan(tree: string, only: readonly string[]): Promise<Outcome> {
  const folder = dataFolder()
  try {
    const settings = { ASSAY_DATA_DIR: folder.path, OSV_URL: osvUrl }
    // Advisories are stored before the measurement, because an installation imports them once and then updates them
    // daily.
    if (only.includes('vulnerable-dependencies')) await runAssay(['advisories', 'sync', ...ecosystems], settings)
    const [startedAt, cpuBefore] = [performance.now(), endedChildrenCpuSeconds()]
    const { out, err } = await runAssay(
      [
        'scan',
        '--format',
        'json',
        ...detectors.filter(({ id }) => !only.includes(id)).flatMap(({ id }) => ['--without', id]),
        tree,
      ],
      settings,
    )
    const [seconds, cpuSeconds] = [(performance.now() - startedAt) / 1_000, endedChildrenCpuSeconds() - cpuBefore]
    if (out === '') throw new Error(`${tree} was not scanned: ${err}`)
    const { findings } = JSON.parse(out) as {
      readonly findings: readonly { readonly location?: { readonly path: string; readonly startLine?: number } }[]
    }
    return {
      seconds,
      cpuSeconds,
      reports: findings.map(({ location }) => ({
        path: resolve(tree, location?.path ?? ''),
        line: location?.startLine,
      })),
    }
  } finally {
    folder.remove()
  }
}
