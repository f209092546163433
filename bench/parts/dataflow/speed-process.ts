import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { follow, parseAlone, type PackageSources, sourcesOf, timed } from './followed-package.ts'
import type { PackageSpeed, SpeedOfPackages, Took } from './speed.ts'

// node speed-process.ts <folder> <rounds>: parses unpacked packages, and follows data through them, in turns; writes
// how long each took as JSON.

const [, , folder = '', rounds = ''] = process.argv

const packages = (
  await Promise.all(
    readdirSync(folder)
      .sort()
      .map((name) => sourcesOf(join(folder, name), name)),
  )
).filter(({ texts }) => texts.length > 0)
// The parser has gone through all files when they were read, so the rest goes through them once as well before the
// clock runs.
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

/** By the clock, and of this thread alone: what the clock shows where nobody else uses the machine. */
function clocks<Result>(work: () => Result): { readonly took: Omit<Took, 'cpuMs'>; readonly result: Result } {
  const [from, began] = [process.threadCpuUsage(), performance.now()]
  const result = work()
  const clockMs = performance.now() - began
  const { user, system } = process.threadCpuUsage(from)
  return { took: { clockMs, threadMs: (user + system) / 1_000 }, result }
}
