import type { UpgradePlan, UpgradeStrategy } from '../../model/upgrade-plan.ts'
import { type AssessedTree, isBetter, PlanningLimitReached, type TreeAssessor } from './assessed-tree.ts'
import { candidateVersions } from './candidate-versions.ts'
import type { TreeChanges, UpgradableProject } from './upgradable-project.ts'
import { upgradeLimits } from './upgrade-limits.ts'
import { priorityOf, type VulnerabilitySource } from './vulnerabilities.ts'

/** State that the steps of planning share. */
export interface Planning {
  readonly project: UpgradableProject
  readonly source: VulnerabilitySource
  readonly assessor: TreeAssessor
  readonly strategy: UpgradeStrategy
  /** Deprecated and yanked versions that were left out, by package. */
  readonly notChosen: Map<string, UpgradePlan['notChosen'][number]>
  /** Problems that made a version unusable, by package. */
  readonly conflicts: Map<string, string>
  /** Keys of the vulnerabilities that each change fixed, by package or override selector. */
  readonly gains: Map<string, readonly string[]>
  /** Best tree so far. */
  current: AssessedTree
  /** True if a limit stopped the planning. */
  isCut: boolean
}

/**
 * Upgrades direct dependencies, the one that brings the most important vulnerabilities first. For each, takes the
 * nearest version that fixes the most. Throws PlanningLimitReached.
 */
export async function upgradeDirects(planning: Planning): Promise<void> {
  const tried = new Set<string>()
  for (let pass = 0; pass < upgradeLimits.maxPasses; pass += 1) {
    let hasChanged = false
    for (const name of carriers(planning)) {
      const key = `${name} ${[...planning.current.found.keys()].sort().join()}`
      if (tried.has(key) || !carriers(planning).includes(name)) continue
      tried.add(key)
      hasChanged = (await upgradeOne(planning, name)) || hasChanged
    }
    if (!hasChanged) return
  }
}

/** Returns the direct dependencies that bring vulnerabilities, by priority. */
function carriers({ project, current: { found, tree } }: Planning): readonly string[] {
  const weights = new Map<string, number>()
  for (const { component, vulnerability } of found.values())
    for (const name of tree.carriersOf(component))
      if (project.directs.has(name)) weights.set(name, (weights.get(name) ?? 0) + priorityOf(vulnerability))
  return [...weights].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1)).map(([name]) => name)
}

async function upgradeOne(planning: Planning, name: string): Promise<boolean> {
  const { project, source, assessor, strategy, current } = planning
  const direct = project.directs.get(name)
  const [installed, ...others] = [...current.tree.directVersions(name)].sort((a, b) => project.compare(b, a))
  if (installed === undefined || direct === undefined) return false
  if (strategy === 'minor' && others.some((other) => project.majorOf(other) !== project.majorOf(installed))) {
    planning.conflicts.set(name, 'a workspace member that requires another major version')
    return false
  }
  const {
    versions,
    others: nextBest,
    notChosen,
  } = await candidateVersions(project, source, {
    name: direct.package,
    installed,
    strategy,
  })
  for (const left of notChosen) planning.notChosen.set(direct.package, left)
  let best = current
  let hasConflict = false
  for (const version of [...versions, ...nextBest.slice(0, upgradeLimits.maxConflictsTried)]) {
    if (!versions.includes(version) && (best !== current || !hasConflict)) break
    const next = await assessor.assess(withUpgrade(current, name, version))
    const [problem] = assessor.newProblems(next)
    if (problem !== undefined) {
      planning.conflicts.set(name, problem)
      hasConflict = true
    } else if (isBetter(next, best)) best = next
    const carried = [...best.found.values()].some(({ component }) => best.tree.carriersOf(component).has(name))
    if (best !== current && !carried) break
  }
  if (best === current) return false
  planning.conflicts.delete(name)
  planning.gains.set(name, [...(planning.gains.get(name) ?? []), ...fixedKeys(current, best)])
  planning.current = best
  return true
}

/** Also releases the packages that are still vulnerable, because the new version may allow fixed ones. */
function withUpgrade({ changes, found }: AssessedTree, name: string, version: string): TreeChanges {
  const vulnerable = [...found.values()].map(({ component }) => component.name)
  return {
    ...changes,
    released: new Set([...changes.released, ...vulnerable]),
    upgraded: new Map([...changes.upgraded, [name, version]]),
  }
}

export const fixedKeys = (before: AssessedTree, after: AssessedTree): readonly string[] =>
  [...before.found.keys()].filter((key) => !after.found.has(key))

/** Removes changes without which the tree is no worse, starting with those that fixed the least. */
export async function dropNeedless(planning: Planning): Promise<void> {
  const { assessor, gains } = planning
  const { upgraded, overridden } = planning.current.changes
  const byGain = [...upgraded.keys(), ...overridden.keys()].sort(
    (a, b) => (gains.get(a)?.length ?? 0) - (gains.get(b)?.length ?? 0),
  )
  if (byGain.length < 2 && [...gains.values()].every((keys) => keys.length > 0)) return
  for (const name of byGain) {
    const { changes, score } = planning.current
    const without = (of: ReadonlyMap<string, string>) => new Map([...of].filter(([key]) => key !== name))
    const smaller = { ...changes, upgraded: without(changes.upgraded), overridden: without(changes.overridden) }
    try {
      const next = await assessor.assess(smaller)
      if (next.score <= score && assessor.newProblems(next).length === 0) planning.current = next
    } catch (error) {
      if (error instanceof PlanningLimitReached) return
      throw error
    }
  }
}
