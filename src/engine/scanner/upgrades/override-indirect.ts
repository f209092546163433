import { isBetter } from './assessed-tree.ts'
import { candidateVersions } from './candidate-versions.ts'
import { fixedKeys, type Planning } from './upgrade-directs.ts'
import { upgradeLimits } from './upgrade-limits.ts'
import type { UpgradableProject } from './upgradable-project.ts'

/**
 * Overrides the versions of indirect dependencies that no upgrade of a direct dependency fixes. Throws
 * PlanningLimitReached.
 */
export async function overrideIndirect(planning: Planning): Promise<void> {
  const { project, strategy } = planning
  if (!project.canOverride || strategy === 'in-range') return
  const vulnerable = new Map([...planning.current.found.values()].map(({ component }) => [component.purl, component]))
  for (const { name, version } of vulnerable.values()) await overrideOne(planning, name, version)
}

async function overrideOne(planning: Planning, name: string, vulnerable: string): Promise<void> {
  const { project, source, assessor, strategy, current } = planning
  const selector = project.overrideSelector(name, vulnerable, current.tree)
  if (selector === undefined || current.changes.overridden.has(selector)) return
  // An override changes all copies that it selects, so a lower version would downgrade the others.
  const installed = current.tree.components
    .filter((copy) => copy.name === name && (selector === name || isSameMajor(project, copy.version, vulnerable)))
    .reduce((newest, { version }) => (project.compare(version, newest) > 0 ? version : newest), vulnerable)
  const { versions, notChosen } = await candidateVersions(project, source, {
    name,
    installed,
    strategy,
    includesInstalled: installed !== vulnerable,
  })
  for (const left of notChosen) planning.notChosen.set(name, left)
  let best = current
  for (const version of versions.slice(0, upgradeLimits.maxOverridesTried)) {
    const next = await assessor.assess({
      ...current.changes,
      overridden: new Map([...current.changes.overridden, [selector, version]]),
    })
    const [problem] = assessor.newProblems(next)
    if (problem !== undefined) planning.conflicts.set(name, problem)
    else if (isBetter(next, best)) best = next
    if (best !== current && [...best.found.values()].every(({ component }) => component.name !== name)) break
  }
  if (best === current) return
  planning.conflicts.delete(name)
  planning.gains.set(selector, fixedKeys(current, best))
  planning.current = best
}

const isSameMajor = (project: UpgradableProject, a: string, b: string): boolean =>
  project.majorOf(a) === project.majorOf(b)
