import type { Network } from '../../net/network.ts'
import { askRegistry, type RegistryAnswer } from './registry-request.ts'

export interface PomCoordinates {
  readonly group: string
  readonly artifact: string
  readonly version: string
}

/** Untrusted bytes of a repository file. */
export type RepositoryFile =
  | RegistryAnswer<{ readonly bytes: Buffer }>
  /** No request was sent, because the coordinates are invalid. */
  | { readonly status: 'malformed'; readonly reason: string }

/** Client for a Maven repository's POM files and version lists. Returns the files unparsed and has no cache. */
export interface MavenRepository {
  /** Returns the POM for one version. Throws only if `signal` aborts. */
  pom(coordinates: PomCoordinates, signal?: AbortSignal): Promise<RepositoryFile>
  /** Returns an artifact's `maven-metadata.xml`, which lists its versions. Throws only if `signal` aborts. */
  versions(artifact: Omit<PomCoordinates, 'version'>, signal?: AbortSignal): Promise<RepositoryFile>
  /** Reports whether the operator marked this group or one of its parents as private. */
  isPrivate(group: string): boolean
  readonly origin: string
}

export interface MavenRepositoryOptions {
  readonly network: Network
  /** Configured base URL, with or without a trailing slash. */
  readonly repository: string
  /** Private groups. The client never requests these groups or their subgroups. */
  readonly privateGroups?: ReadonlySet<string>
}

/** Maximum file size. The largest POM in the central repository, a bill of materials, is 1.5 MB. */
const maxFileBytes = 8 * 2 ** 20

/**
 * Creates a client for the repository at `repository`, which has the Maven 2 layout:
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

/**
 * Reports whether a segment can occur in a repository path. Excludes `..`, unresolved properties, and anything with a
 * slash.
 */
const isSegment = (segment: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_.+~-]{0,199}$/.test(segment)
