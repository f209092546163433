/** Maximum depth of nested conditions. */
const maxDepth = 16

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the targets of a key in the `exports` or `imports` field of a manifest, under all conditions. `key` is `.`,
 * `./path`, or `#name`. See https://nodejs.org/api/packages.html#subpath-patterns.
 */
export function exportTargets(field: unknown, key: string): string[] {
  if (!isRecord(field) || !Object.keys(field).some((name) => /^[.#]/.test(name)))
    return key === '.' ? targetsOf(field, '', 0) : []
  return Object.entries(field).flatMap(([pattern, value]) => {
    if (pattern === key) return targetsOf(value, '', 0)
    const star = pattern.indexOf('*')
    const [before, after] =
      star >= 0
        ? [pattern.slice(0, star), pattern.slice(star + 1)]
        : pattern.endsWith('/')
          ? [pattern, '']
          : [undefined, '']
    if (before === undefined || !key.startsWith(before) || !key.endsWith(after)) return []
    if (key.length < before.length + after.length) return []
    const matched = key.slice(before.length, key.length - after.length)
    return targetsOf(value, matched, 0).map((target) => (star < 0 ? target + matched : target))
  })
}

function targetsOf(value: unknown, matched: string, depth: number): string[] {
  if (typeof value === 'string') return [value.replaceAll('*', () => matched)]
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return []
  return Object.values(value).flatMap((one) => targetsOf(one, matched, depth + 1))
}
