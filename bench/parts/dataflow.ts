import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { lowerJavaScriptText } from '../../src/dataflow/javascript/lower-javascript.ts'
import { type BenchPart, BenchNotReady, measurement } from '../measurement.ts'
import { follow, parseAlone, reportOf, sourcesOf, timed } from './dataflow/followed-package.ts'
import { memoryOfOne } from './dataflow/memory-of-one.ts'
import { pythonSpeed } from './dataflow/python-speed.ts'

/** How often one package is followed to see whether the result stays the same, byte for byte. */
const repeats = 10

/** Following data through unpacked packages (`BENCH_PACKAGES`, a folder of them), against parsing the same files alone, each the second time in the same process. */
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
    let [parsingOnClock, allOnClock] = [0, 0]
    let largest = packages[0]
    // The parser has gone through all files when they were read, so the rest goes through them once as well before the clock runs.
    const firstBegan = performance.now()
    for (const one of packages) follow(one)
    const firstOnClock = performance.now() - firstBegan
    for (const one of packages) {
      const parsed = threadClock()
      const parsingBegan = performance.now()
      parsing += timed(() => one.texts.forEach(parseAlone))
      parsingOnThread += parsed()
      parsingOnClock += performance.now() - parsingBegan
      const done = threadClock()
      const began = performance.now()
      const { units, lowered, followed } = follow(one)
      allOnClock += performance.now() - began
      allOnThread += done()
      lowering += lowered
      following += followed
      if (largest === undefined || one.bytes > largest.bytes) largest = one
      if (units.length === 0) throw new BenchNotReady(`Nothing of ${one.name} was understood.`)
    }
    const alone = { name: 'parsing alone, with a walk over the tree', median: parsing / 1_000 }
    yield measurement({ measure: `${what}: parsed, lowered, linked and followed`, unit: 's by the clock', samples: [allOnClock / 1_000], peer: { ...alone, median: parsingOnClock / 1_000 } })
    yield measurement({ measure: `${what}: the same, limit of 3.5 times parsing`, unit: 's by the clock', samples: [allOnClock / 1_000], peer: { name: 'limit', median: (parsingOnClock * 3.5) / 1_000 } })
    yield measurement({ measure: `${what}: the same, the first time in a process`, unit: 's by the clock', samples: [firstOnClock / 1_000], peer: { name: 'parsing alone, the second time', median: parsingOnClock / 1_000 } })
    // Of the thread that does it: what the clock shows where nobody else uses the machine.
    yield measurement({ measure: `${what}: the same, of the thread that does it alone`, unit: 's of CPU', samples: [allOnThread / 1_000], peer: { ...alone, median: parsingOnThread / 1_000 } })
    // Others compile and collect for it meanwhile.
    yield measurement({ measure: `${what}: the same, of all threads`, unit: 's of CPU', samples: [(lowering + following) / 1_000], peer: alone })
    yield measurement({ measure: `${what}: files of them that nothing is followed through, and that are parsed alone on both sides`, unit: 'MB', samples: [left.reduce((sum, { text }) => sum + text.length, 0) / 1e6] })
    yield measurement({ measure: `${what}: parsed and lowered, of all threads`, unit: 's of CPU', samples: [lowering / 1_000], peer: alone })
    yield measurement({ measure: `${what}: linked and followed, of all threads`, unit: 's of CPU', samples: [following / 1_000], peer: alone })
    if (!largest) return
    const { units, lowered, followed } = follow(largest)
    const [changed] = largest.texts
    const again = changed === undefined ? 0 : timed(() => lowerJavaScriptText(`${changed.text}\n;`, changed.dialect))
    yield measurement({ measure: `${largest.name}, ${(largest.bytes / 1e6).toFixed(1)} MB, after a change of one file: lowering`, unit: 'ms', samples: [again], peer: { name: 'lowering all of it', median: lowered } })
    yield measurement({ measure: `${largest.name}: linking and following`, unit: 'ms', samples: [followed] })
    const texts = new Set(Array.from({ length: repeats }, () => JSON.stringify(reportOf(units, largest.settings))))
    yield measurement({ measure: `${largest.name}: different results of ${repeats} runs`, unit: 'results', samples: [texts.size], peer: { name: 'limit', median: 1 } })
    yield* pythonSpeed(timed)
    yield measurement({ measure: `${largest.name}: memory of a process with this one alone`, unit: 'MB peak', samples: [memoryOfOne(join(folder, largest.name))], peer: { name: 'limit', median: 1_000 } })
    yield measurement({ measure: 'memory of the process with all packages in it', unit: 'MB peak', samples: [process.resourceUsage().maxRSS / 1_024], peer: { name: 'limit', median: 1_000 } })
  },
}

/** Gives milliseconds of processor time of this thread since it was called: what a quiet machine of several cores would show on a clock. */
function threadClock(): () => number {
  const from = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(from)
    return (user + system) / 1_000
  }
}
