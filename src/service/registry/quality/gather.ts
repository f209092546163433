import type { MeasuredSource } from '../../db/registry/signals.ts'
import { type Asked, joinAsked, nothingToAsk } from './asked.ts'
import type { GithubReader } from './ask-github.ts'
import {
  askNpmDependents,
  askNpmDownloads,
  askNpmReleases,
  type AskedAt,
  askPypiDownloads,
  askPypiReleases,
  type PackageReach,
} from './ask-packages.ts'
import { askCommits, askIssues, askRepository, type GithubRepositoryName } from './ask-repository.ts'
import type { MeasuredProject, PublishedReleases, Subject } from './signal.ts'

/** Clients and settings for the requests of a measurement. */
export interface MeasureReach extends PackageReach {
  readonly github: GithubReader
  /** GitHub host, such as `github.com`. */
  readonly githubHost: string
}

/**
 * Gathers the data of all signals from the verified sources of a server. A repository that only a package names is not
 * used, because it may belong to another project. Each part can fail alone. Throws only if the signal aborts.
 */
export async function gather(reach: MeasureReach, sources: readonly MeasuredSource[], at: AskedAt): Promise<Subject> {
  const presentSources = sources.filter(({ isGone }) => !isGone)
  const names = (type: 'npm' | 'pypi') =>
    presentSources.filter((source) => source.type === type).map(({ name }) => name)
  const [npm, pypi] = [names('npm'), names('pypi')]
  const repository = repositoryAt(presentSources, reach.githubHost)
  const ofRepository = <Answer>(ask: (github: GithubReader, name: GithubRepositoryName) => Promise<Asked<Answer>>) =>
    repository ? ask(reach.github, repository) : nothingToAsk('The server has no verified repository on GitHub.')
  const ofNpm = <Answer>(ask: (reach: PackageReach, name: string, at: AskedAt) => Promise<Asked<Answer>>) =>
    npm.map((name) => ask(reach, name, at))
  const ofPypi = <Answer>(ask: (reach: PackageReach, name: string, at: AskedAt) => Promise<Asked<Answer>>) =>
    pypi.map((name) => ask(reach, name, at))
  const noPackage = nothingToAsk('The server has no npm or PyPI package.')
  const [releases, downloads, dependents, facts] = await Promise.all([
    Promise.all([...ofNpm(askNpmReleases), ...ofPypi(askPypiReleases)]),
    Promise.all([...ofNpm(askNpmDownloads), ...ofPypi(askPypiDownloads)]),
    Promise.all(ofNpm(askNpmDependents)),
    // One after the other, so that no request follows one that reached the rate limit.
    ofRepository((github, name) => askRepository(github, name, at.signal)),
  ])
  const commits = await ofRepository((github, name) => askCommits(github, name, at))
  const issues = await ofRepository((github, name) => askIssues(github, name, at))
  return {
    now: at.now,
    project: projectOf(presentSources),
    releases: releases.length === 0 ? noPackage : joinAsked(releases, joinReleases),
    repository: facts,
    commits,
    issues,
    downloads: downloads.length === 0 ? noPackage : joinAsked(downloads, sum),
    dependents: dependents.length === 0 ? nothingToAsk('The server has no npm package.') : joinAsked(dependents, sum),
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Joins the releases of all packages. A server is deprecated if all of its packages are. */
function joinReleases(published: readonly PublishedReleases[]): PublishedReleases {
  return {
    releases: published.flatMap(({ releases }) => releases).sort((a, b) => a.getTime() - b.getTime()),
    deprecated: published.every(({ deprecated }) => deprecated !== undefined) ? published[0]?.deprecated : undefined,
  }
}

/** Returns the facts of the first scanned source of a server. It is the source of the score, if the score is known. */
function projectOf(sources: readonly MeasuredSource[]): Asked<MeasuredProject> {
  const source = sources.find(({ scannedAt }) => scannedAt !== null) ?? sources[0]
  if (!source) return nothingToAsk('The server has no readable source.')
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
