import { pythonTarget } from './target-environment.ts'

/**
 * A wheel's compatibility tags, https://packaging.python.org/specifications/platform-compatibility-tags/. Each field is
 * a set of alternatives.
 */
export interface WheelTags {
  readonly pythons: readonly string[]
  readonly abis: readonly string[]
  readonly platforms: readonly string[]
}

const { pythonMinor, glibcMinor, machine } = pythonTarget

/** Minor glibc version required by each of the platform tags from before PEP 600. */
const oldManylinux: Readonly<Record<string, number>> = { manylinux1: 5, manylinux2010: 12, manylinux2014: 17 }

/** Reports whether a wheel contains no compiled code and supports every platform. */
export function isPure({ pythons, abis, platforms }: WheelTags): boolean {
  return platforms.includes('any') && abis.includes('none') && pythons.some((python) => python.startsWith('py3'))
}

/** Reports whether the wheel can be installed in the target environment. */
export function fitsTarget(tags: WheelTags): boolean {
  return preferenceOfTarget(tags) !== undefined
}

/**
 * Ranks a wheel for installation in the target environment; lower ranks are preferred. Follows pip's tag order: wheels
 * for the exact interpreter and the newest glibc come first, and universal wheels come last. Returns undefined for
 * incompatible wheels.
 */
export function preferenceOfTarget({ pythons, abis, platforms }: WheelTags): number | undefined {
  const interpreters = pythons.flatMap((python) => abis.flatMap((abi) => interpreterPreference(python, abi) ?? []))
  const systems = platforms.flatMap((platform) => platformPreference(platform) ?? [])
  if (interpreters.length === 0 || systems.length === 0) return undefined
  const [interpreter, system] = [Math.min(...interpreters), Math.min(...systems)]
  return system === anyPlatform ? anyPlatform * 1_000 + interpreter : interpreter * 1_000 + system
}

/** ABI tags of the target interpreter, with their rank. */
const abisOfTarget = new Map([
  [`cp3${pythonMinor}`, 0],
  ['abi3', 1],
  ['none', 2],
])

/** Rank of wheels for any platform, after all glibc versions and interpreters. */
const anyPlatform = 999

function interpreterPreference(python: string, abi: string): number | undefined {
  const { implementation, minor } = /^(?<implementation>py|cp)3(?<minor>\d{0,3})$/.exec(python)?.groups ?? {}
  if (implementation === undefined) return undefined
  const age = minor === undefined || minor === '' ? 0 : pythonMinor - Number(minor)
  if (age < 0) return undefined
  if (implementation === 'py' && abi !== 'none') return undefined
  // `py313`, then `py3`, then `py312` and older.
  if (implementation === 'py') return minor === '' ? 101 : age === 0 ? 100 : 101 + age
  if (age === 0 && minor !== '') return abisOfTarget.get(abi)
  return abi === 'abi3' && age > 0 && age < pythonMinor - 1 ? 2 + age : undefined
}

function platformPreference(platform: string): number | undefined {
  if (platform === 'any') return anyPlatform
  if (platform === `linux_${machine}`) return glibcMinor + 1
  if (!platform.endsWith(`_${machine}`)) return undefined
  const name = platform.slice(0, -`_${machine}`.length)
  const glibc = Object.hasOwn(oldManylinux, name)
    ? oldManylinux[name]
    : Number(/^manylinux_2_(?<minor>\d{1,3})$/.exec(name)?.groups?.['minor'] ?? Infinity)
  return glibc !== undefined && glibc <= glibcMinor ? glibcMinor - glibc : undefined
}
