import type { ArtifactComparison } from '../../model/artifact-comparison.ts'
import { ScanFailure } from '../../model/failure.ts'
import { artifactLimits } from './artifact-limits.ts'
import type { RepositoryCoverage } from '../../model/source-coverage.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { gitLimits } from '../../sources/git/git-limits.ts'
import { gitSource } from '../../sources/git/git.ts'
import { resolveTag } from '../../sources/git/resolve-tag.ts'
import type { ResolvedGitSource, ResolvedSource, SourceContext } from '../../sources/source.ts'
import { compareFiles } from './compare-files.ts'
import { type DeclaredRepository, declaredRepository } from './declared-repository.ts'
import { versionTags } from './version-tags.ts'

/** Package to compare. */
export interface ArtifactToCompare {
  readonly resolved: ResolvedSource
  readonly snapshot: Pick<Snapshot, 'source' | 'files'>
  /**
   * True to also read repositories at private addresses. Only for scans whose results no one but the requester can see.
   */
  readonly readsInternal: boolean
}

/** Comparison result. `comparison` is set only if the package was compared. */
export interface ArtifactOutcome {
  readonly coverage: RepositoryCoverage
  readonly comparison?: ArtifactComparison
}

const repositoryLimits = {
  ...gitLimits,
  maxPackBytes: artifactLimits.maxPackBytes,
  maxFileBytes: artifactLimits.maxFileBytes,
  fetchTimeoutMs: artifactLimits.timeoutMs,
  historyTimeoutMs: artifactLimits.timeoutMs,
  maxAttempts: 1,
}

/**
 * Compares a package with its declared repository at the commit of the package version. The commit comes from verified
 * provenance, or else from the version tag, or else from the registry. Reads without credentials, so that no private
 * repository is accessed. Returns undefined if the source is not a package or the package declares no repository. Never
 * rejects: failures are part of the result, even after the signal aborts.
 */
export async function compareWithRepository(
  context: SourceContext,
  { resolved, snapshot, readsInternal }: ArtifactToCompare,
): Promise<ArtifactOutcome | undefined> {
  const declared = declaredRepository(snapshot)
  if (!declared || (resolved.type !== 'npm' && resolved.type !== 'pypi')) return undefined
  const { repository } = declared
  if (repository === undefined)
    return {
      coverage: {
        status: 'not-compared',
        reason: 'The package does not declare a valid URL of a readable repository.',
      },
    }
  const time = AbortSignal.timeout(artifactLimits.timeoutMs)
  const { accessFor: _, ...git } = context.git
  const open: SourceContext = {
    npmRegistry: context.npmRegistry,
    pypiIndex: context.pypiIndex,
    mavenRepository: context.mavenRepository,
    isolation: context.isolation,
    cratesIndex: context.cratesIndex,
    git,
    signal: AbortSignal.any([context.signal, time]),
  }
  try {
    const commit = await commitOfVersion(open, { ...declared, repository }, resolved, snapshot)
    if (typeof commit === 'string') return { coverage: { status: 'not-compared', repository, reason: commit } }
    if (commit.isInternal && !readsInternal)
      return { coverage: { status: 'not-compared', repository, reason: internal } }
    await using tree = await gitSource(repositoryLimits).fetch(open, commit)
    if (tree.source.isInternal && !readsInternal)
      return { coverage: { status: 'not-compared', repository, reason: internal } }
    if (isCut(tree))
      return {
        coverage: {
          status: 'not-compared',
          repository,
          revision: commit.revision,
          reason: 'The repository exceeds the file limit.',
        },
      }
    const { type, revision: version } = resolved
    const files = await compareFiles(
      {
        type,
        name: declared.name,
        version,
        files: snapshot.files,
        ...(declared.folder !== undefined && { folder: declared.folder }),
      },
      tree,
      open.signal,
    )
    const comparison = {
      repository,
      commit: commit.revision,
      ...(commit.ref !== undefined && { ref: commit.ref }),
      ...files,
    }
    const { same, built, differences, more } = files
    return {
      comparison,
      coverage: {
        status: 'compared',
        repository,
        revision: commit.revision,
        ...(commit.ref !== undefined && { ref: commit.ref }),
        same,
        built,
        different: differences.length + more,
      },
    }
  } catch (error) {
    if (time.aborted && !context.signal.aborted)
      return {
        coverage: {
          status: 'unreachable',
          repository,
          reason: `Reading the repository took longer than ${artifactLimits.timeoutMs / 1_000} s.`,
        },
      }
    return {
      coverage: {
        status: 'unreachable',
        repository,
        reason: error instanceof ScanFailure ? error.message : 'The comparison failed.',
      },
    }
  }
}

const internal = 'The repository URL is not public.'

/** Returns the commit of a version, or why it is unknown. Throws a ScanFailure. */
async function commitOfVersion(
  context: SourceContext,
  { name, repository }: DeclaredRepository & { readonly repository: string },
  resolved: ResolvedSource,
  { source }: Pick<Snapshot, 'source'>,
): Promise<ResolvedGitSource | string> {
  const provenance = source.package?.provenance
  if (
    provenance?.state === 'verified' &&
    provenance.commit !== undefined &&
    isSame(provenance.repository, repository)
  ) {
    const attested = await commitById(context, repository, provenance.commit)
    if (attested) return attested
  }
  const tagged = await resolveTag(context, repository, versionTags(name, source.revision), repositoryLimits)
  if (tagged) return tagged
  const gitHead = resolved.type === 'npm' ? resolved.release.gitHead : undefined
  const published = gitHead === undefined ? undefined : await commitById(context, repository, gitHead)
  return published ?? 'The repository has no tag for this version, and its source commit is unknown.'
}

/**
 * Looks up a commit in the repository. Returns undefined if the commit does not exist or no branch or tag reaches it.
 */
async function commitById(
  context: SourceContext,
  repository: string,
  commit: string,
): Promise<ResolvedGitSource | undefined> {
  try {
    const resolved = await gitSource(repositoryLimits).resolve(context, { type: 'git', repository, ref: commit })
    return resolved.unverifiedRevision ? undefined : resolved
  } catch (error) {
    if (error instanceof ScanFailure && error.code === 'SOURCE_NOT_FOUND') return undefined
    throw error
  }
}

const isSame = (attested: string | undefined, repository: string): boolean =>
  attested
    ?.toLowerCase()
    .replace(/^git\+/, '')
    .replace(/(?:\.git)?\/?$/, '') === repository.toLowerCase()

/** Reports whether the reader stopped at a limit. If so, a file that seems missing may exist in the repository. */
const isCut = ({ skipped }: Pick<Snapshot, 'skipped'>): boolean =>
  skipped.some(({ path, reason }) => path === '(others)' || reason.startsWith('reading stopped here'))
