/** Why a dependency of a POM has no version or no dependencies, as the end of a sentence. */
export const reasons = {
  unlisted: 'no lockfile lists its dependencies',
  outside: 'its version is set by a parent or a BOM outside the project',
  property: 'its version is a property that the project does not set',
  range: 'the file has a version range, and no lockfile pins the version',
} as const
