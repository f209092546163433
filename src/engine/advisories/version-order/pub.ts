import { identifierTokens, readSemver, semverTokens } from './semver.ts'
import { tokenOrder } from './tokens.ts'

/**
 * Dart's pub, https://pub.dev/documentation/pub_semver: semver, and a version with a build comes after the one without,
 * builds being sorted as prereleases are.
 */
export const pubOrder = tokenOrder((text) => {
  const version = readSemver(text)
  return version && [...semverTokens(version), ...identifierTokens(version.build)]
})
