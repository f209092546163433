import type { UpgradePlan, UpgradeStrategy } from '../../model/upgrade-plan.ts'
import { type AssessedTree, PlanningLimitReached, TreeAssessor } from './assessed-tree.ts'
import { describePlan } from './describe-plan.ts'
import { overrideIndirect } from './override-indirect.ts'
import { releaseLocked } from './release-locked.ts'
import { noChanges, type TreeChanges, type UpgradableProject } from './upgradable-project.ts'
import { dropNeedless, type Planning, upgradeDirects } from './upgrade-directs.ts'
import type { VulnerabilitySource } from './vulnerabilities.ts'

export interface PlanningOptions {
  readonly strategy: UpgradeStrategy
  /** Called with the number of resolved trees. */
  readonly onResolution?: (count: number) => void
}

/** A plan, and the changes that carry it out. */
export interface PlannedUpgrades {
  readonly plan: UpgradePlan
  readonly changes: TreeChanges
}

/**
 * Plans the smallest set of changes that fixes the most vulnerabilities, by priority. First releases locked versions,
 * then upgrades direct dependencies, and then overrides indirect ones. Each step resolves the tree, so new
 * vulnerabilities count against a change. Throws only if the signal of the project aborts.
 */
export async function planUpgrades(
  project: UpgradableProject,
  source: VulnerabilitySource,
  { strategy, onResolution = () => {} }: PlanningOptions,
): Promise<PlannedUpgrades> {
  const assessor = new TreeAssessor(project, source, onResolution)
  const resolved = await assessor.assess(noChanges)
  assessor.accept(resolved.tree.problems)
  const start = await asLocked(project, source, resolved)
  const planning: Planning = {
    project,
    source,
    assessor,
    strategy,
    notChosen: new Map(),
    conflicts: new Map(),
    gains: new Map(),
    current: start,
    isCut: false,
  }
  const gaps = [
    ...project.caveats,
    ...[...resolved.tree.problems].map((problem) => `Assay could not resolve ${problem.trim()}.`),
  ]
  try {
    if (project.locked !== undefined) planning.current = await releaseLocked(assessor, start)
    if (strategy !== 'in-range') {
      await upgradeDirects(planning)
      await overrideIndirect(planning)
      await dropNeedless(planning)
    }
  } catch (error) {
    if (!(error instanceof PlanningLimitReached)) throw error
    planning.isCut = true
    gaps.push(`${error.message} A smaller or better plan may exist.`)
  }
  return { plan: describePlan(planning, start, gaps), changes: planning.current.changes }
}

/** Returns the tree without changes, with the vulnerabilities of exactly the versions in the lockfile. */
async function asLocked(
  { locked }: UpgradableProject,
  source: VulnerabilitySource,
  resolved: AssessedTree,
): Promise<AssessedTree> {
  if (locked === undefined) return resolved
  const found = await source.of(locked)
  return { ...resolved, found: new Map(found.map((each) => [each.key, each])) }
}
