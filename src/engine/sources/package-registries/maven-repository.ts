import type { Network } from '../../net/network.ts'
import { askRegistry, type RegistryAnswer } from './registry-request.ts'

/** Coordinates of a POM. */
export interface PomCoordinates {
  readonly group: string
  readonly artifact: string
  readonly version: string
}

/** Bytes of a file in a repository, which are untrusted. */
export type RepositoryFile =
  | RegistryAnswer<{ readonly bytes: Buffer }>
  /** The repository was not asked, because these are no valid coordinates. */
  | { readonly status: 'malformed'; readonly reason: string }

/** Client for a Maven repository: POM files and lists of versions. Nothing is cached or parsed. */
export interface MavenRepository {
  /** The POM of one version. Throws only when `signal` aborts. */
  pom(coordinates: PomCoordinates, signal?: AbortSignal): Promise<RepositoryFile>
  /** The `maven-metadata.xml` of an artifact, which lists its versions. Throws only when `signal` aborts. */
  versions(artifact: Omit<PomCoordinates, 'version'>, signal?: AbortSignal): Promise<RepositoryFile>
  /** Whether the operator configured that this group, or a group above it, is private. */
  isPrivate(group: string): boolean
  /** Origin of the repository. */
  readonly origin: string
}

export interface MavenRepositoryOptions {
  readonly network: Network
  /** Configured base URL, with or without a trailing slash. */
  readonly repository: string
  /** Groups that the repository is never asked for, with all groups below them. */
  readonly privateGroups?: ReadonlySet<string>
}

/** The largest POM on the central repository, a bill of materials, has 1.5 MB. */
const maxFileBytes = 8 * 2 ** 20

/**
 * A client for the repository at `repository`, with the layout of Maven 2:
 * https://maven.apache.org/repository/layout.html
 */
export function createMavenRepository({
  network,
  repository,
  privateGroups = new Set(),
}: MavenRepositoryOptions): MavenRepository {
  const base = repository.endsWith('/') ? repository : `${repository}/`

  async function file(segments: readonly string[], signal: AbortSignal | undefined): Promise<RepositoryFile> {
    if (!segments.every(isSegment))
      return { status: 'malformed', reason: 'these coordinates are not valid in a Maven repository' }
    const url = `${base}${segments.map(encodeURIComponent).join('/')}`
    const answer = await askRegistry('the Maven repository', signal, () =>
      network.get({ url, purpose: 'upstream', maxBytes: maxFileBytes, signal }),
    )
    return answer.status === 'found' ? { status: 'found', bytes: answer.response.body } : answer
  }

  return {
    origin: new URL(base).origin,
    pom: ({ group, artifact, version }, signal) =>
      file([...group.split('.'), artifact, version, `${artifact}-${version}.pom`], signal),
    versions: ({ group, artifact }, signal) => file([...group.split('.'), artifact, 'maven-metadata.xml'], signal),
    isPrivate(group) {
      for (let name = group; name !== ''; name = name.slice(0, Math.max(name.lastIndexOf('.'), 0)))
        if (privateGroups.has(name)) return true
      return false
    },
  }
}

/** Segments that a repository can contain. Excludes `..`, properties without a value, and everything that is a path. */
const isSegment = (segment: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_.+~-]{0,199}$/.test(segment)
