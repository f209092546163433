import { ScanFailure } from '../../../engine/model/failure.ts'
import type { Target } from '../../../engine/model/target.ts'
import { resolveSource } from '../../../engine/sources/fetch-source.ts'
import type { SourceReach } from '../../../engine/sources/source.ts'

/** A package or repository by its page. */
export interface NamedSource {
  readonly type: 'git' | 'npm' | 'pypi'
  readonly canonicalUrl: string
  readonly name: string
}

/** The revision that somebody gets who asks for no other one, or that not everybody can read it. */
export type CurrentRevision =
  | { readonly revision: string; readonly isPublic: true }
  | { readonly isPublic: false; readonly reason: string }

/**
 * Asks the source itself, as anybody could: `latest` of npm, the newest release of PyPI that is not yanked, the head of
 * a repository's default branch. Throws a ScanFailure where it cannot be known now.
 */
export async function currentRevision(
  { git, ...sources }: SourceReach,
  source: NamedSource,
  signal: AbortSignal,
): Promise<CurrentRevision> {
  const { credentialFor: _, ...anonymous } = git
  try {
    const resolved = await resolveSource({ ...sources, git: anonymous, signal }, targetOf(source))
    if (resolved.type === 'folder') return { isPublic: false, reason: 'It is a folder.' }
    if (resolved.type === 'git' && (resolved.isPrivate || resolved.isInternal))
      return { isPublic: false, reason: 'It is not public.' }
    return { isPublic: true, revision: resolved.revision }
  } catch (error) {
    if (error instanceof ScanFailure && isGone(error)) return { isPublic: false, reason: error.message }
    throw error
  }
}

/** Whether a failure says that not everybody can read a source, and not that it cannot be reached now. */
export function isGone({ code }: ScanFailure): boolean {
  return code === 'SOURCE_NOT_FOUND' || code === 'SOURCE_FORBIDDEN' || code === 'ADDRESS_NOT_ALLOWED'
}

function targetOf({ type, canonicalUrl, name }: NamedSource): Target {
  if (type === 'git') return { type, repository: canonicalUrl }
  return type === 'npm' ? { type, name, selector: 'latest' } : { type, name }
}
