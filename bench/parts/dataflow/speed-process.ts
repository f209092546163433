import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { follow, parseAlone, type PackageSources, sourcesOf, timed } from './followed-package.ts'
import type { PackageSpeed, SpeedOfPackages, Took } from './speed.ts'

// node speed-process.ts <folder> <rounds>: parses and analyzes unpacked packages, alternating, and prints the times as
// JSON.

const [, , folder = '', rounds = ''] = process.argv

const packages = (
  await Promise.all(
    readdirSync(folder)
      .sort()
      .map((name) => sourcesOf(join(folder, name), name)),
  )
).filter(({ texts }) => texts.length > 0)
// Reading the files has already run the parser on all of them. Therefore, the other steps also run once before the
// measurement.
const began = performance.now()
const unread = packages.filter((one) => follow(one).units.length === 0).map(({ name }) => name)
const firstClockMs = performance.now() - began

const measured: PackageSpeed[][] = Array.from({ length: Number(rounds) }, () => packages.map(speedOf))
const left = packages.flatMap(({ texts, followed }) => texts.filter(({ path }) => !followed.has(path)))
const written: SpeedOfPackages = {
  packages: packages.map(({ name, bytes }) => ({ name, bytes })),
  unread,
  firstClockMs,
  rounds: measured,
  leftBytes: left.reduce((sum, { text }) => sum + text.length, 0),
  peakBytes: process.resourceUsage().maxRSS * 1_024,
}
process.stdout.write(JSON.stringify(written))

function speedOf(one: PackageSources): PackageSpeed {
  const parsing = clocks(() => timed(() => one.texts.forEach(parseAlone)))
  const all = clocks(() => follow(one))
  const { lowered, followed } = all.result
  return {
    parsing: { ...parsing.took, cpuMs: parsing.result },
    all: { ...all.took, cpuMs: lowered + followed },
    loweredCpuMs: lowered,
    followedCpuMs: followed,
  }
}

/** Wall-clock time, and CPU time of this thread. They are equal on an idle machine. */
function clocks<Result>(work: () => Result): { readonly took: Omit<Took, 'cpuMs'>; readonly result: Result } {
  const [from, began] = [process.threadCpuUsage(), performance.now()]
  const result = work()
  const clockMs = performance.now() - began
  const { user, system } = process.threadCpuUsage(from)
  return { took: { clockMs, threadMs: (user + system) / 1_000 }, result }
}
