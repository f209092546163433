import { identifierTokens, readSemver, semverTokens } from './semver.ts'
import { tokenOrder } from './tokens.ts'

/**
 * Dart's pub, https://pub.dev/documentation/pub_semver: semver, but a version with a build comes after the one without,
 * and builds are sorted like prereleases.
 */
export const pubOrder = tokenOrder((text) => {
  const version = readSemver(text)
  return version && [...semverTokens(version), ...identifierTokens(version.build)]
})
