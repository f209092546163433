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
  const byName = source.functionsOf(packageIndex)
  const found: Target[] = []
  const namesakes: Target[] = []
  const missing: string[] = []
  const uncertain: string[] = []
  for (const { path, name, change } of functions) {
    const base = posix.basename(path)
    const exact: Target[] = []
    const sameBase: Target[] = []
    const elsewhere: Target[] = []
    for (const one of byName.get(name) ?? []) {
      const target = { ...one, name, change }
      if (one.path === path) exact.push(target)
      else if (posix.basename(one.path) === base) sameBase.push(target)
      // Every file has a body, so its name tells nothing.
      else if (name !== '') elsewhere.push(target)
    }
    const stages = [exact, sameBase, elsewhere]
    const first = stages.findIndex((some) => some.length > 0)
    const label = name === '' ? path : `${path}: ${name}`
    found.push(...(stages[first] ?? []))
    namesakes.push(...stages.slice(Math.max(first, 0) + 1).flat())
    if (first < 0) missing.push(label)
    else if (first > 0 || positionalName.test(name)) uncertain.push(label)
  }
  return { found, namesakes, missing, uncertain }
}

/** Returns the vulnerable functions of a result, as file and function. */
export function describeTargets(targets: readonly Target[]): string[] {
  return targets
    .slice(0, reachabilityLimits.maxListedFunctions)
    .map(({ path, name }) => (name === '' ? path : `${path}: ${name}`))
}
