import type { PackageRegistryType } from '../../../engine/model/target.ts'
import type { MeasuredSource } from '../../db/registry/signals.ts'
import { type Fetched, joinFetched, notAvailable } from './fetched.ts'
import type { GithubReader } from './github-reader.ts'
import {
  fetchNpmDependents,
  fetchNpmDownloads,
  fetchNpmReleases,
  type FetchContext,
  fetchPypiDownloads,
  fetchPypiReleases,
  type PackageReach,
} from './fetch-packages.ts'
import { fetchCommits, fetchIssues, fetchRepository, type GithubRepositoryName } from './fetch-repository.ts'
import type { MeasuredProject, PublishedReleases, Subject } from './signal.ts'

/** Clients and settings for a measurement's requests. */
export interface MeasureReach extends PackageReach {
  readonly github: GithubReader
  /** GitHub host, such as `github.com`. */
  readonly githubHost: string
}

/**
 * Gathers the data for all signals from a server's verified sources. Ignores a repository that only a package names,
 * because it may belong to another project. Each part can fail individually. Throws only if the signal aborts.
 */
export async function gather(
  reach: MeasureReach,
  sources: readonly MeasuredSource[],
  at: FetchContext,
): Promise<Subject> {
  const presentSources = sources.filter(({ isGone }) => !isGone)
  const names = (type: PackageRegistryType) =>
    presentSources.filter((source) => source.type === type).map(({ name }) => name)
  const [npm, pypi] = [names('npm'), names('pypi')]
  const repository = repositoryAt(presentSources, reach.githubHost)
  const ofRepository = <Answer>(
    fetchPart: (github: GithubReader, name: GithubRepositoryName) => Promise<Fetched<Answer>>,
  ) =>
    repository ? fetchPart(reach.github, repository) : notAvailable('The server has no verified repository on GitHub.')
  const ofNpm = <Answer>(
    fetchPart: (reach: PackageReach, name: string, at: FetchContext) => Promise<Fetched<Answer>>,
  ) => npm.map((name) => fetchPart(reach, name, at))
  const ofPypi = <Answer>(
    fetchPart: (reach: PackageReach, name: string, at: FetchContext) => Promise<Fetched<Answer>>,
  ) => pypi.map((name) => fetchPart(reach, name, at))
  const noPackage = notAvailable('The server has no npm or PyPI package.')
  const [releases, downloads, dependents, facts] = await Promise.all([
    Promise.all([...ofNpm(fetchNpmReleases), ...ofPypi(fetchPypiReleases)]),
    Promise.all([...ofNpm(fetchNpmDownloads), ...ofPypi(fetchPypiDownloads)]),
    Promise.all(ofNpm(fetchNpmDependents)),
    // Sequential, so that no request follows one that reached the rate limit.
    ofRepository((github, name) => fetchRepository(github, name, at.signal)),
  ])
  const commits = await ofRepository((github, name) => fetchCommits(github, name, at))
  const issues = await ofRepository((github, name) => fetchIssues(github, name, at))
  return {
    now: at.now,
    project: projectOf(presentSources),
    releases: releases.length === 0 ? noPackage : joinFetched(releases, joinReleases),
    repository: facts,
    commits,
    issues,
    downloads: downloads.length === 0 ? noPackage : joinFetched(downloads, sum),
    dependents: dependents.length === 0 ? notAvailable('The server has no npm package.') : joinFetched(dependents, sum),
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Combines the releases of all packages. A server is deprecated if all its packages are deprecated. */
function joinReleases(published: readonly PublishedReleases[]): PublishedReleases {
  return {
    releases: published.flatMap(({ releases }) => releases).sort((a, b) => a.getTime() - b.getTime()),
    deprecated: published.every(({ deprecated }) => deprecated !== undefined) ? published[0]?.deprecated : undefined,
  }
}

/** Returns the facts of a server's first scanned source. If the server has a score, this is the scored source. */
function projectOf(sources: readonly MeasuredSource[]): Fetched<MeasuredProject> {
  const source = sources.find(({ scannedAt }) => scannedAt !== null) ?? sources[0]
  if (!source) return notAvailable('The server has no readable source.')
  return {
    status: 'found',
    answer: { facts: source.declares.facts, tools: source.tools },
    source: `scan of ${source.canonicalUrl}, ${source.declares.revision}`,
    at: source.scannedAt ?? new Date(0),
  }
}

function repositoryAt(sources: readonly MeasuredSource[], host: string): GithubRepositoryName | undefined {
  for (const { type, canonicalUrl } of sources) {
    const url = URL.parse(canonicalUrl)
    const [owner, name, ...rest] =
      url?.pathname
        .split('/')
        .filter((part) => part !== '')
        .map(decodeURIComponent) ?? []
    if (type === 'git' && url?.host === host && owner !== undefined && name !== undefined && rest.length === 0)
      return { owner, name }
  }
  return undefined
}
