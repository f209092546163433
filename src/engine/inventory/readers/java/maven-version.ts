/**
 * Returns the version in a Maven requirement such as `1.0` or `[1.0]`, or undefined for ranges and unresolved
 * properties. Maven uses a plain version unchanged for the project's own dependencies. See
 * https://maven.apache.org/pom.html#dependency-version-requirement-specification
 */
export function exactMavenVersion(requirement: string): string | undefined {
  const plain = /^\[([^,[\]()]+)\]$/.exec(requirement)?.[1]?.trim() ?? requirement
  return /^[0-9A-Za-z][0-9A-Za-z._+-]{0,127}$/.test(plain) && !['LATEST', 'RELEASE'].includes(plain) ? plain : undefined
}
