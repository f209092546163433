import type { Component } from '../model/component.ts'
import type { License } from '../model/license.ts'
import type { DependencyChange } from '../model/dependency-change.ts'

/** A commit's dependencies. */
export interface ComparedDependencies {
  readonly components: readonly Component[]
  /** Names of required dependencies that could not be resolved. */
  readonly unresolved: ReadonlySet<string>
}

/**
 * Returns dependencies that were added or removed, or whose version changed. Direct dependencies come first, and each
 * group is sorted by name. Skips dependencies that one of the scans could not resolve.
 */
export function dependencyDifferences(base: ComparedDependencies, head: ComparedDependencies): DependencyChange[] {
  const [before, after] = [dependenciesOf(base), dependenciesOf(head)]
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => (a < b ? -1 : 1))
  const differences = keys.flatMap((key): DependencyChange[] => {
    const [old, now] = [before.get(key), after.get(key)]
    if (old && now) return changed(old, now)
    if (now)
      return base.unresolved.has(now.name) ? [] : [{ kind: 'added', ...of(now), before: [], after: versionsOf(now) }]
    return old && !head.unresolved.has(old.name)
      ? [{ kind: 'removed', ...withoutLicense(of(old)), before: versionsOf(old), after: [] }]
      : []
  })
  return differences.toSorted((a, b) => Number(b.isDirect) - Number(a.isDirect))
}

/** Dependency with all of its versions. */
interface Dependency {
  readonly name: string
  readonly ecosystem: string
  readonly versions: Set<string>
  /** Licenses declared by any of the versions. */
  readonly licenses: Set<string>
  isDirect: boolean
  /** True if every part of the project that uses it does so only for development. */
  isDev: boolean
}

function changed(old: Dependency, now: Dependency): DependencyChange[] {
  const [before, after] = [versionsOf(old), versionsOf(now)]
  const isSame = before.join() === after.join()
  // If an indirect dependency becomes a development dependency or stops being one, its dependents changed too, and they
  // are listed themselves.
  if (isSame && (old.isDev === now.isDev || !now.isDirect)) return []
  const use = old.isDev === now.isDev ? undefined : now.isDev ? 'now development only' : 'no longer development only'
  return [{ kind: 'changed', ...of(now), before, after, ...(use !== undefined && { use }) }]
}

function of({ name, ecosystem, isDirect, isDev, licenses }: Dependency) {
  const license = [...licenses].toSorted().join(', ')
  return {
    name,
    ecosystem,
    isDirect,
    ...(isDev && { use: 'development only' }),
    ...(license !== '' && { license }),
  }
}

/** Removes the base version's license, because it is irrelevant to the change. */
const withoutLicense = ({ license: _license, ...dependency }: ReturnType<typeof of>) => dependency

const versionsOf = ({ versions }: Dependency) => [...versions].toSorted()

/**
 * Returns dependencies by ecosystem and name. Skips components whose dependency path has no other entries, because they
 * are part of the project itself.
 */
function dependenciesOf({ components }: ComparedDependencies): Map<string, Dependency> {
  const dependencies = new Map<string, Dependency>()
  for (const { name, ecosystem, version, direct, dev, introducedBy, license } of components) {
    if (introducedBy.some(({ path }) => path.length < 2)) continue
    const key = `${name}\n${ecosystem}`
    const dependency = dependencies.get(key) ?? {
      name,
      ecosystem,
      versions: new Set(),
      licenses: new Set(),
      isDirect: direct,
      isDev: dev,
    }
    const declared = textOf(license)
    if (declared !== '') dependency.licenses.add(declared)
    dependency.versions.add(version)
    dependency.isDirect ||= direct
    dependency.isDev &&= dev
    dependencies.set(key, dependency)
  }
  return dependencies
}

const textOf = (license: License | undefined): string => license?.expression ?? license?.name ?? ''
