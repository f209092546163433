import { fileURLToPath } from 'node:url'
import { detectors } from '../../src/detectors/catalogue.ts'
import { dataFolder, runAssay } from '../../test/support/assay-process.ts'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { peers as programs } from './peers/catalogue.ts'
import { locate, timedRun } from './peers/peer.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Other programs on the same trees, each beside those of our detectors that look for the same, cold, in a process of its own. What is
 * counted is what is reported, right or wrong: how often it is right is the part `detection`. `bench/peers.md` says how to get them.
 */
export const peers: BenchPart = {
  id: 'peers',
  async *run() {
    for (const { name, program, words, count, ours, trees } of programs) {
      const file = locate(program)
      for (const tree of trees) {
        const own = await ownScan(tree, ours)
        const theirs = file === undefined ? undefined : await timedRun(file, words(`${root}${tree}`))
        const found = theirs && counted(() => count(theirs.printed))
        if (theirs && found === undefined) process.stderr.write(`peers: ${name} printed something else for ${tree}: ${theirs.printed.slice(0, 200)}\n`)
        const what = `${tree}, what ${name} looks for`
        yield beside(what, 's', own.seconds, name, found === undefined ? undefined : theirs?.seconds)
        yield beside(`${what}: reported`, 'findings', own.findings, name, found)
      }
    }
  },
}

/** A measure beside a peer's; one that is not here, or did not work, is absent. */
function beside(measure: string, unit: string, value: number, name: string, theirs: number | undefined): Measurement {
  const alone = measurement({ measure, unit, samples: [value] })
  return theirs === undefined ? { ...alone, peer: `${name}: absent` } : { ...measurement({ measure, unit, samples: [value], peer: { name, median: theirs } }), ratio: theirs === 0 ? null : Number((value / theirs).toPrecision(4)) }
}

function counted(count: () => number): number | undefined {
  try {
    return count()
  } catch {
    return undefined
  }
}

/** Our own command with these detectors alone. */
async function ownScan(tree: string, only: readonly string[]): Promise<{ readonly seconds: number; readonly findings: number }> {
  const folder = dataFolder()
  try {
    const settings = { ASSAY_DATA_DIR: folder.path, OSV_URL: process.env['OSV_URL'] ?? `file:${root}../shared/osv` }
    // The database is made before: it is made once in an installation's life.
    await runAssay(['migrate'], settings)
    const startedAt = performance.now()
    const { out } = await runAssay(['scan', '--format', 'json', ...detectors.filter(({ id }) => !only.includes(id)).flatMap(({ id }) => ['--without', id]), `${root}${tree}`], settings)
    const seconds = (performance.now() - startedAt) / 1_000
    return { seconds, findings: (JSON.parse(out) as { readonly findings: readonly unknown[] }).findings.length }
  } finally {
    folder.remove()
  }
}
