import { setTimeout as pause } from 'node:timers/promises'
import { readArchiverState } from '../../db/backup/archiver-state.ts'
import type { Database } from '../../db/client.ts'
import type { BackupCheck } from '../../../settings/backup-settings.ts'
import type { BackupContext } from './backup-context.ts'
import { BackupError } from './backup-error.ts'
import { clusterBackups, findBaseBackups } from './backup-folder.ts'
import { resolveClusterFolder, systemIdentifierIn } from './cluster-folder.ts'
import { baseProblems, type BackupHealth, judgeOwnServer, maxEmbeddedBaseAgeMs } from './judge-backups.ts'

export interface WatchedBackups {
  readonly db: Database
  readonly check: BackupCheck
  /** False if DATABASE_URL names the operator's own server. */
  readonly isEmbedded: boolean
  /** Backups of the embedded database. Undefined if no backup folder is configured. */
  readonly backup: Pick<BackupContext, 'clusterFolder' | 'folder'> | undefined
}

/** Time for which a result is used again. Probes arrive every few seconds, and backups change every minute. */
const keptMs = 60_000
/** Maximum wait for the backup folder. It may be on a network file system that hangs. */
const maxFolderMs = 1_000

/** Returns a function that reports the health of the database's backups, or undefined if the check is disabled. */
export function watchBackups(watched: WatchedBackups): (() => Promise<BackupHealth>) | undefined {
  if (watched.check === 'off') return undefined
  let last: { readonly at: number; readonly health: BackupHealth } | undefined
  let reading: Promise<BackupHealth> | undefined
  const read = async () => {
    const health = await readHealth(watched)
    last = { health, at: performance.now() }
    return health
  }
  return async () => {
    if (last && performance.now() - last.at <= keptMs) return last.health
    // A hanging folder is not read again until it responds, because each attempt would occupy a thread.
    reading ??= read().finally(() => (reading = undefined))
    return await (watched.isEmbedded ? inTime(reading) : reading)
  }
}

/** Returns the result, or a problem if the backup folder does not respond in time. Without it, probes would hang. */
async function inTime(reading: Promise<BackupHealth>): Promise<BackupHealth> {
  const done = new AbortController()
  const late = { problems: ['The backup folder does not respond.'] }
  try {
    return await Promise.race([reading, pause(maxFolderMs, late, { signal: done.signal })])
  } finally {
    done.abort()
  }
}

async function readHealth({ db, check, isEmbedded, backup }: WatchedBackups): Promise<BackupHealth> {
  if (!isEmbedded) return judgeOwnServer(await readArchiverState(db), { checksBases: check === 'on' })
  if (!backup)
    return {
      problems: [
        'No backups of the database are configured. Set ASSAY_BACKUP_DIR and ASSAY_BACKUP_RECIPIENT, or set ' +
          'ASSAY_BACKUP_CHECK to off.',
      ],
    }
  try {
    const damaged: string[] = []
    const clusterFolder = await resolveClusterFolder(backup.clusterFolder)
    const backups = clusterBackups(backup.folder, await systemIdentifierIn(clusterFolder))
    const newest = (await findBaseBackups(backup.folder, (sentence) => damaged.push(sentence))).find(
      (base) => base.backups === backups,
    )
    const at = newest && new Date(newest.manifest.finishedAt)
    return {
      problems: [...baseProblems(at, new Date(), maxEmbeddedBaseAgeMs), ...damaged],
      lastBaseBackupAt: at?.toISOString() ?? null,
    }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { problems: [error.message] }
  }
}
