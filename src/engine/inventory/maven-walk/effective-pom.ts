import type { PomCoordinates } from '../../sources/package-registries/maven-repository.ts'
import { interpolate } from '../interpolate.ts'
import type { WalkBudget } from '../npm-tree/walk-budget.ts'
import { ManagementLayers } from './management-layers.ts'
import { keyOf, type MavenDependency, nameOf, withValues } from './maven-dependency.ts'
import { activeProfiles, systemProperties } from './platform.ts'
import type { PomModel } from './pom-model.ts'
import type { PomSource } from './pom-source.ts'
import type { FoundPom } from './project-poms.ts'

/** A parent POM or BOM that could not be used. */
export interface PomProblem {
  readonly name: string
  readonly requested: string
  /** Why it could not be used, phrased as the end of a sentence about the name. */
  readonly reason: string
  readonly line?: number
}

/** A POM merged with everything that it inherits. */
export interface EffectivePom {
  readonly coordinates: PomCoordinates
  readonly packaging: string
  readonly dependencies: readonly MavenDependency[]
  readonly management: ManagementLayers
  readonly relocation: PomCoordinates | undefined
  readonly problems: readonly PomProblem[]
}

/** Maximum number of POM ancestors. Real POMs have up to 8. */
const maxParents = 30

/** Maximum nesting depth of BOM imports. */
const maxImportDepth = 20

/** Maximum number of BOMs that a POM imports, directly or transitively. The Quarkus platform has 60. */
const maxImports = 500

/**
 * Collects problems without duplicates. Otherwise, BOMs that import the same BOMs would multiply problems at each
 * level.
 */
class PomProblems {
  readonly #known = new Map<string, PomProblem>()

  get all(): readonly PomProblem[] {
    return [...this.#known.values()]
  }

  add(problem: PomProblem): void {
    const key = JSON.stringify([problem.name, problem.requested, problem.reason])
    if (!this.#known.has(key)) this.#known.set(key, problem)
  }
}

/** Builds effective POMs and caches them. See https://maven.apache.org/ref/3.9.9/maven-model-builder/ */
export class EffectivePoms {
  readonly #source: PomSource
  readonly #budget: WalkBudget
  readonly #known = new Map<string, EffectivePom>()

  constructor(source: PomSource, budget: WalkBudget) {
    this.#source = source
    this.#budget = budget
  }

  /**
   * Returns the effective POM of the coordinates, or the reason why it is unknown, phrased as the end of a sentence.
   */
  async of(coordinates: PomCoordinates): Promise<EffectivePom | { readonly problem: string }> {
    const reading = await this.#source.pom(coordinates)
    return 'problem' in reading ? reading : this.ofPom(reading, coordinates, [])
  }

  /**
   * Builds the effective POM for a POM.
   *
   * @param path names of the POMs that import this one
   */
  async ofPom(found: FoundPom, asked: PomCoordinates | undefined, path: readonly string[]): Promise<EffectivePom> {
    const key = found.path ?? (asked && `${asked.group}:${asked.artifact}:${asked.version}`)
    const known = key === undefined ? undefined : this.#known.get(key)
    if (known !== undefined) return known
    const effective = await this.#build(found, asked, path)
    if (key !== undefined) this.#known.set(key, effective)
    return effective
  }

  async #build(found: FoundPom, asked: PomCoordinates | undefined, path: readonly string[]): Promise<EffectivePom> {
    const problems = new PomProblems()
    const lineage = await this.#lineage(found, problems)
    const models = lineage.map(({ pom }) => ({ ...pom, active: activeProfiles(pom.profiles) }))
    const properties = propertiesOf(models, asked)
    const value = (text: string) => {
      this.#budget.spend(1 + text.length / 64)
      return text.includes('${') ? interpolate(text, 'maven', (name) => properties.get(name)) : text
    }
    const isOfFile = (index: number) => index === 0 && found.path !== undefined
    const merged = (part: 'dependencies' | 'management'): MavenDependency[] => {
      const all = new Map<string, MavenDependency>()
      for (const [index, model] of models.entries()) {
        const ofModel = new Map<string, MavenDependency>()
        for (const { [part]: entries } of [model, ...model.active])
          for (const entry of entries) {
            const dependency = withValues(entry, value, isOfFile(index))
            ofModel.set(keyOf(dependency), dependency)
          }
        for (const [key, dependency] of ofModel) if (!all.has(key)) all.set(key, dependency)
      }
      return [...all.values()]
    }
    const managed = merged('management')
    const management = new ManagementLayers(managed.filter((entry) => !isImport(entry)))
    const isOfRepository = found.path === undefined && asked !== undefined
    const coordinates = isOfRepository
      ? asked
      : {
          group: value(properties.get('project.groupId') ?? ''),
          artifact: value(found.pom.artifact),
          version: value(properties.get('project.version') ?? ''),
        }
    await this.#import(management, managed.filter(isImport), [...path, nameOf(coordinates)], problems)
    const dependencies = merged('dependencies').map((dependency) => {
      this.#budget.spend(management.size)
      return withManagement(dependency, management)
    })
    const { relocation } = found.pom
    return {
      coordinates,
      packaging: value(found.pom.packaging ?? 'jar'),
      dependencies,
      management,
      relocation: relocation && {
        group: value(relocation.group ?? coordinates.group),
        artifact: value(relocation.artifact ?? coordinates.artifact),
        version: value(relocation.version ?? coordinates.version),
      },
      problems: problems.all,
    }
  }

  /** Returns the POM and its ancestors, nearest first. */
  async #lineage(found: FoundPom, problems: PomProblems): Promise<FoundPom[]> {
    const lineage = [found]
    const seen = new Set([found.pom])
    for (let current = found; current.pom.parent !== undefined;) {
      const { parent } = current.pom
      const name = `${parent.group}:${parent.artifact}`
      const line = current === found && found.path !== undefined ? parent.line : undefined
      const fail = (reason: string) =>
        problems.add({ name, requested: parent.version, reason, ...(line !== undefined && { line }) })
      const here = this.#source.projects.parentOf(current)
      const next = here ?? (await this.#outerParent(current, lineage))
      if ('problem' in next) {
        fail(`it is the parent of this project, and ${next.problem}`)
        break
      }
      if (seen.has(next.pom)) {
        fail('it is the parent of this project, and its parents form a cycle')
        break
      }
      if (lineage.length > maxParents) {
        fail(`it is the parent of this project, which has more than ${maxParents} ancestors`)
        break
      }
      seen.add(next.pom)
      lineage.push(next)
      current = next
    }
    return lineage
  }

  async #outerParent(current: FoundPom, lineage: readonly FoundPom[]) {
    const { parent } = current.pom
    if (parent === undefined) return { problem: 'it is unknown' }
    const properties = new Map(lineage.toReversed().flatMap(({ pom }) => pom.properties))
    const value = (text: string) => interpolate(text, 'maven', (name) => properties.get(name))
    const coordinates = {
      group: value(parent.group),
      artifact: value(parent.artifact),
      version: value(parent.version),
    }
    // If the parent is in this project, no repository is asked for it.
    if (parent.isHere === true && !this.#source.projects.hasParentFile(current))
      return { problem: 'its file in the project could not be read' }
    return this.#source.pom(coordinates)
  }

  async #import(
    management: ManagementLayers,
    imports: readonly MavenDependency[],
    path: readonly string[],
    problems: PomProblems,
  ): Promise<void> {
    // Requested concurrently, but merged in declaration order.
    for (const { group, artifact, version } of imports.slice(0, maxImports))
      if (version !== undefined) void this.#source.pom({ group, artifact, version })
    for (const { group, artifact, version, line } of imports) {
      const fail = (reason: string) =>
        problems.add({
          name: `${group}:${artifact}`,
          requested: version ?? '(nothing)',
          reason: `it is a BOM of this project, and ${reason}`,
          ...(line !== undefined && { line }),
        })
      if (version === undefined) fail('no version is set for it')
      else if (path.includes(nameOf({ group, artifact, version }))) fail('its imports form a cycle')
      else if (path.length > maxImportDepth || management.size >= maxImports)
        fail('the project imports too many bills of materials')
      else {
        const reading = await this.#source.pom({ group, artifact, version })
        if ('problem' in reading) fail(reading.problem)
        else {
          const bom = await this.ofPom(reading, { group, artifact, version }, path)
          this.#budget.spend(1 + bom.management.size + bom.problems.length)
          management.append(bom.management)
          for (const { line: _line, ...problem } of bom.problems)
            problems.add({ ...problem, ...(line !== undefined && { line }) })
        }
      }
    }
  }
}

const isImport = ({ scope, type }: MavenDependency): boolean => scope === 'import' && type === 'pom'

/**
 * Merges the properties of a POM and its ancestors. The nearest POM takes precedence. `project.*` values come from the
 * first POM.
 */
function propertiesOf(
  models: readonly (PomModel & { readonly active: readonly Pick<PomModel, 'properties'>[] })[],
  asked: PomCoordinates | undefined,
): ReadonlyMap<string, string> {
  const properties = new Map(systemProperties)
  const [own] = models
  const parent = own?.parent
  for (const [name, text] of [
    ['groupId', own?.group ?? parent?.group ?? asked?.group],
    ['artifactId', own?.artifact],
    ['version', own?.version ?? parent?.version ?? asked?.version],
    ['packaging', own?.packaging ?? 'jar'],
    ['parent.groupId', parent?.group],
    ['parent.artifactId', parent?.artifact],
    ['parent.version', parent?.version],
  ] as const)
    if (text !== undefined) for (const prefix of ['project.', 'pom.', '']) properties.set(`${prefix}${name}`, text)
  for (const model of models.toReversed())
    for (const { properties: entries } of [model, ...model.active])
      for (const [name, text] of entries) properties.set(name, text)
  return properties
}

/** Applies managed versions, scopes, and exclusions to a direct dependency. */
function withManagement(dependency: MavenDependency, management: ManagementLayers): MavenDependency {
  const managed = management.find(keyOf(dependency))
  if (managed === undefined) return dependency
  return {
    ...dependency,
    version: dependency.version ?? managed.version,
    scope: dependency.scope ?? managed.scope,
    exclusions: dependency.exclusions.length > 0 ? dependency.exclusions : managed.exclusions,
  }
}
