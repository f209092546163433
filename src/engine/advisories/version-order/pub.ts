import { identifierTokens, readSemver, semverTokens } from './semver.ts'
import { tokenOrder } from './tokens.ts'

/**
 * Version order for Dart's pub, https://pub.dev/documentation/pub_semver: semver, but a version with build metadata
 * sorts after the same version without it, and build metadata is sorted like prereleases.
 */
export const pubOrder = tokenOrder((text) => {
  const version = readSemver(text)
  return version && [...semverTokens(version), ...identifierTokens(version.build)]
})
