/**
 * Maximum nesting depth. Real records have up to 8 levels. `JSON.stringify` overflows the stack below 5,000 levels, and
 * Postgres has its own `max_stack_depth`.
 */
const maxDepth = 100

/** Reports whether a JSON value has more than `maxDepth` levels. */
export function isNestedTooDeeply(value: unknown): boolean {
  return exceeds(value, maxDepth)
}

function exceeds(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  // Most records consist of lists of texts. A loop reads them without calls or new lists.
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && exceeds(item, depth - 1)) return true
    return false
  }
  for (const key of Object.keys(value)) if (exceeds((value as Record<string, unknown>)[key], depth - 1)) return true
  return false
}

/**
 * Converts a value to JSON that Postgres accepts as jsonb. Replaces NUL and lone surrogates, which jsonb rejects, with
 * U+FFFD. The value must not be nested too deeply.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value)
  return /\\u(?:0000|d[89a-f][\da-f]{2})/.test(text) ? JSON.stringify(value, replaceUnstorable) : text
}

function replaceUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), item]))
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}')
}
