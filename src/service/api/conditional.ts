import { hash } from 'node:crypto'

/**
 * The entity tag of an answer (RFC 9110, section 8.8.3), made from what it says. A document that is the
 * whole body has a strong one. In the envelope stand request id and time too, which differ from answer to
 * answer: two of them are equivalent, not byte-equal, which is what a weak tag says.
 */
export function entityTag(content: string, { isWholeBody }: { readonly isWholeBody: boolean }): string {
  const tag = `"${hash('sha256', content, 'base64url').slice(0, 27)}"`
  return isWholeBody ? tag : `W/${tag}`
}

/** True when `If-None-Match` names the tag: compared weakly, as section 13.1.2 says. */
export function isNamedBy(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((named) => named.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))
}

/** For answers that may be kept and have to be asked about each time; whoever asks with another key has others. */
export const revalidated = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, X-API-Key' } as const
