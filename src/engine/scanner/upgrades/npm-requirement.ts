import semver from 'semver'

/**
 * Returns the requirement that allows a version and keeps the style of the written one: its operator, or `^` if it has
 * none that can be kept. Returns the written requirement if it already allows the version, and undefined if it is not a
 * version, a range, or a tag of the package itself.
 */
export function changedRequirement(written: string, version: string): string | undefined {
  const trimmed = written.trim()
  if (/[:/]/.test(trimmed)) return undefined
  const isTag = semver.validRange(trimmed, true) === null
  if (isTag || trimmed === '' || semver.satisfies(version, trimmed, true)) return written
  const operator = /^(\^|~|>=|=|v)?\s*\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.exec(trimmed)
  if (operator === null) return `^${version}`
  return `${operator[1] === 'v' ? '' : (operator[1] ?? '')}${version}`
}
