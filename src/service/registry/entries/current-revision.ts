import { ScanFailure } from '../../../engine/model/failure.ts'
import { currentTarget, type NamedSource } from '../../../engine/sources/package-naming.ts'
import { resolveSource } from '../../../engine/sources/fetch-source.ts'
import type { SourceReach } from '../../../engine/sources/source.ts'

/** Revision that users get by default, or the information that the source is not public. */
export type CurrentRevision =
  | { readonly revision: string; readonly isPublic: true }
  | { readonly isPublic: false; readonly reason: string }

/**
 * Requests the current revision from the source, without credentials. This is `latest` on npm, the newest release on
 * PyPI that is not yanked, or the head of a repository's default branch. Throws a ScanFailure if it currently cannot be
 * determined.
 */
export async function currentRevision(
  { git, ...sources }: SourceReach,
  source: NamedSource,
  signal: AbortSignal,
): Promise<CurrentRevision> {
  const { accessFor: _, ...anonymous } = git
  try {
    const resolved = await resolveSource(
      { ...sources, git: anonymous, signal },
      currentTarget({ ...source, folder: '' }),
    )
    if (resolved.type === 'folder') return { isPublic: false, reason: 'The source is a folder.' }
    if (resolved.type === 'git' && (resolved.isPrivate || resolved.isInternal))
      return { isPublic: false, reason: 'The repository is not public.' }
    return { isPublic: true, revision: resolved.revision }
  } catch (error) {
    if (error instanceof ScanFailure && isGone(error)) return { isPublic: false, reason: error.message }
    throw error
  }
}

/** Reports whether a failure means that the source is not public. False for a temporary failure. */
export function isGone({ code }: ScanFailure): boolean {
  return code === 'SOURCE_NOT_FOUND' || code === 'SOURCE_FORBIDDEN' || code === 'ADDRESS_NOT_ALLOWED'
}
