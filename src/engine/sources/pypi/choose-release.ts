import { ScanFailure } from '../../model/failure.ts'
import type { PypiTarget } from '../../model/target.ts'
import { isYanked, type PypiProject, type PypiRelease } from '../package-registries/pypi-project.ts'
import { comparePythonVersions, isPreRelease, parsePythonVersion } from '../python-packaging/version.ts'
import { shownText } from '../shown-text.ts'
import { chooseFile } from './choose-file.ts'
import { nearbyVersions } from '../nearby-versions.ts'

/**
 * Returns the requested release, even if it is yanked. If no release is requested, returns the newest release with
 * readable files that is neither yanked nor a pre-release. If none exists, returns the newest pre-release, or else the
 * newest yanked release.
 */
export function chooseRelease(project: PypiProject, { name, version }: PypiTarget): PypiRelease {
  const what = `The Python project ${name}`
  const { releases } = project
  if (releases.length === 0)
    throw new ScanFailure(
      'SOURCE_NOT_FOUND',
      `${what} has no releases${project.status === undefined ? '' : `: it is ${shownText(project.status.name)}`}.`,
    )
  if (version !== undefined) {
    const asked = parsePythonVersion(version)
    const release =
      releases.find(({ version: { text } }) => text === asked?.text) ??
      releases.find((release) => asked !== undefined && comparePythonVersions(release.version, asked) === 0)
    if (release === undefined)
      throw new ScanFailure(
        'SOURCE_NOT_FOUND',
        `${what} has no version "${shownText(version)}"; ${describeWhatExists(releases, version)}.`,
      )
    return release
  }
  const readable = releases.filter(({ files }) => chooseFile(files) !== undefined)
  const offered = readable.filter((release) => !isYanked(release))
  const chosen = offered.find((release) => !isPreRelease(release.version)) ?? offered[0] ?? readable[0]
  if (chosen === undefined)
    throw new ScanFailure('SOURCE_NOT_FOUND', `${what} has no release with a readable wheel or source distribution.`)
  return chosen
}

/** Suggests versions for a mistyped one: the newest version, and those next to the requested one. */
function describeWhatExists(releases: readonly PypiRelease[], version: string): string {
  const asked = parsePythonVersion(version)
  const newest = releases.find((release) => !isYanked(release) && !isPreRelease(release.version)) ?? releases[0]
  const below = releases.find((release) => asked !== undefined && comparePythonVersions(release.version, asked) < 0)
  const above = releases.findLast((release) => asked !== undefined && comparePythonVersions(release.version, asked) > 0)
  const near = [below, above].flatMap((release) =>
    release === undefined || release === newest ? [] : [release.version.text],
  )
  return [`the latest version is ${newest?.version.text}`, ...nearbyVersions(near)].join(', ')
}
