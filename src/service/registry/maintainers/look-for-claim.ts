import { ScanFailure } from '../../../engine/model/failure.ts'
import { maintainerLimits } from './maintainer-limits.ts'
import { currentTarget, type NamedSource } from '../../../engine/sources/package-naming.ts'
import { fetchSource, resolveSource } from '../../../engine/sources/fetch-source.ts'
import type { SourceReach } from '../../../engine/sources/source.ts'
import { findClaimToken } from './claim-file.ts'

/** Source of a server: a package, or a repository folder. */
export interface ClaimedSource extends NamedSource {
  readonly folder: string
}

/**
 * Result of a check: the token was found, it was not found, or the check is temporarily not possible. `says` is a
 * sentence for users.
 */
export type ClaimSight =
  | { readonly outcome: 'shown' }
  | { readonly outcome: 'absent' | 'unreachable'; readonly says: string }

/**
 * Searches for a token in the public current revision of each source: the default branch, `latest` on npm, or the
 * newest release on PyPI. `sources` must have no credentials.
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
    reasons.join(' ') || 'The server has no package or repository, because it was merged into another server.'
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
      ? {
          outcome: 'absent',
          says: 'The current revision has no claim file with the token on a line by itself.',
        }
      : { outcome: 'shown' }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ScanFailure) return { outcome: isGone(error) ? 'absent' : 'unreachable', says: error.message }
    if (context.signal.aborted) return { outcome: 'unreachable', says: 'Reading the source took too long.' }
    throw error
  }
}

/** Reports whether the source is no longer public, so that its maintainer cannot prove a claim with it. */
function isGone({ code }: ScanFailure): boolean {
  return code === 'SOURCE_NOT_FOUND' || code === 'SOURCE_FORBIDDEN'
}
