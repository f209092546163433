/**
 * The version that a requirement of Maven names: a plain one, which Maven takes as it is among the project's
 * own dependencies, or `[1.0]`. Undefined for a range and for what still has a property in it.
 * https://maven.apache.org/pom.html#dependency-version-requirement-specification
 */
export function exactMavenVersion(requirement: string): string | undefined {
  const plain = /^\[([^,[\]()]+)\]$/.exec(requirement)?.[1]?.trim() ?? requirement
  return /^[0-9A-Za-z][0-9A-Za-z._+-]{0,127}$/.test(plain) && !['LATEST', 'RELEASE'].includes(plain) ? plain : undefined
}
