import { dirname } from 'node:path/posix'
import type { Component, UnresolvedDependency } from '../../model/component.ts'
import { shownText } from '../../sources/shown-text.ts'
import type { InventoryContext } from '../inventory-context.ts'
import { type EffectivePom, EffectivePoms } from '../maven-walk/effective-pom.ts'
import { withValues } from '../maven-walk/maven-dependency.ts'
import { scopesOf } from '../maven-walk/maven-scopes.ts'
import { type MavenTree, walkMaven } from '../maven-walk/maven-walk.ts'
import { activeProfiles, isConditional, mavenPlatform } from '../maven-walk/platform.ts'
import { PomSource } from '../maven-walk/pom-source.ts'
import { type ProjectPom, ProjectPoms } from '../maven-walk/project-poms.ts'
import { RepositoryParser } from '../maven-walk/repository-parser.ts'
import { WalkBudget } from '../npm-tree/walk-budget.ts'
import { componentsOfTree, gapsOfTree, mavenGap, type TreePlace } from './maven-tree-components.ts'
import type { RegistrySnapshot } from './registry-snapshot.ts'
import { resolvedAt, type ResolvedInstallation } from './resolved-installation.ts'
import type { WantedMaven } from './wanted-installation.ts'

/**
 * Maximum number of elementary steps for all projects in a source (see WalkBudget). A project with 40 modules takes a
 * million.
 */
const maxSteps = 50_000_000

/**
 * Returns the components that Maven resolves for the projects in a source, each with its own versions. Throws only if
 * the signal aborts.
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
    const scopes = scopesOf(tree)
    const place = { path: project.path, label: labelOf(root, project.path) }
    for (const component of componentsOfTree(tree, place, (key) => scopes.get(key)))
      components.push(resolvedAt(component, takenAt))
    for (const gap of gapsOf(tree, root, project, place)) unresolved.set(JSON.stringify(gap), gap)
  }
  return {
    components,
    unresolved: [...unresolved.values()],
    complete: [...unresolved.values()].every(({ isGap }) => isGap === false),
    hasAsked: source.requests > 0,
  }
}

function gapsOf(tree: MavenTree, pom: EffectivePom, project: ProjectPom, place: TreePlace): UnresolvedDependency[] {
  return [
    ...pom.problems.map((problem) => mavenGap(problem, place)),
    ...gapsOfTree(tree, place),
    ...profileNotes(project).map((note): UnresolvedDependency => ({ ...mavenGap(note, place), isGap: false })),
  ]
}

/** Formats a project's coordinates. */
function labelOf({ coordinates: { group, artifact, version } }: EffectivePom, path: string): string {
  if (group === '' || artifact === '') return dirname(path) === '.' ? 'project' : shownText(dirname(path))
  return shownText(version === '' ? `${group}:${artifact}` : `${group}:${artifact}@${version}`)
}

/** Returns dependencies in project profiles that are active only on some machines or on request. */
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
