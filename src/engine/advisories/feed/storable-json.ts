/**
 * Maximum nesting depth. Real records have up to 8 levels. `JSON.stringify` overflows the stack below 5,000 levels, and
 * Postgres has its own `max_stack_depth`.
 */
const maxDepth = 100

/**
 * Converts a value to JSON that Postgres accepts as jsonb. Replaces NUL and lone surrogates, which jsonb rejects, with
 * U+FFFD. Returns undefined if the value exceeds `maxDepth`.
 */
export function storableJson(value: unknown): string | undefined {
  if (depthExceeds(value, maxDepth)) return undefined
  const text = JSON.stringify(value)
  return /\\u(?:0000|d[89a-f][\da-f]{2})/.test(text) ? JSON.stringify(value, replaceUnstorable) : text
}

function depthExceeds(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((item) => depthExceeds(item, depth - 1))
}

function replaceUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), item]))
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}')
}
