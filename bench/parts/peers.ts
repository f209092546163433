import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { detectors } from '../../src/detectors/catalogue.ts'
import { dataFolder, runAssay } from '../../test/support/assay-process.ts'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { endedChildrenCpuSeconds } from '../process-cpu.ts'
import { peers as programs } from './peers/catalogue.ts'
import { writeOldDependencies } from './peers/old-dependencies.ts'
import { locate, type Peer, type Reported, timedRun, type TreeName } from './peers/peer.ts'
import { judge, type Labelled, labelledPairs, writeLabelledSecrets } from './peers/told-apart.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pairsFolder = `${root}test/corpus/pairs`

/** What a program made of a tree. */
interface Outcome {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly reports: readonly Reported[]
}

/**
 * Other programs on the same trees, each beside those of our detectors that look for the same, cold, in a process of its own. What is
 * counted is what is reported, right or wrong; of the pairs also how many flaws are told from their safe twins. `bench/peers.md` says how to get them.
 */
export const peers: BenchPart = {
  id: 'peers',
  async *run() {
    const made = mkdtempSync(join(tmpdir(), 'assay-bench-'))
    try {
      const folders: Readonly<Record<TreeName, string>> = { 'labelled-secrets': join(made, 'secrets'), 'old-dependencies': join(made, 'dependencies'), 'own-sources': `${root}src`, pairs: pairsFolder }
      for (const tree of ['labelled-secrets', 'old-dependencies'] as const) mkdirSync(folders[tree])
      writeOldDependencies(folders['old-dependencies'])
      const secrets = await writeLabelledSecrets(folders['labelled-secrets'])
      const labelsOf = (tree: TreeName, files = /./) => ({ pairs: labelledPairs(pairsFolder, files), 'labelled-secrets': secrets, 'old-dependencies': undefined, 'own-sources': undefined })[tree]
      const ours = rememberOwnScans()
      for (const peer of programs) {
        for (const tree of peer.trees) yield* compare(peer.name, tree, { ours: await ours(folders[tree], peer.ours), theirs: await theirScan(peer, folders[tree]), labels: labelsOf(tree, peer.files) })
      }
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  },
}

function* compare(name: string, tree: TreeName, { ours: own, theirs, labels }: { readonly ours: Outcome; readonly theirs: Outcome | undefined; readonly labels: Labelled | undefined }): Iterable<Measurement> {
  const what = `${tree}, what ${name} looks for`
  yield beside(what, 's', name, own.seconds, theirs?.seconds)
  // Steady where the machine is shared; without the database's share of ours.
  yield beside(what, 's of CPU', name, own.cpuSeconds, theirs?.cpuSeconds)
  yield beside(`${what}: reported`, 'findings', name, own.reports.length, theirs?.reports.length)
  if (!labels) return
  const [we, they] = [judge(own.reports, labels), theirs && judge(theirs.reports, labels)]
  yield beside(`${what}: flaws reported, of ${labels.flaws.length}`, 'flaws', name, we.caught, they?.caught)
  yield beside(`${what}: left alone what is safe, of ${labels.safe.length}`, 'cases', name, we.silent, they?.silent)
  if (we.toldApart !== undefined) yield beside(`${what}: flawed and safe told apart, of ${labels.flaws.length}`, 'pairs', name, we.toldApart, they?.toldApart)
}

/** A measure beside a peer's; one that is not here, or did not work, is absent. */
function beside(measure: string, unit: string, name: string, value: number, theirs: number | undefined): Measurement {
  const alone = measurement({ measure, unit, samples: [value] })
  return theirs === undefined ? { ...alone, peer: `${name}: absent` } : { ...measurement({ measure, unit, samples: [value], peer: { name, median: theirs } }), ratio: theirs === 0 ? null : Number((value / theirs).toPrecision(4)) }
}

async function theirScan({ name, program, words, reported }: Peer, tree: string): Promise<Outcome | undefined> {
  const [file, told] = [locate(program), words(tree)]
  const run = file === undefined || told === undefined ? undefined : await timedRun(file, told)
  if (!run) return undefined
  try {
    return { ...run, reports: reported(run.printed) }
  } catch {
    process.stderr.write(`peers: ${name} printed something else for ${tree}: ${run.printed.slice(0, 200)}\n`)
    return undefined
  }
}

/** Our own command with these detectors alone, once for each tree and selection. */
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
    const settings = { ASSAY_DATA_DIR: folder.path, OSV_URL: process.env['OSV_URL'] ?? `file:${root}../shared/osv` }
    // The database is made before, and filled where it is asked: once in an installation's life, and daily.
    await runAssay(only.includes('vulnerable-dependencies') ? ['advisories', 'sync', 'npm', 'PyPI'] : ['migrate'], settings)
    const [startedAt, cpuBefore] = [performance.now(), endedChildrenCpuSeconds()]
    const { out, err } = await runAssay(['scan', '--format', 'json', ...detectors.filter(({ id }) => !only.includes(id)).flatMap(({ id }) => ['--without', id]), tree], settings)
    const [seconds, cpuSeconds] = [(performance.now() - startedAt) / 1_000, endedChildrenCpuSeconds() - cpuBefore]
    if (out === '') throw new Error(`${tree} was not scanned: ${err}`)
    const { findings } = JSON.parse(out) as { readonly findings: readonly { readonly location?: { readonly path: string; readonly startLine?: number } }[] }
    return { seconds, cpuSeconds, reports: findings.map(({ location }) => ({ path: resolve(tree, location?.path ?? ''), line: location?.startLine })) }
  } finally {
    folder.remove()
  }
}
