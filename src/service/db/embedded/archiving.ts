import { chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ServerSettings } from './settings.ts'

/** Time in seconds after which a log segment with changes is archived, even if it is not full. */
const archiveTimeoutSeconds = 120

/**
 * Makes the server archive each finished log segment to a folder next to the cluster, atomically and flushed to disk.
 * The server retries after failures. The command uses a relative path: it runs in the cluster's folder (PostgreSQL 18,
 * section 25.3.1), and the server's user may not be able to access other paths.
 */
export const archivingSettings: ServerSettings = {
  archive_mode: 'on',
  archive_timeout: String(archiveTimeoutSeconds),
  archive_command:
    'if test -f "../archive/%f"; then cmp -s "%p" "../archive/%f"; else cp "%p" "../archive/%f.part" && ' +
    'sync "../archive/%f.part" && mv "../archive/%f.part" "../archive/%f"; fi',
}

/** Returns the archive folder. Creates it if it is missing, with mode 0700 and the cluster's owner. */
export function archiveFolder(clusterFolder: string): string {
  const folder = join(dirname(clusterFolder), 'archive')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = statSync(clusterFolder)
  if (process.getuid?.() === 0 && statSync(folder).uid !== uid) chownSync(folder, uid, gid)
  return folder
}
