import { type AssessedTree, isBetter, isNoWorse, type TreeAssessor } from './assessed-tree.ts'
import { noChanges, type PackageVersion } from './upgradable-project.ts'
import { upgradeLimits } from './upgrade-limits.ts'

/**
 * Releases the locked versions of vulnerable packages, and of their dependents if these do not allow a fixed version.
 * Manifests stay as they are. Returns the best tree.
 */
export async function releaseLocked(assessor: TreeAssessor, base: AssessedTree): Promise<AssessedTree> {
  let best = base
  const released = new Set([...base.found.values()].map(({ component }) => component.name))
  /** Vulnerable package versions for which a package was released. */
  const causes = new Map<string, Set<string>>()
  for (let level = 0; level < upgradeLimits.maxReleasedLevels && released.size > 0; level += 1) {
    const next = await assessor.assess({ ...noChanges, released: new Set(released) })
    if (assessor.newProblems(next).length === 0 && isBetter(next, best)) best = next
    const before = new Set(released)
    for (const { component } of next.found.values()) {
      // Only dependents of this version: those of other copies may already have a fixed one.
      const above = new Map<string, PackageVersion>([[keyOf(component), component]])
      for (const copy of above.values())
        for (const dependent of next.tree.dependentsOf(copy)) {
          const { name } = dependent
          causes.set(name, (causes.get(name) ?? new Set()).add(keyOf(component)))
          // Dependents of packages that were released before are the next level.
          if (before.has(name)) above.set(keyOf(dependent), dependent)
          else released.add(name)
        }
    }
    if (released.size === before.size) break
  }
  return await withoutNeedless(assessor, base, best, causes)
}

const keyOf = ({ name, version }: PackageVersion): string => `${name}@${version}`

/** Keeps the locked versions of packages whose release fixed nothing. */
async function withoutNeedless(
  assessor: TreeAssessor,
  base: AssessedTree,
  best: AssessedTree,
  causes: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<AssessedTree> {
  const improved = new Set(
    [...base.found].flatMap(([key, { component }]) => (best.found.has(key) ? [] : [component.name])),
  )
  const left = new Set([...best.found.values()].map(({ component }) => keyOf(component)))
  const needed = [...best.changes.released].filter(
    (name) => improved.has(name) || [...(causes.get(name) ?? [])].some((cause) => !left.has(cause)),
  )
  if (needed.length === best.changes.released.size) return best
  const smaller = await assessor.assess({ ...noChanges, released: new Set(needed) })
  return isNoWorse(smaller, best) && assessor.newProblems(smaller).length === 0 ? smaller : best
}
