import { openForBackup } from '../../db/backup/base-backup.ts'
import type { BackupContext } from './backup-context.ts'
import { BackupError } from './backup-error.ts'
import { type BaseBackup, clusterBackups, findBaseBackups } from './backup-folder.ts'

/** The newest base backup is good for so long. */
const baseEveryMs = 6 * 60 * 60_000

/** A running cluster, and where its backups are. */
export interface BaseOf {
  readonly folder: string
  /** Folder with all backups of this cluster. */
  readonly backups: string
  /** That of the running cluster's log. */
  readonly timeline: number
}

/** Asks the running cluster where its backups are, and on which timeline it is. */
export async function baseOf({ databaseUrl, folder }: Pick<BackupContext, 'databaseUrl' | 'folder'>): Promise<BaseOf> {
  await using cluster = await openForBackup(databaseUrl)
  return { folder, backups: clusterBackups(folder, cluster.systemIdentifier), timeline: cluster.timeline }
}

/** Negative for one of the future, as a clock that was wrong has left it. */
const agoMs = ({ manifest }: BaseBackup, now: Date) => now.getTime() - Date.parse(manifest.finishedAt)

/**
 * Whether a base backup has to be made now: there is none but such as are dated in the future, it is old, or it is of
 * another timeline, as after a restore. So it is too where the folder cannot be read, which is reported: making it is
 * tried again until there is a folder, and nothing else waits for that.
 */
export async function isBaseDue(
  { folder, backups, timeline }: BaseOf,
  now: Date,
  onProblem: (sentence: string) => void,
): Promise<boolean> {
  try {
    const last = (await findBaseBackups(folder, onProblem)).find(
      (backup) => backup.backups === backups && agoMs(backup, now) >= -baseEveryMs,
    )
    return last?.manifest.timeline !== timeline || Math.abs(agoMs(last, now)) > baseEveryMs
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    onProblem(error.message)
    return true
  }
}
