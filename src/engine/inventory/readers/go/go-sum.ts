import semver from 'semver'
import { linesOf } from '../../syntax/lines.ts'

/**
 * Returns the highest version of each module for which a go.sum has a hash of the content and not only of its go.mod.
 * Minimal version selection picks this version, https://go.dev/ref/mod#go-sum-files
 */
export function highestBuilt(text: string): ReadonlyMap<string, string> {
  const versions = new Map<string, string>()
  for (const line of linesOf(text)) {
    const [path, version] = line.split(' ', 2)
    if (
      path === undefined ||
      version === undefined ||
      version.length > 200 ||
      version.endsWith('/go.mod') ||
      semver.valid(version) === null
    )
      continue
    const known = versions.get(path)
    if (known === undefined || semver.gt(version, known)) versions.set(path, version)
  }
  return versions
}

/** Returns `path version` for each module version for which a go.sum has a content hash. */
export function builtVersions(text: string): ReadonlySet<string> {
  const built = new Set<string>()
  for (const line of linesOf(text)) {
    const [path, version] = line.split(' ', 2)
    if (path !== undefined && version !== undefined && !version.endsWith('/go.mod')) built.add(`${path} ${version}`)
  }
  return built
}
