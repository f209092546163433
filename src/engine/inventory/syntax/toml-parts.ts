/** Numbers of elements for which the TOML parser allocates objects. */
export interface TomlParts {
  /** Number of dots outside strings. Each dot stands before a table, or is part of a number. */
  readonly dots: number
  /** Number of brackets and braces that open a header, a list, or a table. */
  readonly openings: number
  /** Number of equals signs. Each belongs to a key with a value. */
  readonly keys: number
}

const quote = 0x22
const apostrophe = 0x27
const hash = 0x23
const backslash = 0x5c

/** Counts the elements of a document in one pass, without parsing it. Skips strings and comments. */
export function countTomlParts(text: string): TomlParts {
  let dots = 0
  let openings = 0
  let keys = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === 0x2e) dots += 1
    else if (char === 0x5b || char === 0x7b) openings += 1
    else if (char === 0x3d) keys += 1
    else if (char === hash) at = endOr(text.indexOf('\n', at), text)
    else if (char === quote || char === apostrophe) at = endOfTomlString(text, at)
  }
  return { dots, openings, keys }
}

const endOr = (found: number, text: string): number => (found < 0 ? text.length : found)

/**
 * Returns the last position of the string that starts with the quote at this position. The string may be single-line or
 * triple-quoted.
 */
export function endOfTomlString(text: string, start: number): number {
  const mark = text.charCodeAt(start)
  const isLong = text.charCodeAt(start + 1) === mark && text.charCodeAt(start + 2) === mark
  for (let at = start + (isLong ? 3 : 1); at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === backslash && mark === quote) at += 1
    else if (char === mark && !isLong) return at
    else if (char === mark && text.charCodeAt(at + 1) === mark && text.charCodeAt(at + 2) === mark) {
      // Up to two quotes may precede the closing three.
      let last = at + 2
      while (last < at + 4 && text.charCodeAt(last + 1) === mark) last += 1
      return last
    } else if (char === 0x0a && !isLong) return at
  }
  return text.length
}
