import { ScanFailure } from '../../model/failure.ts'
import { digestOfFiles } from '../../model/snapshot-digest.ts'
import type { SkippedFile, Snapshot } from '../../model/snapshot.ts'
import { type ContentStore, createContentStore } from '../content-store.ts'
import type { ResolvedGitSource, SourceContext } from '../source.ts'
import { commitOf } from './choose-revision.ts'
import type { GitLimits } from './git-limits.ts'
import { MalformedAnswer, RemoteRefusal } from './malformed-answer.ts'
import { type ObjectReader, openObjectReader } from './object-reader.ts'
import { createObjectStore, type ObjectStore } from './object-store.ts'
import { reachRepository } from './reach-repository.ts'
import { readFiles } from './read-files.ts'
import type { RemoteRepository } from './remote-repository.ts'
import { repositoryFailure } from './repository-failure.ts'
import { knowsFilters, requestPack } from './request-pack.ts'
import { treeOfCommit } from './tree-object.ts'
import { findFolder, walkTree } from './walk-tree.ts'

/** Share of the progress that fetching accounts for. Reading files accounts for the rest. */
const shareOfFetch = 0.7

/**
 * Fetches one commit without history, reads its files from the packed objects, and deletes the repository again.
 * Nothing is checked out, so file contents exist only in memory or in an unnamed temporary file.
 */
export async function fetchRepository(
  context: SourceContext,
  resolved: ResolvedGitSource,
  limits: GitLimits,
): Promise<Snapshot> {
  const time = AbortSignal.timeout(limits.fetchTimeoutMs)
  const signal = AbortSignal.any([context.signal, time])
  try {
    return await fetchWithin({ ...context, signal }, resolved, limits)
  } catch (error) {
    if (time.aborted && !context.signal.aborted && !(error instanceof ScanFailure)) {
      throw new ScanFailure(
        'UPSTREAM_UNAVAILABLE',
        `${resolved.repository} could not be read: the download took longer than ${limits.fetchTimeoutMs / 1_000} s.`,
      )
    }
    throw repositoryFailure(resolved.repository, error, context.signal)
  }
}

async function fetchWithin(context: SourceContext, resolved: ResolvedGitSource, limits: GitLimits): Promise<Snapshot> {
  const { remote, isPrivate } = await reachRepository(context, resolved.repository, limits)
  using _ = remote
  const { isFiltered, ...fetched } = await fetchCommit(context, remote, resolved, limits)
  await using store = fetched.store
  await using reader = openObjectReader(store.run)
  const contents = createContentStore(store.home, limits.maxMemoryBytes)
  try {
    // Determined again, because access may have been revoked or the repository may have moved since the target was
    // resolved.
    const told = {
      ...resolved,
      ...(isPrivate && { isPrivate }),
      ...(remote.isInternal() && { isInternal: true as const }),
    }
    return await readSnapshot({ context, resolved: told, limits, store, reader, contents, isFiltered })
  } catch (error) {
    contents[Symbol.dispose]()
    throw error
  }
}

/** Stores the commit with its files. Omits files above the limit if the server supports filters. */
async function fetchCommit(
  context: SourceContext,
  remote: RemoteRepository,
  { revision }: ResolvedGitSource,
  limits: GitLimits,
): Promise<{ store: ObjectStore; isFiltered: boolean }> {
  const { signal, git, onProgress } = context
  const store = await createObjectStore({
    git,
    objectFormat: remote.advertisement.capabilities.get('object-format'),
    limits,
    signal,
  })
  // Version 0 servers only serve advertised object IDs. For an annotated tag, this is the tag object's own ID.
  const want = remote.advertisement.refs.find((ref) => commitOf(ref) === revision)?.objectId ?? revision
  const takeIn = (filter: { filter?: string }) =>
    store.takeIn(
      requestPack(remote, { wants: [want], isShallow: true, maxBytes: limits.maxPackBytes, ...filter }, limits),
      (share) => onProgress?.(share * shareOfFetch),
    )
  try {
    const isFiltered = knowsFilters(remote.advertisement)
    try {
      await takeIn(isFiltered ? { filter: `blob:limit=${limits.maxFileBytes + 1}` } : {})
      return { store, isFiltered }
    } catch (error) {
      if (!isFiltered || !(error instanceof RemoteRefusal) || error.kind !== 'no-such-filter') throw error
      await takeIn({})
      return { store, isFiltered: false }
    }
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

interface Fetched {
  readonly context: SourceContext
  readonly resolved: ResolvedGitSource
  readonly limits: GitLimits
  readonly store: ObjectStore
  readonly reader: ObjectReader
  readonly contents: ContentStore
  readonly isFiltered: boolean
}

async function readSnapshot({
  context,
  resolved,
  limits,
  store,
  reader,
  contents,
  isFiltered,
}: Fetched): Promise<Snapshot> {
  const { canonicalUrl, revision, ref, folder, unverifiedRevision, isPrivate, isInternal } = resolved
  const objectIdBytes = revision.length / 2
  const walk = { reader, limits, objectIdBytes, signal: context.signal }
  const root = treeOfCommit(await readCommit(reader, revision), objectIdBytes)
  const listing = await walkTree(folder === undefined ? root : await findFolder(root, folder, walk), walk)
  const { files, isCut } = await readFiles(listing, {
    run: store.run,
    reader,
    contents,
    limits,
    isFiltered,
    onShare: (share) => context.onProgress?.(shareOfFetch + share * (1 - shareOfFetch)),
  })
  if (files.size === 0) throw nothingRead(resolved, listing.isCut || isCut ? listing.skipped.list().at(-1) : undefined)
  return {
    source: {
      type: 'git',
      canonicalUrl,
      revision,
      digest: await digestOfFiles(files, context.signal),
      ...(ref !== undefined && { ref }),
      ...(folder !== undefined && { folder }),
      ...(unverifiedRevision && { unverifiedRevision }),
      ...(isPrivate && { isPrivate }),
      ...(isInternal && { isInternal }),
    },
    files,
    skipped: listing.skipped.list(),
    notFollowed: listing.notFollowed.list(),
    ...(listing.submodules.size > 0 && { submodules: listing.submodules }),
    bounds: [store.confinement.bound],
    leftOut: {
      entries: [
        ...listing.skipped.all,
        ...listing.notFollowed.all.map((entry) => ({ ...entry, isGap: false as const })),
      ],
      ...(listing.skipped.cut !== undefined && { cut: listing.skipped.cut }),
    },
    async [Symbol.asyncDispose]() {
      contents[Symbol.dispose]()
    },
  }
}

async function readCommit(reader: ObjectReader, revision: string): Promise<Buffer> {
  for await (const object of reader.read([revision], 1024 * 1024)) {
    if (object === 'missing') break
    if (object.type === 'commit') return object.content
    throw new ScanFailure('SOURCE_MALFORMED', `The ref points to a ${object.type}, not to a commit.`)
  }
  throw new MalformedAnswer('did not send the commit that it named')
}

/**
 * Returns the failure for a revision without readable files. If the reason is a limit, `limited` is the file that the
 * limit excluded.
 */
function nothingRead({ repository, folder }: ResolvedGitSource, limited: SkippedFile | undefined): ScanFailure {
  const where = folder === undefined ? repository : `The folder "${folder}" of ${repository}`
  if (limited === undefined) return new ScanFailure('NOTHING_TO_SCAN', `${where} has no readable files.`)
  return new ScanFailure(
    'SOURCE_TOO_LARGE',
    `${where} has no files within the limits: ${limited.path} (${limited.reason}).`,
  )
}
