import { chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ServerSettings } from './settings.ts'

/** Seconds after which a log segment with changes is archived although it is not full. */
const archiveTimeoutSeconds = 120

/**
 * Configures the server to archive each finished log segment in a folder next to the cluster, atomically and flushed.
 * The server retries failures. The command runs in the cluster's folder (PostgreSQL 18, section 25.3.1) as the server's
 * user, who may not be able to access any other path.
 */
export const archivingSettings: ServerSettings = {
  archive_mode: 'on',
  archive_timeout: String(archiveTimeoutSeconds),
  archive_command:
    'if test -f "../archive/%f"; then cmp -s "%p" "../archive/%f"; else cp "%p" "../archive/%f.part" && ' +
    'sync "../archive/%f.part" && mv "../archive/%f.part" "../archive/%f"; fi',
}

/** The archive folder, created if it is missing (0700, owned by the cluster's owner). */
export function archiveFolder(clusterFolder: string): string {
  const folder = join(dirname(clusterFolder), 'archive')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = statSync(clusterFolder)
  if (process.getuid?.() === 0 && statSync(folder).uid !== uid) chownSync(folder, uid, gid)
  return folder
}
