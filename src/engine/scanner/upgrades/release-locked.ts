import { type AssessedTree, isBetter, isNoWorse, type TreeAssessor } from './assessed-tree.ts'
import { noChanges } from './upgradable-project.ts'
import { upgradeLimits } from './upgrade-limits.ts'

/**
 * Releases the locked versions of vulnerable packages, and of their dependents if these do not allow a fixed version.
 * Manifests stay as they are. Returns the best tree.
 */
export async function releaseLocked(assessor: TreeAssessor, base: AssessedTree): Promise<AssessedTree> {
  let best = base
  const released = new Set([...base.found.values()].map(({ component }) => component.name))
  /** Vulnerable packages for which a dependent was released. */
  const causes = new Map<string, Set<string>>()
  for (let level = 0; level < upgradeLimits.maxReleasedLevels && released.size > 0; level += 1) {
    const next = await assessor.assess({ ...noChanges, released: new Set(released) })
    if (assessor.newProblems(next).length === 0 && isBetter(next, best)) best = next
    const before = released.size
    for (const { component } of next.found.values()) {
      const above = new Set([component.name])
      // Dependents of packages that were released before are the next level.
      for (const name of above)
        for (const copy of next.tree.components.filter((each) => each.name === name))
          for (const dependent of next.tree.dependentsOf(copy)) {
            if (!released.has(dependent)) {
              released.add(dependent)
              causes.set(dependent, (causes.get(dependent) ?? new Set()).add(component.name))
            } else if (causes.get(dependent)?.has(component.name) === true) above.add(dependent)
          }
    }
    if (released.size === before) break
  }
  return await withoutNeedless(assessor, base, best, causes)
}

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
  const needed = [...best.changes.released].filter(
    (name) => improved.has(name) || [...(causes.get(name) ?? [])].some((cause) => improved.has(cause)),
  )
  if (needed.length === best.changes.released.size) return best
  const smaller = await assessor.assess({ ...noChanges, released: new Set(needed) })
  return isNoWorse(smaller, best) && assessor.newProblems(smaller).length === 0 ? smaller : best
}
