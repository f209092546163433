import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFlows } from '../../src/dataflow/flows/find-flows.ts'
import type { FlowReport } from '../../src/dataflow/flow.ts'
import type { Unit } from '../../src/dataflow/form/unit.ts'
import { lowerJavaScriptText } from '../../src/dataflow/javascript/lower-javascript.ts'
import { parseJavaScript } from '../../src/dataflow/javascript/parse-javascript.ts'
import { isNode, walkTree } from '../../src/dataflow/javascript/walk-tree.ts'
import { isModuleSettings } from '../../src/dataflow/project-container.ts'
import { linkUnits } from '../../src/dataflow/program/link-units.ts'
import { readSourceFile } from '../../src/dataflow/read-source-file.ts'
import { sourceDialectOf } from '../../src/dataflow/source-dialect.ts'
import type { SourceFileFacts } from '../../src/dataflow/source-file.ts'
import { limits } from '../../src/model/limits.ts'
import { flowFiles } from '../../src/scan/flow-files.ts'
import { type BenchPart, BenchNotReady, measurement } from '../measurement.ts'
import { pythonSpeed } from './dataflow/python-speed.ts'

/** How often one package is followed to see whether the result stays the same, byte for byte. */
const repeats = 10

interface SourceText {
  readonly path: string
  readonly text: string
  readonly dialect: Parameters<typeof lowerJavaScriptText>[1]
}

interface PackageSources {
  readonly name: string
  readonly texts: readonly SourceText[]
  /** Paths through which a scan follows data; of the other files it reads what they import, and no more. */
  readonly followed: ReadonlySet<string>
  readonly settings: ReadonlyMap<string, string>
  readonly bytes: number
}

/** Following data through unpacked packages (`BENCH_PACKAGES`, a folder of them), against parsing the same files alone. */
export const dataflow: BenchPart = {
  id: 'dataflow',
  async *run() {
    const folder = process.env['BENCH_PACKAGES']
    if (folder === undefined) throw new BenchNotReady('Set BENCH_PACKAGES to a folder of unpacked npm packages.')
    const packages = (await Promise.all(readdirSync(folder).sort().map((name) => sourcesOf(join(folder, name), name)))).filter(({ texts }) => texts.length > 0)
    const bytes = packages.reduce((sum, one) => sum + one.bytes, 0)
    const what = `${packages.length} packages, ${(bytes / 1e6).toFixed(1)} MB`
    const left = packages.flatMap(({ texts, followed }) => texts.filter(({ path }) => !followed.has(path)))
    let [parsing, lowering, following] = [0, 0, 0]
    let [parsingOnThread, allOnThread] = [0, 0]
    let largest = packages[0]
    for (const one of packages) {
      const parsed = threadClock()
      parsing += timed(() => one.texts.forEach(parseAlone))
      parsingOnThread += parsed()
      const done = threadClock()
      const { units, lowered, followed } = follow(one)
      allOnThread += done()
      lowering += lowered
      following += followed
      if (largest === undefined || one.bytes > largest.bytes) largest = one
      if (units.length === 0) throw new BenchNotReady(`Nothing of ${one.name} was understood.`)
    }
    const alone = { name: 'parsing alone, with a walk over the tree', median: parsing / 1_000 }
    yield measurement({ measure: `${what}: parsed, lowered, linked and followed`, unit: 's', samples: [(lowering + following) / 1_000], peer: alone })
    yield measurement({ measure: `${what}: the same, limit of 3.5 times parsing`, unit: 's', samples: [(lowering + following) / 1_000], peer: { name: 'limit', median: (parsing * 3.5) / 1_000 } })
    // What others do for it besides, compiling and collecting what is left, is a third of the processor time, and takes no longer where a second core is free.
    yield measurement({ measure: `${what}: the same, of the thread that does it alone`, unit: 's', samples: [allOnThread / 1_000], peer: { name: 'the same of parsing alone', median: parsingOnThread / 1_000 } })
    yield measurement({ measure: `${what}: files of them that nothing is followed through, and that are parsed alone on both sides`, unit: 'MB', samples: [left.reduce((sum, { text }) => sum + text.length, 0) / 1e6] })
    yield measurement({ measure: `${what}: parsed and lowered`, unit: 's', samples: [lowering / 1_000], peer: alone })
    yield measurement({ measure: `${what}: linked and followed`, unit: 's', samples: [following / 1_000], peer: alone })
    if (!largest) return
    const { units, lowered, followed } = follow(largest)
    const [changed] = largest.texts
    const again = changed === undefined ? 0 : timed(() => lowerJavaScriptText(`${changed.text}\n;`, changed.dialect))
    yield measurement({ measure: `${largest.name}, ${(largest.bytes / 1e6).toFixed(1)} MB, after a change of one file: lowering`, unit: 'ms', samples: [again], peer: { name: 'lowering all of it', median: lowered } })
    yield measurement({ measure: `${largest.name}: linking and following`, unit: 'ms', samples: [followed] })
    const texts = new Set(Array.from({ length: repeats }, () => JSON.stringify(reportOf(units, largest.settings))))
    yield measurement({ measure: `${largest.name}: different results of ${repeats} runs`, unit: 'results', samples: [texts.size], peer: { name: 'limit', median: 1 } })
    yield* pythonSpeed(timed)
    yield measurement({ measure: 'memory of the process with all packages in it', unit: 'MB peak', samples: [process.resourceUsage().maxRSS / 1_024], peer: { name: 'limit', median: 1_000 } })
  },
}

/** As a scan does it: files through which data is followed are lowered and put together, of the others only the imports are read. */
function follow({ texts, settings, followed: chosen }: PackageSources): { readonly units: { path: string; unit: Unit }[]; readonly lowered: number; readonly followed: number } {
  const units: { path: string; unit: Unit }[] = []
  const lowered = timed(() => {
    for (const one of texts) {
      const { path, text, dialect } = one
      if (!chosen.has(path)) parseAlone(one)
      else try {
        units.push({ path, unit: lowerJavaScriptText(text, dialect) })
      } catch {
        // What nobody can parse is no part of either side.
      }
    }
  })
  return { units, lowered, followed: timed(() => reportOf(units, settings)) }
}

function reportOf(units: readonly { readonly path: string; readonly unit: Unit }[], settings: ReadonlyMap<string, string>): FlowReport {
  return findFlows(linkUnits(units), settings, { referenceSteps: limits.flows.referenceSteps, states: limits.flows.states, isOver: () => false })
}

function parseAlone({ text, dialect }: SourceText): void {
  try {
    let nodes = 0
    walkTree(parseJavaScript(text, dialect).program, (node) => {
      if (isNode(node)) nodes += 1
    }, () => true)
  } catch {
    // As above.
  }
}

/** Milliseconds of processor time, of all threads: others may use the machine at the same time. */
function timed(work: () => void): number {
  const { user, system } = process.cpuUsage()
  work()
  const used = process.cpuUsage({ user, system })
  return (used.user + used.system) / 1_000
}

/** Gives milliseconds of processor time of this thread since it was called: what a quiet machine of several cores would show on a clock. */
function threadClock(): () => number {
  const from = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(from)
    return (user + system) / 1_000
  }
}

async function sourcesOf(folder: string, name: string): Promise<PackageSources> {
  const texts: SourceText[] = []
  const facts = new Map<string, SourceFileFacts>()
  const settings = new Map<string, string>()
  for (const path of globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort()) {
    const content = readFileSync(join(folder, path))
    if (isModuleSettings(path, content.length)) settings.set(path, content.toString())
    const dialect = sourceDialectOf({ path, content })
    if (dialect === undefined || dialect === 'py' || dialect === 'pyi' || dialect === 'dts' || content.length > limits.code.fileBytes) continue
    texts.push({ path, text: content.toString(), dialect })
    const reading = readSourceFile({ path, content })
    if ('facts' in reading) facts.set(path, reading.facts)
  }
  const { paths } = await flowFiles(facts, settings, AbortSignal.timeout(60_000))
  return { name, texts, followed: new Set(paths), settings, bytes: texts.reduce((sum, { text }) => sum + text.length, 0) }
}
