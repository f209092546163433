import { shownText } from '../shown-text.ts'
import { createObjectStore, type ObjectStoreOptions } from './object-store.ts'
import type { GitLimits } from './git-limits.ts'
import { idsOfType, objectHeaders, openObjectReader } from './object-reader.ts'
import { commitOf, shortName } from './choose-revision.ts'
import { listRefs } from './remote-refs.ts'
import type { RemoteRepository } from './remote-repository.ts'
import { requestPack } from './request-pack.ts'
import { parentsOfCommit } from './tree-object.ts'

export interface Asking {
  readonly remote: RemoteRepository
  readonly git: ObjectStoreOptions['git']
  readonly limits: GitLimits
  readonly signal: AbortSignal
}

/** Whether a branch or tag reaches a commit that was requested by ID. */
export type Reachability =
  /** A branch or tag reaches the commit. `ref` is set if the ref points directly to the commit. */
  | { readonly reached: true; readonly ref?: string }
  /** No branch or tag reaches the commit, or this could not be determined within the limits. */
  | { readonly reached: false }

/** Maximum size of one commit object. Commits are small, except that some tools write a whole log into the message. */
const commitBytes = 1024 * 1024

/**
 * Determines whether a branch or tag in the repository reaches a commit. This matters because forges serve commits from
 * forks under the original repository's URL.
 *
 * Checks the tips first. Then requests all commits that are reachable from the tips but not from the given commit,
 * without trees and blobs if the server supports filters. A branch or tag reaches the commit if and only if the commit
 * is a parent of one of these. This is exact and requires little data for recent commits. A date limit (`deepen-since`)
 * would cut off all parents of a merge if one of them is old: of 39 commits in the history of 14 real repositories, it
 * missed two.
 *
 * Throws RemoteRefusal `no-such-object` if the server does not have the commit, NetworkFailure, and MalformedAnswer.
 */
export async function reachabilityOf(commit: string, asking: Asking): Promise<Reachability> {
  const { remote, limits } = asking
  const { refs } = await listRefs(remote, ['refs/heads/', 'refs/tags/'], limits)
  const tip = refs.find((ref) => commitOf(ref) === commit)
  if (tip !== undefined) return { reached: true, ref: shownText(shortName(tip.name)) }

  const isThere = await hasCommit(commit, asking)
  const tips = [...new Set(refs.map(({ objectId }) => objectId))]
  if (!isThere || tips.length === 0 || tips.length > limits.maxHistoryTips) return { reached: false }
  return { reached: await isParentOfAny(commit, tips, asking) }
}

/**
 * Reports whether the server has the commit at all. If not, the server cannot leave out the commit and its ancestors
 * from a response.
 */
async function hasCommit(commit: string, asking: Asking): Promise<boolean> {
  await using store = await storeFor(asking, asking.signal)
  await store.takeIn(
    requestPack(
      asking.remote,
      { wants: [commit], isShallow: true, filter: 'tree:0', maxBytes: asking.limits.maxPackBytes },
      asking.limits,
    ),
  )
  const found = (await objectHeaders(store.run, new Set([commit]))).get(commit)
  return found !== undefined && found !== 'missing' && found.type === 'commit'
}

/** Reports whether the commit is a parent in the history of the tips. Returns false if a limit is reached first. */
async function isParentOfAny(commit: string, tips: readonly string[], asking: Asking): Promise<boolean> {
  const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(asking.limits.historyTimeoutMs)])
  try {
    await using store = await storeFor(asking, signal)
    await store.takeIn(
      requestPack(
        asking.remote,
        { wants: tips, without: commit, filter: 'tree:0', maxBytes: asking.limits.maxHistoryBytes },
        asking.limits,
      ),
    )
    await using reader = openObjectReader(store.run)
    for (const ids of batches(await idsOfType(store.run, 'commit'), 500)) {
      for await (const object of reader.read(ids, commitBytes)) {
        if (object !== 'missing' && parentsOfCommit(object.content).includes(commit)) return true
      }
    }
    return false
  } catch {
    asking.signal.throwIfAborted()
    return false
  }
}

function* batches(ids: readonly string[], size: number): Generator<readonly string[], void> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size)
}

function storeFor({ remote, git, limits }: Asking, signal: AbortSignal) {
  return createObjectStore({
    git,
    objectFormat: remote.advertisement.capabilities.get('object-format'),
    limits,
    signal,
  })
}
