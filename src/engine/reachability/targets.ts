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
  /** Functions that the installed version does not have, as file and function. */
  readonly missing: readonly string[]
}

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
  const missing: string[] = []
  for (const one of functions) {
    const sameBase = paths.filter((path) => posix.basename(path) === posix.basename(one.path))
    const targets =
      [paths.filter((path) => path === one.path), sameBase, one.name === '' ? [] : paths]
        .map((among) => among.flatMap((path) => targetsIn(source, { packageIndex, path }, one)))
        .find((some) => some.length > 0) ?? []
    found.push(...targets)
    if (targets.length === 0) missing.push(one.name === '' ? one.path : `${one.path}: ${one.name}`)
  }
  return { found, missing }
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
