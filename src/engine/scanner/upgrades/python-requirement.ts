import { readRequirement } from '../../inventory/readers/python/requirement.ts'
import { allowsVersion, parseSpecifiers } from '../../sources/python-packaging/specifier.ts'
import { parsePythonVersion } from '../../sources/python-packaging/version.ts'

/**
 * Returns a PEP 508 requirement that allows a version and keeps the style of the written one: a single `==`, `===`,
 * `~=`, or `>=` keeps its operator, and anything else becomes a range within the major version. Returns the written
 * requirement if it already allows the version, and undefined if it names a URL or is invalid.
 */
export function changedPythonRequirement(written: string, version: string): string | undefined {
  const requirement = readRequirement(written)
  const parsed = parsePythonVersion(version)
  if (requirement === undefined || requirement.address !== undefined || parsed === undefined) return undefined
  const { name, requested } = requirement
  const specifiers = parseSpecifiers(requested)
  if (specifiers === undefined) return undefined
  if (allowsVersion(specifiers, parsed)) return written
  const at = written.indexOf(requested, name.length)
  const [, operator, space = ''] = /^(===?|~=|>=)(\s*)[^\s,*]+$/.exec(requested) ?? []
  const changed =
    operator === undefined ? `>=${version},<${Number(parsed.release[0] ?? 0) + 1}` : `${operator}${space}${version}`
  return written.slice(0, at) + changed + written.slice(at + requested.length)
}
