import { dirname } from 'node:path/posix'
import type { Component, UnresolvedDependency } from '../../model/component.ts'
import { packageUrl } from '../../model/purl.ts'
import { shownText } from '../../sources/shown-text.ts'
import { shortestChains } from '../introductions.ts'
import type { InventoryContext } from '../inventory-context.ts'
import { inventoryLimits } from '../inventory-limits.ts'
import { type EffectivePom, EffectivePoms } from '../maven-walk/effective-pom.ts'
import { withValues } from '../maven-walk/maven-dependency.ts'
import { scopesOf } from '../maven-walk/maven-scopes.ts'
import { type MavenNode, type MavenTree, walkMaven } from '../maven-walk/maven-walk.ts'
import { activeProfiles, isConditional, mavenPlatform } from '../maven-walk/platform.ts'
import { PomSource } from '../maven-walk/pom-source.ts'
import { type ProjectPom, ProjectPoms } from '../maven-walk/project-poms.ts'
import { RepositoryParser } from '../maven-walk/repository-parser.ts'
import { byBytes } from '../npm-tree/sort-order.ts'
import { WalkBudget } from '../npm-tree/walk-budget.ts'
import type { RegistrySnapshot } from './registry-snapshot.ts'
import { resolvedAt, type ResolvedInstallation } from './resolved-installation.ts'
import type { WantedMaven } from './wanted-installation.ts'

/** Elementary steps for all projects of a source, see WalkBudget. A project of 40 modules takes a million. */
const maxSteps = 50_000_000

/**
 * The components that Maven brings into the projects of a source, each with its own versions. Throws only when the
 * signal aborts.
 */
export async function resolveMaven(
  { signal, onProgress, isolation }: Pick<InventoryContext, 'isolation' | 'onProgress' | 'signal'>,
  { mavenRepository, takenAt }: RegistrySnapshot,
  wanted: WantedMaven,
): Promise<ResolvedInstallation> {
  const projects = new ProjectPoms(wanted.projects)
  const source = new PomSource(mavenRepository, new RepositoryParser(isolation, signal), projects, signal)
  const budget = new WalkBudget(maxSteps)
  const poms = new EffectivePoms(source, budget)
  const components: Component[] = []
  const unresolved = new Map<string, UnresolvedDependency>()
  for (const project of wanted.projects.filter(({ isOpen }) => isOpen)) {
    const { length } = components
    const root = await poms.ofPom(project, undefined, [])
    const tree = await walkMaven({
      source,
      poms,
      budget,
      signal,
      root,
      onProgress: (packages) => onProgress?.(length + packages),
    })
    components.push(...componentsOf(tree, project).map((component) => resolvedAt(component, takenAt)))
    for (const gap of gapsOf(tree, root, project)) unresolved.set(JSON.stringify(gap), gap)
  }
  return {
    components,
    unresolved: [...unresolved.values()],
    complete: [...unresolved.values()].every(({ isGap }) => isGap === false),
    hasAsked: source.requests > 0,
  }
}

function componentsOf(tree: MavenTree, project: ProjectPom): Component[] {
  const { root, nodes } = tree
  const scopes = scopesOf(tree)
  const nodeOf = (key: string) => (key === root.key ? root : nodes.get(key))
  const neighbours = (key: string) => [
    ...new Set((nodeOf(key)?.edges ?? []).map((edge) => edge.key).filter((next) => nodes.has(next))),
  ]
  const chains = shortestChains(root.key, (key) => neighbours(key).sort(byBytes), inventoryLimits.maxChainSteps)
  const direct = new Set(root.edges.map(({ key }) => key))
  return [...nodes.values()]
    .filter(({ isOwn }) => !isOwn)
    .flatMap(({ key, coordinates }): Component[] => {
      const { name, version } = packageOf(coordinates)
      const purl = purlOf(name, version)
      if (purl === undefined) return []
      const paths = chains.get(key) ?? [[root.key, key]]
      return [
        {
          purl,
          name,
          version,
          ecosystem: 'Maven',
          direct: direct.has(key),
          dev: scopes.get(key) === 'test',
          introducedBy: paths.map((path) => ({
            manifest: shownText(project.path),
            path: path.map((step) => labelOf(nodeOf(step) ?? root, project)),
          })),
        },
      ]
    })
}

function gapsOf({ root, gaps, limit }: MavenTree, pom: EffectivePom, project: ProjectPom): UnresolvedDependency[] {
  const label = labelOf(root, project)
  const gap = (
    { name, requested, reason, line }: Pick<UnresolvedDependency, 'line' | 'name' | 'reason' | 'requested'>,
    rest: Partial<UnresolvedDependency> = {},
  ): UnresolvedDependency => ({
    name: shownText(name),
    requested: shownText(requested),
    requiredBy: label,
    reason: shownText(reason, 1_000),
    ecosystem: 'Maven',
    manifest: shownText(project.path),
    ...(line !== undefined && { line }),
    ...rest,
  })
  return [
    ...pom.problems.map((problem) => gap(problem)),
    ...gaps.map((missing) => gap(missing, { requiredBy: labelOf(missing.from, project) })),
    ...profileNotes(project).map((note) => gap(note, { isGap: false })),
    ...(limit === undefined
      ? []
      : [
          gap({
            name: label,
            requested: '(all)',
            reason: `not all of its dependencies were resolved: ${limit}`,
          }),
        ]),
  ]
}

/** Dependencies in profiles of the project that are active only on some machines or on request. */
function profileNotes({ pom }: ProjectPom): Pick<UnresolvedDependency, 'line' | 'name' | 'reason' | 'requested'>[] {
  const active = new Set(activeProfiles(pom.profiles))
  return pom.profiles.flatMap((profile) => {
    const isActive = active.has(profile)
    if (isActive && !isConditional(profile)) return []
    return profile.dependencies.map((entry) => {
      const { group, artifact, version, line } = withValues(entry, (text) => text, true)
      return {
        name: `${group}:${artifact}`,
        requested: version ?? '(nothing)',
        reason: isActive
          ? `the profile ${profile.id} adds it on ${mavenPlatform}, and another machine may not`
          : `only the profile ${profile.id} adds it, which is not active on ${mavenPlatform} without options`,
        ...(line !== undefined && { line }),
      }
    })
  })
}

function labelOf(node: MavenNode, { path }: ProjectPom): string {
  const { name, version } = packageOf(node.coordinates)
  if (node.depth === 0 && name.startsWith(':')) return dirname(path) === '.' ? 'project' : shownText(dirname(path))
  return shownText(version === '' ? name : `${name}@${version}`)
}

const packageOf = ({ group, artifact, version }: MavenNode['coordinates']) => ({
  name: `${group}:${artifact}`,
  version,
})

/** Undefined if it cannot be a package. */
function purlOf(name: string, version: string): string | undefined {
  if (!/^[\x21-\x7e]{1,200}$/.test(name) || !/^[\x21-\x7e]{1,200}$/.test(version)) return undefined
  try {
    return packageUrl('Maven', name, version)
  } catch {
    return undefined
  }
}
