import { ScanFailure } from '../../../engine/model/failure.ts'
import { maintainerLimits } from './maintainer-limits.ts'
import { currentTarget, type NamedSource } from '../../../engine/sources/package-naming.ts'
import { fetchSource, resolveSource } from '../../../engine/sources/fetch-source.ts'
import type { SourceReach } from '../../../engine/sources/source.ts'
import { findClaimToken } from './claim-file.ts'

/** A package or folder of a repository that a server is published as. */
export interface ClaimedSource extends NamedSource {
  readonly folder: string
}

/**
 * What came of looking: the token is there; it is not; or nobody can tell at this moment. The sentences are for people.
 */
export type ClaimSight =
  | { readonly outcome: 'shown' }
  | { readonly outcome: 'absent' | 'unreachable'; readonly says: string }

/**
 * Looks for a token in the current revision of each source, as anybody can read it: the default branch, the `latest` of
 * npm, the newest release of PyPI. `sources` has no credentials.
 */
export async function lookForClaim(
  sources: SourceReach,
  places: readonly ClaimedSource[],
  { token, signal }: { readonly token: string; readonly signal: AbortSignal },
): Promise<ClaimSight> {
  const reasons: string[] = []
  let isTold = true
  for (const place of places) {
    const sight = await lookAt(sources, place, { token, signal })
    if (sight.outcome === 'shown') return sight
    if (sight.outcome === 'unreachable') isTold = false
    reasons.push(`${place.canonicalUrl}: ${sight.says}`)
  }
  const says =
    reasons.join(' ') || 'The server has no package or repository, because it was merged with another server.'
  return { outcome: isTold ? 'absent' : 'unreachable', says }
}

async function lookAt(
  sources: SourceReach,
  place: ClaimedSource,
  { token, signal }: { readonly token: string; readonly signal: AbortSignal },
): Promise<ClaimSight> {
  const context = { ...sources, signal: AbortSignal.any([signal, AbortSignal.timeout(maintainerLimits.lookTimeoutMs)]) }
  try {
    const resolved = await resolveSource(context, currentTarget({ ...place, folder: '' }))
    if (resolved.type === 'git' && (resolved.isPrivate || resolved.isInternal))
      return { outcome: 'absent', says: 'The repository is not public.' }
    await using snapshot = await fetchSource(context, resolved)
    const path = findClaimToken(snapshot, { token, folder: place.folder })
    return path === undefined
      ? { outcome: 'absent', says: 'The current revision has no claim file with the token on a separate line.' }
      : { outcome: 'shown' }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ScanFailure) return { outcome: isGone(error) ? 'absent' : 'unreachable', says: error.message }
    if (context.signal.aborted) return { outcome: 'unreachable', says: 'Reading the source took too long.' }
    throw error
  }
}

/** Whoever put the token there has nothing there any more. */
function isGone({ code }: ScanFailure): boolean {
  return code === 'SOURCE_NOT_FOUND' || code === 'SOURCE_FORBIDDEN'
}
