import { hash } from 'node:crypto'
import fresh from 'fresh'

/**
 * Returns the entity tag of a response (RFC 9110, section 8.8.3), computed from its content. If the content is the
 * whole body, the tag is strong. The envelope also contains the request ID and the time, which always differ, so its
 * tag is weak. The package `etag` is not used because it uses SHA-1, for which collisions can be computed.
 */
export function entityTag(content: string, { isWholeBody }: { readonly isWholeBody: boolean }): string {
  const tag = `"${hash('sha256', content, 'base64url').slice(0, 27)}"`
  return isWholeBody ? tag : `W/${tag}`
}

/**
 * Returns whether `If-None-Match` contains the tag. The comparison is weak (section 13.1.2). `Cache-Control` of the
 * request is ignored.
 */
export function isNamedBy(ifNoneMatch: string | undefined, tag: string): boolean {
  return fresh({ 'if-none-match': ifNoneMatch }, { etag: tag })
}

/** Headers for responses that clients may cache but must revalidate. Other keys get other responses. */
export const revalidated = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, X-API-Key' } as const
