import semver from 'semver'

/** Alias such as `npm:name@^1.0.0`: the package, and its requirement. An alias without one installs any version. */
const aliasPattern = /^(npm:(@?[^@\s]+))(?:@(.*))?$/

/** Returns the name of the package that a requirement installs. Differs from the required name for an alias. */
export const requiredPackage = (name: string, spec: string): string => aliasPattern.exec(spec.trim())?.[2] ?? name

/**
 * Returns the requirement that allows a version and keeps the style of the written one: its operator, or `^` if it has
 * none that can be kept. Returns the written requirement if it already allows the version, and undefined if it is not a
 * version, a range, a tag, or an alias of these.
 */
export function changedRequirement(written: string, version: string): string | undefined {
  const trimmed = written.trim()
  const [, target, , range = ''] = aliasPattern.exec(trimmed) ?? []
  if (target === undefined) return changedRange(written, version)
  const changed = changedRange(range, version)
  if (changed === undefined) return undefined
  return changed === range ? written : `${target}@${changed}`
}

function changedRange(written: string, version: string): string | undefined {
  const trimmed = written.trim()
  if (/[:/]/.test(trimmed)) return undefined
  const isTag = semver.validRange(trimmed, true) === null
  if (isTag || trimmed === '' || semver.satisfies(version, trimmed, true)) return written
  const operator = /^(\^|~|>=|=|v)?\s*\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.exec(trimmed)
  if (operator === null) return `^${version}`
  return `${operator[1] === 'v' ? '' : (operator[1] ?? '')}${version}`
}
