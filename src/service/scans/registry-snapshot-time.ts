/** Period in which all scans use one registry snapshot. */
const snapshotMs = 60 * 60_000

/**
 * Returns the time of the registry snapshot for a scan that was requested at this time. The scans of a comparison are
 * requested one after the other, and share a snapshot unless a new hour begins between the two requests.
 */
export function registrySnapshotTime(requestedAt: Date): Date {
  return new Date(Math.floor(requestedAt.getTime() / snapshotMs) * snapshotMs)
}
