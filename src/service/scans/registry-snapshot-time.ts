/** Period in which all scans use one registry snapshot. */
const snapshotMs = 60 * 60_000

/**
 * Returns the time of the registry snapshot for a scan that was requested at a time. Both scans of a comparison are
 * requested together, so they have the same one.
 */
export function registrySnapshotTime(requestedAt: Date): Date {
  return new Date(Math.floor(requestedAt.getTime() / snapshotMs) * snapshotMs)
}
