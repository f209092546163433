import type { RequirementEdit, TreeVulnerability, UpgradeChange, UpgradePlan } from '../../model/upgrade-plan.ts'
import type { AssessedTree } from './assessed-tree.ts'
import type { Planning } from './upgrade-directs.ts'
import { type FoundVulnerability, priorityOf } from './vulnerabilities.ts'

/** Describes the result of planning. `start` is the tree without changes. */
export function describePlan(planning: Planning, start: AssessedTree, gaps: readonly string[]): UpgradePlan {
  const { project, strategy, current } = planning
  const fixed = new Map([...start.found].filter(([key]) => !current.found.has(key)))
  const versions = versionChanges(planning, start)
  const changes = [...requirementChanges(planning), ...overrideChanges(planning)]
  const attributed = new Set<string>()
  const described = changes.map(({ name, keys, ...change }): UpgradeChange => {
    const own = keys.filter((key) => fixed.has(key) && !attributed.has(key))
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
  const before = new Set([...start.found.values()].map(({ vulnerability: { id, package: name } }) => `${id} ${name}`))
  const remaining = [...current.found.values()].filter(({ vulnerability }) => isOf(before, vulnerability))
  const introduced = [...current.found.values()].filter(({ vulnerability }) => !isOf(before, vulnerability))
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

const isOf = (known: ReadonlySet<string>, { id, package: name }: TreeVulnerability): boolean =>
  known.has(`${id} ${name}`)

const gainOf = ({ fixes }: UpgradeChange): number => fixes.reduce((sum, each) => sum + priorityOf(each), 0)

/** Returns the vulnerabilities, most important first. */
const sorted = (found: readonly FoundVulnerability[]): TreeVulnerability[] =>
  found.map(({ vulnerability }) => vulnerability).sort((a, b) => priorityOf(b) - priorityOf(a))

type Versions = (name: string) => Pick<UpgradeChange, 'from' | 'to'>

/** Returns the versions of a package that the changes remove, and those in the tree afterwards. */
function versionChanges({ project, current }: Planning, start: AssessedTree): Versions {
  const before = versionsByName(project.locked ?? start.tree.components)
  const after = versionsByName(current.tree.components)
  return (name) => {
    const [old, now] = [before.get(name) ?? [], after.get(name) ?? []]
    const added = now.filter((version) => !old.includes(version))
    return { from: old.filter((version) => !now.includes(version)), to: added.length > 0 ? added : now }
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
  return [...current.changes.upgraded].map(([name, version]) => {
    const edits = [...project.editsFor(name, version)]
    return { kind: edits.length > 0 ? 'requirement' : 'lockfile', name, edits, keys: gains.get(name) ?? [] }
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
function reasonFor(
  { project, strategy, conflicts, current }: Planning,
  { fixedVersion, package: name, version }: TreeVulnerability,
): string {
  if (fixedVersion === undefined) return 'No fixed version is known.'
  const isMajor = project.majorOf(fixedVersion) !== project.majorOf(version)
  const component = current.tree.components.find((each) => each.name === name && each.version === version)
  const carriers = component === undefined ? [] : [...current.tree.carriersOf(component)].sort()
  const conflict = [name, ...carriers].map((each) => conflicts.get(each)).find((each) => each !== undefined)
  if (conflict !== undefined) return `Fixed in ${fixedVersion}, but the upgrade conflicts with ${conflict.trim()}.`
  if (strategy === 'in-range')
    return `Fixed in ${fixedVersion}, which the manifests do not allow. Try --strategy minor.`
  if (strategy === 'minor')
    return isMajor
      ? `Fixed in ${fixedVersion}, which is another major version. Try --strategy major.`
      : `Fixed in ${fixedVersion}, but no version of the same major version brings it. Try --strategy major.`
  return `Fixed in ${fixedVersion}, but no version of ${carriers.slice(0, 3).join(', ') || name} brings it.`
}
