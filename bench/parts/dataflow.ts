import { join } from 'node:path'
import { lowerJavaScriptText } from '../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { type BenchPart, BenchNotReady, measurement } from '../measurement.ts'
import { follow, reportOf, sourcesOf, timed } from './dataflow/followed-package.ts'
import { memoryOfOne } from './dataflow/memory-of-one.ts'
import { pythonSpeed } from './dataflow/python-speed.ts'
import { type PackageSpeed, speedOfPackages } from './dataflow/speed.ts'

/** How often one package is followed to see whether the result stays the same, byte for byte. */
const repeats = 10

/**
 * How often all packages are parsed alone and followed: machines that others use, too, are fast and slow by the minute.
 */
const rounds = 5

/**
 * Following data through unpacked packages (`BENCH_PACKAGES`, a folder of them), against parsing the same files alone,
 * in turns, each not the first time in its process, as children of a scan do it.
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
      measure: `${what}: parsed, lowered, linked and followed`,
      unit: 's by the clock',
      samples: seconds(({ all }) => all.clockMs),
      peer: alone(({ parsing }) => parsing.clockMs),
    })
    yield measurement({
      measure: `${what}: the same, limit of 3.5 times parsing`,
      unit: 's by the clock',
      samples: seconds(({ all }) => all.clockMs),
      peer: { name: 'limit', median: 3.5 * middle(({ parsing }) => parsing.clockMs) },
    })
    yield measurement({
      measure: `${what}: the same, the first time in a process`,
      unit: 's by the clock',
      samples: [speed.firstClockMs / 1_000],
      peer: { name: 'parsing alone, not the first time', median: middle(({ parsing }) => parsing.clockMs) },
    })
    yield measurement({
      measure: `${what}: the same, of the thread that does it alone`,
      unit: 's of CPU',
      samples: seconds(({ all }) => all.threadMs),
      peer: alone(({ parsing }) => parsing.threadMs),
    })
    // Others compile and collect for it meanwhile.
    yield measurement({
      measure: `${what}: the same, of all threads`,
      unit: 's of CPU',
      samples: seconds(({ all }) => all.cpuMs),
      peer: alone(({ parsing }) => parsing.cpuMs),
    })
    yield measurement({
      measure: `${what}: files of them that nothing is followed through, and that are parsed alone on both sides`,
      unit: 'MB',
      samples: [speed.leftBytes / 1e6],
    })
    yield measurement({
      measure: `${what}: parsed and lowered, of all threads`,
      unit: 's of CPU',
      samples: seconds(({ loweredCpuMs }) => loweredCpuMs),
      peer: alone(({ parsing }) => parsing.cpuMs),
    })
    yield measurement({
      measure: `${what}: linked and followed, of all threads`,
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
      measure: `${name}, ${(largest.bytes / 1e6).toFixed(1)} MB, after a change of one file: lowering`,
      unit: 'ms',
      samples: [again],
      peer: { name: 'lowering all of it', median: lowered },
    })
    yield measurement({ measure: `${name}: linking and following`, unit: 'ms', samples: [followed] })
    const texts = new Set(Array.from({ length: repeats }, () => JSON.stringify(reportOf(units, largest.settings))))
    yield measurement({
      measure: `${name}: different results of ${repeats} runs`,
      unit: 'results',
      samples: [texts.size],
      peer: { name: 'limit', median: 1 },
    })
    yield* pythonSpeed(timed)
    yield measurement({
      measure: `${name}: memory of a process with this one alone`,
      unit: 'MB peak',
      samples: [memoryOfOne(join(folder, name))],
      peer: { name: 'limit', median: 1_000 },
    })
    yield measurement({
      measure: 'memory of the process with all packages in it',
      unit: 'MB peak',
      samples: [speed.peakBytes / 1024 / 1024],
      peer: { name: 'limit', median: 1_000 },
    })
  },
}
