import { chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ServerSettings } from './settings.ts'

/** Seconds after which a segment of the log that was written to is archived although it is not full. */
const archiveTimeoutSeconds = 120

/**
 * Has the server put each finished segment of its log into a folder beside the cluster, whole and flushed or not at
 * all; it tries again until that worked. The command runs in the folder of the cluster (PostgreSQL 18, section 25.3.1),
 * as the user of the server, who can reach nothing else for certain.
 */
export const archivingSettings: ServerSettings = {
  archive_mode: 'on',
  archive_timeout: String(archiveTimeoutSeconds),
  archive_command:
    'if test -f "../archive/%f"; then cmp -s "%p" "../archive/%f"; else cp "%p" "../archive/%f.part" && ' +
    'sync "../archive/%f.part" && mv "../archive/%f.part" "../archive/%f"; fi',
}

/** The folder of that command; made (0700, its owner that of the cluster) if missing. */
export function archiveFolder(clusterFolder: string): string {
  const folder = join(dirname(clusterFolder), 'archive')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = statSync(clusterFolder)
  if (process.getuid?.() === 0 && statSync(folder).uid !== uid) chownSync(folder, uid, gid)
  return folder
}
