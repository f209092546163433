import { join } from 'node:path'
import { lowerJavaScriptText } from '../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { type BenchPart, BenchNotReady, measurement } from '../measurement.ts'
import { follow, reportOf, sourcesOf, timed } from './dataflow/followed-package.ts'
import { memoryOfOne } from './dataflow/memory-of-one.ts'
import { pythonSpeed } from './dataflow/python-speed.ts'
import { type PackageSpeed, speedOfPackages } from './dataflow/speed.ts'

/** Number of runs for one package, whose results must be identical byte for byte. */
const repeats = 10

/** Number of rounds over all packages. The speed of shared machines varies by the minute. */
const rounds = 5

/**
 * Compares the taint analysis of unpacked packages (in the folder `BENCH_PACKAGES`) with parsing the same files alone.
 * The two alternate, and neither is the first run in its process, as in child processes of a scan.
 */
export const dataflow: BenchPart = {
  id: 'dataflow',
  async *run() {
    const folder = process.env['BENCH_PACKAGES']
    if (folder === undefined) throw new BenchNotReady('Set BENCH_PACKAGES to a folder of unpacked npm packages.')
    const speed = speedOfPackages(folder, rounds)
    if (speed.unread.length > 0) throw new BenchNotReady(`Nothing of ${speed.unread.join(', ')} was understood.`)
    const bytes = speed.packages.reduce((sum, one) => sum + one.bytes, 0)
    const what = `${speed.packages.length} packages, ${(bytes / 1e6).toFixed(1)} MB`
    const seconds = (of: (one: PackageSpeed) => number) =>
      speed.rounds.map((round) => round.reduce((sum, one) => sum + of(one), 0) / 1_000)
    const middle = (of: (one: PackageSpeed) => number) =>
      seconds(of).toSorted((one, other) => one - other)[rounds >> 1] ?? 0
    const alone = (of: (one: PackageSpeed) => number) => ({
      name: 'parsing alone, with a walk over the tree',
      median: middle(of),
    })
    yield measurement({
      measure: `${what}: parsing, lowering, linking, and analyzing`,
      unit: 's (wall clock)',
      samples: seconds(({ all }) => all.clockMs),
      peer: alone(({ parsing }) => parsing.clockMs),
    })
    yield measurement({
      measure: `${what}: the same, limit 3.5 times parsing`,
      unit: 's (wall clock)',
      samples: seconds(({ all }) => all.clockMs),
      peer: { name: 'limit', median: 3.5 * middle(({ parsing }) => parsing.clockMs) },
    })
    yield measurement({
      measure: `${what}: the same, first run in a process`,
      unit: 's (wall clock)',
      samples: [speed.firstClockMs / 1_000],
      peer: { name: 'parsing alone, not the first run', median: middle(({ parsing }) => parsing.clockMs) },
    })
    yield measurement({
      measure: `${what}: the same, only the thread that does the work`,
      unit: 's of CPU',
      samples: seconds(({ all }) => all.threadMs),
      peer: alone(({ parsing }) => parsing.threadMs),
    })
    // Other threads compile and collect garbage at the same time.
    yield measurement({
      measure: `${what}: the same, all threads`,
      unit: 's of CPU',
      samples: seconds(({ all }) => all.cpuMs),
      peer: alone(({ parsing }) => parsing.cpuMs),
    })
    yield measurement({
      measure: `${what}: files that are only parsed, in both measurements`,
      unit: 'MB',
      samples: [speed.leftBytes / 1e6],
    })
    yield measurement({
      measure: `${what}: parsing and lowering, all threads`,
      unit: 's of CPU',
      samples: seconds(({ loweredCpuMs }) => loweredCpuMs),
      peer: alone(({ parsing }) => parsing.cpuMs),
    })
    yield measurement({
      measure: `${what}: linking and analyzing, all threads`,
      unit: 's of CPU',
      samples: seconds(({ followedCpuMs }) => followedCpuMs),
      peer: alone(({ parsing }) => parsing.cpuMs),
    })
    const [first, ...others] = speed.packages
    if (!first) return
    const { name } = others.reduce((largest, one) => (one.bytes > largest.bytes ? one : largest), first)
    const largest = await sourcesOf(join(folder, name), name)
    follow(largest)
    const { units, lowered, followed } = follow(largest)
    const [changed] = largest.texts
    const again = changed === undefined ? 0 : timed(() => lowerJavaScriptText(`${changed.text}\n;`, changed.dialect))
    yield measurement({
      measure: `${name}, ${(largest.bytes / 1e6).toFixed(1)} MB, after one file changed: lowering`,
      unit: 'ms',
      samples: [again],
      peer: { name: 'lowering all files', median: lowered },
    })
    yield measurement({ measure: `${name}: linking and analyzing`, unit: 'ms', samples: [followed] })
    const texts = new Set(Array.from({ length: repeats }, () => JSON.stringify(reportOf(units, largest.settings))))
    yield measurement({
      measure: `${name}: different results in ${repeats} runs`,
      unit: 'results',
      samples: [texts.size],
      peer: { name: 'limit', median: 1 },
    })
    yield* pythonSpeed(timed)
    yield measurement({
      measure: `${name}: memory of a process with only this package`,
      unit: 'MB peak',
      samples: [memoryOfOne(join(folder, name))],
      peer: { name: 'limit', median: 1_000 },
    })
    yield measurement({
      measure: 'memory of a process with all packages',
      unit: 'MB peak',
      samples: [speed.peakBytes / 1024 / 1024],
      peer: { name: 'limit', median: 1_000 },
    })
  },
}
