import { openForBackup } from '../../db/backup/base-backup.ts'
import type { BackupContext } from './backup-context.ts'
import { BackupError } from './backup-error.ts'
import { type BaseBackup, clusterBackups, findBaseBackups } from './backup-folder.ts'

/** Interval between base backups. */
const baseEveryMs = 6 * 60 * 60_000

/** A running cluster, with the location of its backups. */
export interface BaseOf {
  readonly folder: string
  /** Folder with all backups of this cluster. */
  readonly backups: string
  /** Timeline of the running cluster's log. */
  readonly timeline: number
}

/** Asks the running cluster for its backup location and timeline. */
export async function baseOf({ databaseUrl, folder }: Pick<BackupContext, 'databaseUrl' | 'folder'>): Promise<BaseOf> {
  await using cluster = await openForBackup(databaseUrl)
  return { folder, backups: clusterBackups(folder, cluster.systemIdentifier), timeline: cluster.timeline }
}

/** Negative for a backup with a time in the future, made while the clock was wrong. */
const agoMs = ({ manifest }: BaseBackup, now: Date) => now.getTime() - Date.parse(manifest.finishedAt)

/**
 * Returns whether a base backup is due: the newest is too old, is on a different timeline (as after a restore), or
 * there are only backups with a time in the future. Also true if the folder cannot be read. That is reported, and the
 * backup is retried until the folder exists. Nothing else waits for it.
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
