/**
 * Names the versions next to a version that does not exist, as parts of a sentence. The list is empty without versions.
 *
 * @param versions without those that the sentence already names
 */
export function nearbyVersions(versions: readonly string[]): string[] {
  const [only, ...others] = versions
  if (only === undefined) return []
  return [
    others.length === 0 ? `the nearest other version is ${only}` : `nearby versions are ${versions.join(' and ')}`,
  ]
}
