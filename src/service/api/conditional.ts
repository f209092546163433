import { hash } from 'node:crypto'
import fresh from 'fresh'

/**
 * Returns a response's entity tag (RFC 9110, section 8.8.3), computed from its content. The tag is strong if the
 * content is the whole body. The envelope also contains the request ID and the time, which always differ, so its tag is
 * weak. Replaces the package `etag`, which uses SHA-1 and is therefore open to collisions.
 */
export function entityTag(content: string, { isWholeBody }: { readonly isWholeBody: boolean }): string {
  const tag = `"${hash('sha256', content, 'base64url').slice(0, 27)}"`
  return isWholeBody ? tag : `W/${tag}`
}

/**
 * Reports whether `If-None-Match` contains the tag. The comparison is weak (section 13.1.2). Ignores the request's
 * `Cache-Control`.
 */
export function isNamedBy(ifNoneMatch: string | undefined, tag: string): boolean {
  return fresh({ 'if-none-match': ifNoneMatch }, { etag: tag })
}

/** Headers for responses that clients may cache but must revalidate. Responses vary by key. */
export const revalidated = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, X-API-Key' } as const
