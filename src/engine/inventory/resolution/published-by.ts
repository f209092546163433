import semver from 'semver'
import type { NpmPackument } from '../../sources/package-registries/npm-packument.ts'
import type { PypiProject } from '../../sources/package-registries/pypi-project.ts'

/**
 * Reports whether something was published or changed after this time. Returns false if the date is missing or invalid.
 */
export const isLater = (date: string | undefined, time: Date): boolean =>
  date !== undefined && Date.parse(date) > time.getTime()

/**
 * Returns the package without the versions published after this time. If the `latest` tag points to one of them, moves
 * the tag to the newest remaining version, as `npm install --before` does. The registry does not store where the tag
 * pointed before.
 */
export function packumentAsOf(packument: NpmPackument, time: Date): NpmPackument {
  const all = Object.entries(packument.versions)
  const published = all.filter(([version]) => !isLater(packument.time[version], time))
  if (published.length === all.length) return packument
  const versions = Object.assign(Object.create(null), Object.fromEntries(published)) as NpmPackument['versions']
  const distTags = Object.fromEntries(
    Object.entries(packument.distTags).filter(([, version]) => versions[version] !== undefined),
  )
  const latest = distTags['latest'] ?? newest(Object.keys(versions))
  return { ...packument, versions, distTags: { ...distTags, ...(latest !== undefined && { latest }) } }
}

/** Returns the newest version, or the newest pre-release if no other exists. */
function newest(versions: readonly string[]): string | undefined {
  const sorted = versions.toSorted((a, b) => semver.rcompare(a, b, true))
  return sorted.find((version) => semver.prerelease(version, true) === null) ?? sorted[0]
}

/** Returns the project without the files uploaded after this time. */
export function projectAsOf(project: PypiProject, time: Date): PypiProject {
  const releases = project.releases.flatMap((release) => {
    const files = release.files.filter(({ uploadedAt }) => !isLater(uploadedAt, time))
    if (files.length === release.files.length) return release
    return files.length === 0 ? [] : { ...release, files }
  })
  return { ...project, releases }
}
