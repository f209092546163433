import { dirname } from 'node:path/posix'
import type { Component, UnresolvedDependency } from '../../model/component.ts'
import { shownText } from '../../sources/shown-text.ts'
import type { InventoryContext } from '../inventory-context.ts'
import { EffectivePoms } from '../maven-walk/effective-pom.ts'
import type { GradleDeclaration } from '../maven-walk/gradle-declaration.ts'
import { walkGradle } from '../maven-walk/gradle-walk.ts'
import type { ManagementLayers } from '../maven-walk/management-layers.ts'
import { PomSource } from '../maven-walk/pom-source.ts'
import { ProjectPoms } from '../maven-walk/project-poms.ts'
import { RepositoryParser } from '../maven-walk/repository-parser.ts'
import { WalkBudget } from '../npm-tree/walk-budget.ts'
import { componentsOfTree, gapsOfTree, mavenGap } from './maven-tree-components.ts'
import type { RegistrySnapshot } from './registry-snapshot.ts'
import { resolvedAt, type ResolvedInstallation } from './resolved-installation.ts'
import type { WantedGradle } from './wanted-installation.ts'

/** Maximum number of elementary steps for a build script (see WalkBudget). */
const maxSteps = 50_000_000

/**
 * Matches configurations whose dependencies are part of the program. Gradle resolves the configuration of each build
 * tool separately.
 */
const mainConfiguration =
  /^(?:api|implementation|compileOnly|compileOnlyApi|runtimeOnly|compile|runtime|provided|providedCompile|providedRuntime)$|(?:Api|Implementation|CompileOnly|RuntimeOnly)$/

/**
 * Returns the components that Gradle resolves for a build script: first those of the program, then those that only its
 * tests or other configurations need. Throws only if the signal aborts.
 */
export async function resolveGradle(
  { signal, onProgress, isolation }: Pick<InventoryContext, 'isolation' | 'onProgress' | 'signal'>,
  { mavenRepository, takenAt }: RegistrySnapshot,
  wanted: WantedGradle,
): Promise<ResolvedInstallation> {
  const privateGroups = new Set(wanted.privateGroups)
  const source = new PomSource(
    mavenRepository,
    new RepositoryParser(isolation, signal),
    new ProjectPoms(wanted.projects),
    signal,
    (group) => privateGroups.has(group),
  )
  const budget = new WalkBudget(maxSteps)
  const poms = new EffectivePoms(source, budget)
  const unresolved = new Map<string, UnresolvedDependency>()
  const label = dirname(wanted.path) === '.' ? 'project' : shownText(dirname(wanted.path))
  const add = (gap: UnresolvedDependency) => unresolved.set(JSON.stringify(gap), gap)
  const managed = await managementOf(wanted, poms, label, add)
  const components = new Map<string, Component>()
  for (const declarations of groupsOf(wanted.declarations)) {
    const tree = await walkGradle({ source, poms, budget, signal, declarations, managed, onProgress })
    const isDevelopment = declarations.every(({ configuration }) => /^buildscript |[tT]est/.test(configuration))
    const isOfMain = declarations.some(({ configuration }) => isMain(configuration))
    const scope = isDevelopment || (isOfMain && components.size > 0) ? 'test' : 'compile'
    const place = { path: wanted.path, label }
    for (const component of componentsOfTree(tree, place, () => scope))
      if (!components.has(component.name)) components.set(component.name, resolvedAt(component, takenAt))
    for (const gap of gapsOfTree(tree, place)) add(gap)
  }
  return {
    components: [...components.values()],
    unresolved: [...unresolved.values()],
    complete: [...unresolved.values()].every(({ isGap }) => isGap === false),
    overruled: overruledBy(components, wanted),
    hasAsked: source.requests > 0,
  }
}

/** Returns the declared versions that are replaced by a higher one. */
const overruledBy = (components: ReadonlyMap<string, Component>, { declarations, path, catalogs }: WantedGradle) =>
  declarations.flatMap(({ group, artifact, version }) => {
    const name = `${group}:${artifact}`
    const selected = components.get(name)?.version
    return version === undefined || selected === undefined || selected === version
      ? []
      : [path, ...catalogs.map((catalog) => catalog.path)].map((manifest) => ({ manifest, name, version }))
  })

const isMain = (configuration: string): boolean =>
  mainConfiguration.test(configuration) && !/[tT]est/.test(configuration)

/**
 * Groups the declarations that Gradle resolves together: the program, the program with its tests, and each other
 * configuration.
 */
function groupsOf(declarations: readonly GradleDeclaration[]): (readonly GradleDeclaration[])[] {
  const main = declarations.filter(({ configuration }) => isMain(configuration))
  const tests = declarations.filter(({ configuration }) => /[tT]est/.test(configuration))
  const grouped = new Set([...main, ...tests])
  const others = Map.groupBy(
    declarations.filter((declaration) => !grouped.has(declaration)),
    ({ configuration }) => configuration,
  )
  return [main, ...(tests.length > 0 ? [[...main, ...tests]] : []), ...others.values()].filter(
    ({ length }) => length > 0,
  )
}

/** Returns the BOMs that a plugin applies to all dependencies. */
async function managementOf(
  wanted: WantedGradle,
  poms: EffectivePoms,
  label: string,
  add: (gap: UnresolvedDependency) => void,
): Promise<ManagementLayers[]> {
  const managed: ManagementLayers[] = []
  for (const bom of wanted.boms) {
    const [group = '', artifact = '', version = ''] = bom.split(':')
    const pom = await poms.of({ group, artifact, version })
    if ('problem' in pom)
      add(
        mavenGap(
          {
            name: `${group}:${artifact}`,
            requested: version || '(nothing)',
            reason: `it is a BOM of this build, and ${pom.problem}`,
          },
          { path: wanted.path, label },
        ),
      )
    else managed.push(pom.management)
  }
  return managed
}
