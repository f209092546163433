import { openForBackup } from '../../db/backup/base-backup.ts'
import type { BackupContext } from './backup-context.ts'
import { BackupError } from './backup-error.ts'
import { type BaseBackup, clusterBackups, findBaseBackups } from './backup-folder.ts'

const baseEveryMs = 6 * 60 * 60_000

/** Running cluster, and the location of its backups. */
export interface BaseOf {
  readonly folder: string
  /** Folder with all of this cluster's backups. */
  readonly backups: string
  /** Timeline of the running cluster's log. */
  readonly timeline: number
}

/** Returns the running cluster's backup folder and timeline. */
export async function baseOf({ databaseUrl, folder }: Pick<BackupContext, 'databaseUrl' | 'folder'>): Promise<BaseOf> {
  await using cluster = await openForBackup(databaseUrl)
  return { folder, backups: clusterBackups(folder, cluster.systemIdentifier), timeline: cluster.timeline }
}

/** Returns a backup's age. Negative if it is dated in the future, because the clock was wrong. */
const agoMs = ({ manifest }: BaseBackup, now: Date) => now.getTime() - Date.parse(manifest.finishedAt)

/**
 * Reports whether a base backup is due. True if the newest one is too old or on another timeline (as after a restore),
 * or if all are dated in the future. Also true if the folder cannot be read: the failing backup then reports the
 * problem, and is retried until the folder exists. No other task waits for it.
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
