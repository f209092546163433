import { posix } from 'node:path'
import type { ModuleSource } from './graph/module-source.ts'
import { reachabilityLimits } from './reachability-limits.ts'
import type { VulnerableFunction } from './vulnerable-functions.ts'

/** A vulnerable function in an installed package. */
export interface Target {
  readonly path: string
  readonly name: string
  /** Index of the function in its file. */
  readonly local: number
  readonly line: number
  readonly change: VulnerableFunction['change']
}

export interface FoundTargets {
  readonly found: readonly Target[]
  /** Functions of the same name in other files. In another version, the vulnerable code may be there. */
  readonly namesakes: readonly Target[]
  /** Functions that the installed version does not have, as file and function. */
  readonly missing: readonly string[]
  /** Functions that may be other ones in another version: they moved, or their names depend on their position. */
  readonly uncertain: readonly string[]
}

/** Names that depend on the position of the function, or that a minifier chose. */
const positionalName = /(?:^|\.)(?:<\d+>|[\w$]{1,2})(?:#\d+)?$|#\d+(?:\.|$)/

/**
 * Finds vulnerable functions in an installed package: by path and name, else by name in files with the same base name,
 * else by name in any file.
 */
export function findTargets(
  source: ModuleSource,
  packageIndex: number,
  functions: readonly VulnerableFunction[],
): FoundTargets {
  const paths = [...source.pathsOf(packageIndex)]
  const found: Target[] = []
  const namesakes: Target[] = []
  const missing: string[] = []
  const uncertain: string[] = []
  for (const one of functions) {
    const inFiles = (among: readonly string[]) =>
      among.flatMap((path) => targetsIn(source, { packageIndex, path }, one))
    const exact = inFiles(paths.filter((path) => path === one.path))
    const sameBase = inFiles(
      paths.filter((path) => path !== one.path && posix.basename(path) === posix.basename(one.path)),
    )
    const elsewhere =
      one.name === '' ? [] : inFiles(paths.filter((path) => posix.basename(path) !== posix.basename(one.path)))
    const targets = [exact, sameBase, elsewhere].find((some) => some.length > 0) ?? []
    const label = one.name === '' ? one.path : `${one.path}: ${one.name}`
    found.push(...targets)
    namesakes.push(...[...sameBase, ...elsewhere].filter((each) => !targets.includes(each)))
    if (targets.length === 0) missing.push(label)
    else if (exact.length === 0 || positionalName.test(one.name)) uncertain.push(label)
  }
  return { found, namesakes, missing, uncertain }
}

function targetsIn(
  source: ModuleSource,
  place: { readonly packageIndex: number; readonly path: string },
  { name, change }: VulnerableFunction,
): Target[] {
  const read = source.read(place)
  if (!read || !('unit' in read)) return []
  const { unit } = read
  return unit.functions.flatMap((one, local) =>
    unit.strings[one.name] === name ? [{ path: place.path, name, local, line: Math.max(one.offset, 1), change }] : [],
  )
}

/** Returns the vulnerable functions of a result, as file and function. */
export function describeTargets(targets: readonly Target[]): string[] {
  return targets
    .slice(0, reachabilityLimits.maxListedFunctions)
    .map(({ path, name }) => (name === '' ? path : `${path}: ${name}`))
}
