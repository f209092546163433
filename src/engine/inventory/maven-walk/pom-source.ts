import type {
  MavenRepository,
  PomCoordinates,
  RepositoryFile,
} from '../../sources/package-registries/maven-repository.ts'
import { dependencyWalkLimits } from '../dependency-walk-limits.ts'
import { WalkLimitReached } from '../npm-tree/walk-budget.ts'
import { Turns } from '../pypi-walk/turns.ts'
import type { PomModel } from './pom-model.ts'
import type { FoundPom, ProjectPoms } from './project-poms.ts'
import type { ParsedFile, RepositoryParser } from './repository-parser.ts'

/** A POM, or the reason why it is unknown, phrased as the end of a sentence about it. */
export type PomReading = FoundPom | { readonly problem: string }

/** Versions of an artifact, or why they are unknown. */
export type VersionsReading = { readonly versions: readonly string[] } | { readonly problem: string }

/** Maximum number of files requested for one project, including parents and BOMs. */
const maxFiles = 2 * dependencyWalkLimits.maxPackages

const isLocal = 'a project in this repository has this name, so Assay did not ask the Maven repository for it'
const isPrivate = 'its group is configured as private, so Assay did not ask the Maven repository for it'

/**
 * Provides POMs from a project and from a repository. Requests each file once, with at most
 * `dependencyWalkLimits.maxConcurrentRequests` concurrent requests. Never requests artifacts of the project itself or
 * of private groups.
 */
export class PomSource {
  readonly projects: ProjectPoms
  readonly #repository: MavenRepository
  readonly #parser: RepositoryParser
  readonly #signal: AbortSignal
  readonly #turns = new Turns(dependencyWalkLimits.maxConcurrentRequests)
  readonly #poms = new Map<string, Promise<PomReading>>()
  readonly #versions = new Map<string, Promise<VersionsReading>>()
  readonly #isPrivate: (group: string) => boolean
  #requests = 0

  /** @param isPrivateGroup reports whether the project resolves a group only from another repository */
  constructor(
    repository: MavenRepository,
    parser: RepositoryParser,
    projects: ProjectPoms,
    signal: AbortSignal,
    isPrivateGroup: (group: string) => boolean = () => false,
  ) {
    this.#repository = repository
    this.#parser = parser
    this.projects = projects
    this.#signal = signal
    this.#isPrivate = (group) => isPrivateGroup(group) || repository.isPrivate(group)
  }

  /** Number of files requested from the repository. */
  get requests(): number {
    return this.#requests
  }

  /** Returns the POM of these coordinates. Throws only if the signal aborts or the request limit is reached. */
  pom(coordinates: PomCoordinates): Promise<PomReading> {
    const { group, artifact, version } = coordinates
    const project = this.projects.find(group, artifact, version)
    if (project !== undefined) return Promise.resolve(project === 'other' ? { problem: isLocal } : project)
    if (this.#isPrivate(group)) return Promise.resolve({ problem: isPrivate })
    return this.#memoised(this.#poms, `${group}:${artifact}:${version}`, async () => {
      const reading = await this.#read(`${artifact}.pom`, () => this.#repository.pom(coordinates, this.#signal))
      if ('problem' in reading) return reading
      if (!('pom' in reading)) return { problem: 'its POM could not be read' }
      return isAbout(coordinates, reading.pom)
        ? { pom: reading.pom }
        : { problem: 'its POM in the Maven repository belongs to another artifact' }
    })
  }

  /** Returns an artifact's versions. Throws only if the signal aborts or the request limit is reached. */
  versions(group: string, artifact: string): Promise<VersionsReading> {
    if (this.projects.has(group, artifact)) return Promise.resolve({ problem: isLocal })
    if (this.#isPrivate(group)) return Promise.resolve({ problem: isPrivate })
    return this.#memoised(this.#versions, `${group}:${artifact}`, async () => {
      const reading = await this.#read('maven-metadata.xml', () =>
        this.#repository.versions({ group, artifact }, this.#signal),
      )
      if ('problem' in reading) return reading
      return 'versions' in reading ? reading : { problem: 'its list of versions could not be read' }
    })
  }

  async #read(
    path: string,
    ask: () => Promise<RepositoryFile>,
  ): Promise<Exclude<ParsedFile, { unreadable: string }> | { readonly problem: string }> {
    if (this.#requests >= maxFiles) throw new WalkLimitReached(`it needs more than ${maxFiles} files of the repository`)
    this.#requests += 1
    const file = await this.#turns.take(ask)
    if (file.status === 'not-found') return { problem: 'the Maven repository does not have it' }
    if (file.status !== 'found') return { problem: file.reason }
    const reading = await this.#parser.parse(path, file.bytes)
    return 'unreadable' in reading ? { problem: `its file in the Maven repository ${reading.unreadable}` } : reading
  }

  #memoised<Value>(known: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
    const value = known.get(key) ?? read()
    known.set(key, value)
    // Prevents an unhandled rejection, because prefetched files may never be awaited. A caller that does await the
    // value handles the failure.
    value.catch(() => undefined)
    return value
  }
}

/**
 * Reports whether a POM has the requested name. Its version may be inherited or contain a property, so it is not
 * compared.
 */
function isAbout({ artifact }: PomCoordinates, pom: PomModel): boolean {
  return pom.artifact === artifact || pom.artifact.includes('${')
}
