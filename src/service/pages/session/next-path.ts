/** Where signing in leads when nothing else is said. */
export const accountPath = '/account'

const base = 'https://here.invalid'

/**
 * A path of this site, with its query, that something may lead back to; `otherwise` for everything else, so that no
 * link of ours leads elsewhere.
 */
export function nextPath(text: unknown, otherwise = accountPath): string {
  if (typeof text !== 'string' || text.length > 1_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return otherwise
  const url = URL.parse(text, base)
  // `/x/..//host` is a path of ours only until its dots are worked out.
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : otherwise
}

/** Where somebody signs in who wants to see a path of ours. */
export function signInAddress(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}
