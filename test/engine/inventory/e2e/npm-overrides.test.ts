import { expect, it } from 'vitest'
import { startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { projectByArborist, projectByWalk } from '../support/npm-project-places.ts'
import { placeDifferences } from '../support/placed-packages.ts'
import { randomOverrides } from '../support/random-overrides.ts'
import { randomRegistry } from '../support/random-registry.ts'

const projects = 120
/** Seeds with peers that contradict overrides. npm installs them, and the walk refuses. */
const knownDifferences = [86]

type Outcome =
  | 'equal'
  | 'equal, changed by overrides'
  | 'refused by both'
  | 'missing for both'
  | 'endless'
  | 'failure in arborist'

/** Returns the outcome for one project, or the differences. */
async function compare(seed: number): Promise<Outcome | string[]> {
  const packages = randomRegistry(seed)
  const project = { dependencies: { start: '1.0.0' }, overrides: randomOverrides(seed, packages) }
  await using standIn = await startNpmStandIn(packages)
  const walk = await projectByWalk(standIn.url, project)
  if (walk.limit !== undefined) return 'endless'
  const npm = await projectByArborist(standIn.url, project, false)
  if (npm === 'TypeError' || npm === 'RangeError') return 'failure in arborist'
  if (walk.refused !== (npm === 'ERESOLVE'))
    return [
      `npm: ${typeof npm === 'string' ? npm : 'installs'}, walk refused: ${walk.refused}`,
      JSON.stringify(project.overrides),
    ]
  const forced = npm === 'ERESOLVE' ? await projectByArborist(standIn.url, project, true) : npm
  if (typeof forced === 'string') return walk.failed ? 'missing for both' : [`only npm fails: ${forced}`]
  const differences = placeDifferences(forced, walk.placed)
  if (differences.length > 0) return [...differences, JSON.stringify(project.overrides)]
  if (walk.refused) return 'refused by both'
  const without = await projectByWalk(standIn.url, { dependencies: project.dependencies })
  return placeDifferences(without.placed, walk.placed).length > 0 ? 'equal, changed by overrides' : 'equal'
}

it(`places packages as arborist does, for ${projects} projects with overrides`, { timeout: 300_000 }, async () => {
  const different = new Map<number, string[]>()
  const counts = new Map<Outcome, number>()
  for (let seed = 1; seed <= projects; seed += 1) {
    const outcome = await compare(seed)
    if (typeof outcome === 'string') counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    else different.set(seed, outcome)
  }
  expect([...different.keys()], JSON.stringify([...different])).toEqual(knownDifferences)
  expect(counts.get('equal, changed by overrides')).toBeGreaterThan(projects / 4)
})
