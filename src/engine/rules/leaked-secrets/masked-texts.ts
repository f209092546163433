import { maskSecrets } from './mask-secrets.ts'

/**
 * What stands before the host of an address; `@` may be escaped, as in ways to a component. Bounded, and never past the
 * host: https://www.rfc-editor.org/rfc/rfc3986#section-3.2
 */
const userInformation = /(?<=:\/\/)[^\s/?#"<>`]{0,1000}(?:@|%40)/g

/** The user that everybody is who asks a forge over SSH. */
const everybody = /^git(?:@|%40)$/

/**
 * A text about a project as anybody may see it: without who somebody is in an address, with every other secret masked.
 * For names, versions and addresses of dependencies, paths, and sentences with such. Of a long text that was cut, which
 * ends in `…`, the word is gone in which a secret may have begun. Masking it again changes nothing.
 */
export function maskedWord(text: string): string {
  return maskSecrets(withoutCutEnd(text).replaceAll(userInformation, (user) => (everybody.test(user) ? user : '')))
}

/** `maskedWord` for many words of which most come again. */
export function wordMask(): typeof maskedWord {
  const known = new Map<string, string>()
  return (text) => {
    const masked = known.get(text) ?? maskedWord(text)
    known.set(text, masked)
    return masked
  }
}

/** A value of plain objects and lists with all texts in it masked, keys too; whatever else it has stays as it is. */
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

/** The shortest text, without its `…`, that was cut: sources and inventories do it there or later. */
const shortestCut = 200

/** Half a secret fits no pattern: the last word goes, but for the folders that an address begins with. */
function withoutCutEnd(text: string): string {
  if (text.length <= shortestCut || !text.endsWith('…')) return text
  let from = text.length
  while (from > 0 && !/\s/.test(text[from - 1] ?? '')) from -= 1
  const word = text.slice(from)
  const query = word.search(/[?#]/)
  return `${text.slice(0, from)}${word.slice(0, (query >= 0 ? query : word.lastIndexOf('/')) + 1)}…`
}
