/** Redirect target after sign-in, unless the request names one. */
export const accountPath = '/account'

const base = 'https://here.invalid'

/**
 * Returns a path with its query on this website as a redirect target, or `fallback` for any other input. Prevents open
 * redirects.
 */
export function nextPath(text: unknown, fallback = accountPath): string {
  if (typeof text !== 'string' || text.length > 1_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return fallback
  const url = URL.parse(text, base)
  // `/x/..//host` resolves to `//host`, which is a different host.
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : fallback
}

/** Returns the URL of the sign-in page that redirects to a path. */
export function signInAddress(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}
