import { BackupError } from './backup-error.ts'
import { archivedLog, loggedNames } from './backup-folder.ts'
import type { Manifest } from './manifest.ts'
import { logAfter } from './plan-restore.ts'

/**
 * Throws a BackupError unless the archived log contains everything that is required to restore a base backup. The
 * backup is in `path`, and does not have its final name yet.
 */
export async function refuseWithoutLog(manifest: Manifest, path: string, backups: string): Promise<void> {
  try {
    logAfter({ path, backups, manifest }, await loggedNames(backups))
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    throw new BackupError(
      `The log from ${manifest.startPoint} to ${manifest.stopPoint} on timeline ${manifest.timeline}, ` +
        `without which this backup is worth nothing, has not come to ${archivedLog(backups)}: the server ` +
        'archives it elsewhere. Set its archive_command as deploy/compose.yaml has it, which puts it into the ' +
        'folder "archive" beside its own, and let nothing else take it from there.',
      { cause: error },
    )
  }
}
