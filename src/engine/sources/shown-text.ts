/**
 * Makes untrusted text safe to store and display, and limits it to `longest` characters. Removes control characters
 * (Postgres cannot store NUL) and lone surrogates (its JSON type rejects them). Also removes characters that break
 * lines, have no width, or change the text direction, because they can make text look different from its actual
 * content: https://trojansource.codes. These include the joiners in some emoji and scripts, which stay readable without
 * them.
 */
export function shownText(text: string, longest = 200): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text
  return start.toWellFormed().replaceAll(hidden, '\uFFFD')
}

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Applies `shownText` to all strings in plain objects and arrays, including keys. Other values stay unchanged. */
export function shownTexts<Value>(value: Value, longest = 200): Value {
  const shownOf = (inner: unknown): unknown => {
    if (typeof inner === 'string') return shownText(inner, longest)
    if (Array.isArray(inner)) return inner.map(shownOf)
    if (!isPlain(inner)) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [shownText(key, longest), shownOf(each)]))
  }
  // Few values change, and copying all of them would take three times as long.
  return isShown(value, longest) ? value : (shownOf(value) as Value)
}

function isShown(value: unknown, longest: number): boolean {
  if (typeof value === 'string')
    return value.length <= longest && value.isWellFormed() && (plainAscii.test(value) || value.search(hidden) === -1)
  if (Array.isArray(value)) return value.every((each) => isShown(each, longest))
  if (!isPlain(value)) return true
  for (const key in value) if (!isShown(key, longest) || !isShown(value[key], longest)) return false
  return true
}

/** Faster to match than categories of Unicode. */
const plainAscii = /^[ -~]*$/

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
