import { isBetter } from './assessed-tree.ts'
import { candidateVersions } from './candidate-versions.ts'
import { fixedKeys, type Planning } from './upgrade-directs.ts'
import { upgradeLimits } from './upgrade-limits.ts'

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

async function overrideOne(planning: Planning, name: string, installed: string): Promise<void> {
  const { project, source, assessor, strategy, current } = planning
  const selector = project.overrideSelector(name, installed, current.tree)
  if (selector === undefined || current.changes.overridden.has(selector)) return
  const { versions, notChosen } = await candidateVersions(project, source, { name, installed, strategy })
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
