/**
 * Reasons why a dependency in a POM or a Gradle build has no version or no dependencies, phrased as the ends of
 * sentences.
 */
export const reasons = {
  unlisted: 'no lockfile lists its dependencies',
  outside: 'its version is set by a parent or a BOM outside the project',
  property: 'its version is a property that the project does not set',
  range: 'the file has a version range, and no lockfile pins the version',
  platform: 'the catalog has no version; a platform sets it',
  catalogRange: 'the catalog has a version range, and no lockfile pins the version',
  noBuildVersion: 'the build script has no version; a platform sets it',
  dynamic: 'the build script has a dynamic version, and no lockfile pins the version',
} as const
