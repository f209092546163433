import { posix } from 'node:path'
import { interpolate } from '../interpolate.ts'
import { pathWithinProject } from '../project-path.ts'
import type { PomModel } from './pom-model.ts'

/** A POM, with its path if it is a project file. */
export interface FoundPom {
  readonly pom: PomModel
  readonly path?: string
}

/** A POM in a project file. */
export interface ProjectPom extends FoundPom {
  readonly path: string
}

/** Maximum number of parents followed to find the version of a module. */
const maxParents = 20

/** POMs in project files, by path and by name. */
export class ProjectPoms {
  readonly #byPath: ReadonlyMap<string, ProjectPom>
  readonly #byName = new Map<string, ProjectPom & { readonly version: string | undefined }>()

  constructor(projects: readonly ProjectPom[]) {
    this.#byPath = new Map(projects.map((project) => [project.path, project]))
    for (const project of projects) {
      const { group, version } = this.#identityOf(project)
      const name = `${group}:${project.pom.artifact}`
      if (!this.#byName.has(name)) this.#byName.set(name, { ...project, version })
    }
  }

  /**
   * Returns the project POM with this name if it has the requested version, or if its version is unknown. Returns
   * `other` if the project contains the name only with a different version. Returns undefined if the project does not
   * contain the name; a repository may then have it.
   */
  find(group: string, artifact: string, version: string): ProjectPom | 'other' | undefined {
    const project = this.#byName.get(`${group}:${artifact}`)
    if (project === undefined) return undefined
    return project.version === undefined || project.version === version ? project : 'other'
  }

  has = (group: string, artifact: string): boolean => this.#byName.has(`${group}:${artifact}`)

  /** Reports whether the POM at the parent's relative path could be read. */
  hasParentFile = (found: FoundPom): boolean => this.#atParentPath(found) !== undefined

  /** Returns the parent at the POM's relative path if its coordinates match. */
  parentOf(found: FoundPom): ProjectPom | undefined {
    const { parent } = found.pom
    const project = this.#atParentPath(found)
    if (parent === undefined || project === undefined || project.path === found.path) return undefined
    if (project.pom.artifact !== parent.artifact) return undefined
    const group = project.pom.group ?? project.pom.parent?.group
    return group === parent.group || group?.includes('${') === true || parent.group.includes('${') ? project : undefined
  }

  #atParentPath({ path, pom: { parent } }: FoundPom): ProjectPom | undefined {
    if (path === undefined || parent === undefined || parent.relativePath === '') return undefined
    const relative = parent.relativePath ?? '../pom.xml'
    const target = pathWithinProject(path, relative.endsWith('.xml') ? relative : posix.join(relative, 'pom.xml'))
    return target === undefined ? undefined : this.#byPath.get(target)
  }

  #identityOf(project: ProjectPom): { readonly group: string; readonly version: string | undefined } {
    const properties = new Map<string, string>()
    const seen = new Set<ProjectPom>()
    for (
      let next: ProjectPom | undefined = project;
      next !== undefined && !seen.has(next) && seen.size < maxParents;
      next = this.parentOf(next)
    ) {
      seen.add(next)
      const { version, parent } = next.pom
      for (const [name, value] of [
        ...next.pom.properties,
        ['project.version', version ?? parent?.version],
        ['project.parent.version', parent?.version],
      ] as const)
        if (value !== undefined && !properties.has(name)) properties.set(name, value)
    }
    const { pom } = project
    const valueOf = (text: string) => interpolate(text, 'maven', (name) => properties.get(name))
    const version = valueOf(pom.version ?? pom.parent?.version ?? '')
    return {
      group: valueOf(pom.group ?? pom.parent?.group ?? ''),
      version: version === '' || version.includes('${') ? undefined : version,
    }
  }
}
