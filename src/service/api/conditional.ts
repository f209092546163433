import { hash } from 'node:crypto'
import fresh from 'fresh'

/**
 * The entity tag of an answer (RFC 9110, section 8.8.3), made from what it says. A document that is the
 * whole body has a strong one. In the envelope stand request id and time too, which differ from answer to
 * answer: two of them are equivalent, not byte-equal, which is what a weak tag says. The package `etag` would shorten
 * nothing here and hashes with SHA-1, in which two answers with the same tag can be made.
 */
export function entityTag(content: string, { isWholeBody }: { readonly isWholeBody: boolean }): string {
  const tag = `"${hash('sha256', content, 'base64url').slice(0, 27)}"`
  return isWholeBody ? tag : `W/${tag}`
}

/**
 * True when `If-None-Match` names the tag: compared weakly, as section 13.1.2 says. A `Cache-Control` of the request
 * does not matter.
 */
export function isNamedBy(ifNoneMatch: string | undefined, tag: string): boolean {
  return fresh({ 'if-none-match': ifNoneMatch }, { etag: tag })
}

/** For answers that may be kept and have to be asked about each time; whoever asks with another key has others. */
export const revalidated = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, X-API-Key' } as const
