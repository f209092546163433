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

/** What measuring asks in the world. */
export interface MeasureReach extends PackageReach {
  readonly github: GithubReader
  /** Such as `github.com`. */
  readonly githubHost: string
}

/**
 * Gathers all that the signals of a server are made of, from its own sources: a repository that a package only names is
 * somebody else's for all that is known. Throws only what aborts the signal; each part may be missing by itself.
 */
export async function gather(reach: MeasureReach, sources: readonly MeasuredSource[], at: AskedAt): Promise<Subject> {
  const own = sources.filter(({ isGone }) => !isGone)
  const names = (type: 'npm' | 'pypi') => own.filter((source) => source.type === type).map(({ name }) => name)
  const [npm, pypi] = [names('npm'), names('pypi')]
  const repository = repositoryAt(own, reach.githubHost)
  const ofRepository = <Answer>(ask: (github: GithubReader, name: GithubRepositoryName) => Promise<Asked<Answer>>) =>
    repository ? ask(reach.github, repository) : nothingToAsk('No repository at GitHub is known to be its own.')
  const ofNpm = <Answer>(ask: (reach: PackageReach, name: string, at: AskedAt) => Promise<Asked<Answer>>) =>
    npm.map((name) => ask(reach, name, at))
  const ofPypi = <Answer>(ask: (reach: PackageReach, name: string, at: AskedAt) => Promise<Asked<Answer>>) =>
    pypi.map((name) => ask(reach, name, at))
  const noPackage = nothingToAsk('It is published as no package of npm or PyPI.')
  const [releases, downloads, dependents, facts] = await Promise.all([
    Promise.all([...ofNpm(askNpmReleases), ...ofPypi(askPypiReleases)]),
    Promise.all([...ofNpm(askNpmDownloads), ...ofPypi(askPypiDownloads)]),
    Promise.all(ofNpm(askNpmDependents)),
    // One after the other: the second is not asked when the first has used up the limit.
    ofRepository((github, name) => askRepository(github, name, at.signal)),
  ])
  const commits = await ofRepository((github, name) => askCommits(github, name, at))
  const issues = await ofRepository((github, name) => askIssues(github, name, at))
  return {
    now: at.now,
    project: projectOf(own),
    releases: releases.length === 0 ? noPackage : joinAsked(releases, joinReleases),
    repository: facts,
    commits,
    issues,
    downloads: downloads.length === 0 ? noPackage : joinAsked(downloads, sum),
    dependents:
      dependents.length === 0 ? nothingToAsk('It is published as no package of npm.') : joinAsked(dependents, sum),
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** A package is deprecated when all that it is published as are. */
function joinReleases(published: readonly PublishedReleases[]): PublishedReleases {
  return {
    releases: published.flatMap(({ releases }) => releases).sort((a, b) => a.getTime() - b.getTime()),
    deprecated: published.every(({ deprecated }) => deprecated !== undefined) ? published[0]?.deprecated : undefined,
  }
}

/** The first of a server's sources that was scanned: the one of its score, where that is known. */
function projectOf(sources: readonly MeasuredSource[]): Asked<MeasuredProject> {
  const source = sources.find(({ scannedAt }) => scannedAt !== null) ?? sources[0]
  if (!source) return nothingToAsk('Nothing of it can be read.')
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
