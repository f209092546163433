import type { RequirementEdit, TreeVulnerability, UpgradeChange, UpgradePlan } from '../../model/upgrade-plan.ts'
import type { AssessedTree } from './assessed-tree.ts'
import type { Planning } from './upgrade-directs.ts'
import { type FoundVulnerability, priorityOf } from './vulnerabilities.ts'

/** Describes the result of planning. `start` is the tree without changes. */
export function describePlan(planning: Planning, start: AssessedTree, gaps: readonly string[]): UpgradePlan {
  const { project, strategy, current } = planning
  const fixed = fixedBetween(start, current)
  const versions = versionChanges(planning, start)
  const changes = [...requirementChanges(planning), ...overrideChanges(planning)]
  const attributed = new Set<string>()
  const described = changes.map(({ name, keys, ...change }): UpgradeChange => {
    // Earlier changes may replace a vulnerable version by another vulnerable one, which this change then fixes.
    const later = new Set(keys.filter((key) => !start.found.has(key)).map(advisoryOf))
    const own = [...fixed.keys()].filter(
      (key) => !attributed.has(key) && (keys.includes(key) || later.has(advisoryOf(key))),
    )
    for (const key of own) attributed.add(key)
    return { ...change, package: name, ...versions(name), fixes: sorted(own.flatMap((key) => fixed.get(key) ?? [])) }
  })
  const rest = [...fixed].flatMap(([key, found]) => (attributed.has(key) ? [] : [found]))
  const locked = [...Map.groupBy(rest, ({ component }) => component.name)].map(([name, ofPackage]): UpgradeChange => ({
    kind: 'lockfile',
    package: name,
    ...versions(name),
    edits: [],
    fixes: sorted(ofPackage),
  }))
  const before = new Set([...start.found.keys()].map(advisoryOf))
  const remaining = [...current.found.values()].filter(({ key }) => before.has(advisoryOf(key)))
  const introduced = [...current.found.values()].filter(({ key }) => !before.has(advisoryOf(key)))
  return {
    manifest: project.manifest,
    ...(project.lockfile !== undefined && { lockfile: project.lockfile }),
    ecosystem: project.ecosystem,
    strategy,
    before: start.found.size,
    changes: [...described, ...locked].sort((a, b) => gainOf(b) - gainOf(a)),
    introduced: sorted(introduced),
    remaining: sorted(remaining).map((vulnerability) => ({
      ...vulnerability,
      reason: reasonFor(planning, vulnerability),
    })),
    notChosen: [...planning.notChosen.values()],
    gaps: [...gaps],
  }
}

/** Returns the advisory and the package in the key of a vulnerability. */
const advisoryOf = (key: string): string => key.slice(0, key.lastIndexOf('@'))

/**
 * Returns the vulnerabilities that the changes fix. A vulnerable version that only another vulnerable version replaces
 * does not count.
 */
function fixedBetween(start: AssessedTree, { found }: AssessedTree): ReadonlyMap<string, FoundVulnerability> {
  const arrived = Map.groupBy(
    [...found.keys()].filter((key) => !start.found.has(key)),
    advisoryOf,
  )
  const gone = [...start.found].filter(([key]) => !found.has(key))
  return new Map(
    [...Map.groupBy(gone, ([key]) => advisoryOf(key))].flatMap(([advisory, of]) =>
      of.slice(arrived.get(advisory)?.length ?? 0),
    ),
  )
}

const gainOf = ({ fixes }: UpgradeChange): number => fixes.reduce((sum, each) => sum + priorityOf(each), 0)

/** Returns the vulnerabilities, most important first. */
const sorted = (found: readonly FoundVulnerability[]): TreeVulnerability[] =>
  found.map(({ vulnerability }) => vulnerability).sort((a, b) => priorityOf(b) - priorityOf(a))

type Versions = (name: string) => Pick<UpgradeChange, 'from' | 'to'>

/** Returns the versions of a package that the changes remove, and those that replace them. */
function versionChanges({ project, current }: Planning, start: AssessedTree): Versions {
  const before = versionsByName(project.locked ?? start.tree.components)
  const after = versionsByName(current.tree.components)
  return (name) => {
    const [old, now] = [before.get(name) ?? [], after.get(name) ?? []]
    const from = old.filter((version) => !now.includes(version))
    const added = now.filter((version) => !old.includes(version))
    // Copies of an older version were in the tree before, so they replace nothing.
    const newer = now.filter((version) => from.some((removed) => project.compare(version, removed) > 0))
    return { from, to: added.length > 0 ? added : newer }
  }
}

const versionsByName = (components: readonly { readonly name: string; readonly version: string }[]) =>
  new Map(
    [...Map.groupBy(components, ({ name }) => name)].map(([name, copies]) => [
      name,
      copies.map(({ version }) => version),
    ]),
  )

interface ManifestChange extends Pick<UpgradeChange, 'edits' | 'kind'> {
  readonly name: string
  /** Keys of the vulnerabilities that it fixes. */
  readonly keys: readonly string[]
}

function requirementChanges({ project, gains, current }: Planning): ManifestChange[] {
  return [...current.changes.upgraded].map(([direct, version]) => {
    const edits = [...project.editsFor(direct, version)]
    const name = project.directs.get(direct)?.package ?? direct
    return { kind: edits.length > 0 ? 'requirement' : 'lockfile', name, edits, keys: gains.get(direct) ?? [] }
  })
}

function overrideChanges({ project, gains, current }: Planning): ManifestChange[] {
  return [...current.changes.overridden].map(([selector, version]) => {
    const edits: RequirementEdit[] = [project.overrideEdit(selector, version)]
    const at = selector.indexOf('@', 1)
    return { kind: 'override', name: at < 0 ? selector : selector.slice(0, at), edits, keys: gains.get(selector) ?? [] }
  })
}

/** Returns why the plan does not fix a vulnerability, as a sentence. */
function reasonFor(planning: Planning, { fixedVersion, package: name, version }: TreeVulnerability): string {
  if (fixedVersion === undefined) return 'No fixed version is known.'
  const { project, strategy, conflicts, current } = planning
  const { components, carriersOf, shippedIn } = current.tree
  const component = components.find((each) => each.name === name && each.version === version)
  const carriers = component === undefined ? [] : [...carriersOf(component)].sort()
  const because = (reason: string) => `Fixed in ${fixedVersion}, ${reason}.`
  const conflict = [name, ...carriers].map((each) => conflicts.get(each)).find((each) => each !== undefined)
  if (conflict !== undefined) return because(`but the upgrade conflicts with ${conflict.trim()}`)
  const carrier = component && shippedIn(component)
  if (carrier !== undefined) return because(`but the archive of ${carrier} contains version ${version}`)
  const isMajor = project.majorOf(fixedVersion) !== project.majorOf(version)
  if (strategy === 'minor' && isMajor) return `${because('which is another major version')} Try --strategy major.`
  if (planning.isCut) return because('but a limit stopped the planning')
  if (strategy === 'in-range') return `${because('which the manifests do not allow')} Try --strategy minor.`
  const whose = strategy === 'minor' ? 'the same major version' : carriers.slice(0, 3).join(', ') || name
  const tried = because(`but no version of ${whose} brings it`)
  if (project.ecosystem === 'npm' && !project.canOverride) return `${tried} Assay plans overrides only for npm.`
  return strategy === 'minor' ? `${tried} Try --strategy major.` : tried
}
