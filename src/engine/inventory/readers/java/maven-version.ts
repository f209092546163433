/**
 * The version in a Maven requirement: a plain one, which Maven uses unchanged for the project's own dependencies, or
 * `[1.0]`. Undefined for ranges, and for values with an unresolved property.
 * https://maven.apache.org/pom.html#dependency-version-requirement-specification
 */
export function exactMavenVersion(requirement: string): string | undefined {
  const plain = /^\[([^,[\]()]+)\]$/.exec(requirement)?.[1]?.trim() ?? requirement
  return /^[0-9A-Za-z][0-9A-Za-z._+-]{0,127}$/.test(plain) && !['LATEST', 'RELEASE'].includes(plain) ? plain : undefined
}
