const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Maximum depth of nested conditions. */
const maxDepth = 16

/**
 * Returns the target that Node.js takes for a key in the `exports` or `imports` field of a manifest, or undefined if it
 * takes none. `key` is `.`, `./path`, or `#name`. `format` is the condition of the loader.
 */
export function nodeTarget(field: unknown, key: string, format: 'import' | 'require'): string | undefined {
  const target = (value: unknown, matched: string) => targetOf(value, { matched, format, depth: 0 }) ?? undefined
  if (!isRecord(field) || !Object.keys(field).some((name) => /^[.#]/.test(name)))
    return key === '.' ? target(field, '') : undefined
  if (Object.hasOwn(field, key) && !key.includes('*')) return target(field[key], '')
  const [best] = Object.keys(field)
    .filter((pattern) => matchedBy(pattern, key) !== undefined)
    .toSorted((a, b) => b.indexOf('*') - a.indexOf('*') || b.length - a.length)
  return best === undefined ? undefined : target(field[best], matchedBy(best, key) ?? '')
}

/** Text that the star of a pattern represents, or undefined if the key does not match. */
function matchedBy(pattern: string, key: string): string | undefined {
  const star = pattern.indexOf('*')
  if (star < 0) return undefined
  const after = pattern.slice(star + 1)
  if (!key.startsWith(pattern.slice(0, star)) || !key.endsWith(after) || key.length < pattern.length) return undefined
  return key.slice(star, key.length - after.length)
}

interface Choice {
  readonly matched: string
  readonly format: 'import' | 'require'
  readonly depth: number
}

/** Null if the path is blocked, and undefined if no condition holds. */
function targetOf(value: unknown, choice: Choice): string | null | undefined {
  if (typeof value === 'string') return value.replaceAll('*', () => choice.matched)
  if (value === null) return null
  const inner = { ...choice, depth: choice.depth + 1 }
  if (inner.depth > maxDepth) return undefined
  if (Array.isArray(value)) return targetOf(value[0], inner)
  if (!isRecord(value)) return undefined
  for (const [condition, one] of Object.entries(value)) {
    if (condition !== 'node' && condition !== 'default' && condition !== choice.format) continue
    const found = targetOf(one, inner)
    if (found !== undefined) return found
  }
  return undefined
}
