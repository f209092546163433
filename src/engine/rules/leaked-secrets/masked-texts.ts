import { maskSecrets } from './mask-secrets.ts'

/**
 * Matches user information in a URL. The `@` may be escaped, as in dependency paths. Bounded, and never reaches beyond
 * the host: https://www.rfc-editor.org/rfc/rfc3986#section-3.2
 */
const userInformation = /(?<=:\/\/)[^\s/?#"<>`]{0,1000}(?:@|%40)/g

/** SSH user name that all users of a forge share. */
const sharedUser = /^git(?:@|%40)$/

/**
 * Returns the public form of a text about a project: removes user information from URLs and masks other secrets. Used
 * for names, versions, URLs, paths, and sentences that contain them. A truncated text, which ends with `…`, loses its
 * last word, because a secret may start there. Idempotent.
 */
export function maskedWord(text: string): string {
  return maskSecrets(withoutCutEnd(text).replaceAll(userInformation, (user) => (sharedUser.test(user) ? user : '')))
}

/** Returns a caching version of `maskedWord`, for words that repeat. */
export function wordMask(): typeof maskedWord {
  const cache = new Map<string, string>()
  return (text) => {
    const masked = cache.get(text) ?? maskedWord(text)
    cache.set(text, masked)
    return masked
  }
}

/** Masks all strings in plain objects and arrays, including keys. Other values stay unchanged. */
export function maskedTexts<Value>(value: Value): Value {
  const textOf = wordMask()
  const maskedOf = (inner: unknown): unknown => {
    if (typeof inner === 'string') return textOf(inner)
    if (Array.isArray(inner)) return inner.map(maskedOf)
    if (typeof inner !== 'object' || inner === null || Object.getPrototypeOf(inner) !== Object.prototype) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [textOf(key), maskedOf(each)]))
  }
  return maskedOf(value) as Value
}

/** Minimum length of a truncated text without its `…`. Sources and inventories truncate at this length or later. */
const shortestCut = 200

/** Removes the last word, because a truncated secret matches no pattern. Keeps the folders in a URL. */
function withoutCutEnd(text: string): string {
  if (text.length <= shortestCut || !text.endsWith('…')) return text
  let from = text.length
  while (from > 0 && !/\s/.test(text[from - 1] ?? '')) from -= 1
  const word = text.slice(from)
  const query = word.search(/[?#]/)
  return `${text.slice(0, from)}${word.slice(0, (query >= 0 ? query : word.lastIndexOf('/')) + 1)}…`
}
