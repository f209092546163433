import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryLock } from '../../../engine/advisories/file-store/exclusive-lock.ts'
import { BackupError } from './backup-error.ts'

/** How long to wait for another backup of the same database, and where to report the wait. */
export interface BackupTurn {
  /** Maximum wait in milliseconds. Default: one hour. */
  readonly maxWaitMs?: number
  readonly signal?: AbortSignal
  /** Receives one sentence when the wait starts, and one for every further minute. */
  readonly onWait?: (sentence: string) => void
}

const hourMs = 60 * 60_000
const minuteMs = 60_000
const pollMs = 250

/**
 * Waits until no other process backs up this cluster, and returns the lock that keeps others out. Throws a BackupError
 * after the maximum wait, or the signal's reason if it aborts.
 */
export async function awaitBackupTurn(
  clusterFolder: string,
  { maxWaitMs = hourMs, signal, onWait = () => {} }: BackupTurn,
): Promise<Disposable> {
  const file = join(dirname(clusterFolder), 'backup.lock')
  const startedAt = performance.now()
  let reportedMinutes = -1
  for (;;) {
    signal?.throwIfAborted()
    const lock = tryLock(file)
    if (lock) return lock
    const waitedMs = performance.now() - startedAt
    if (waitedMs >= maxWaitMs)
      throw new BackupError(
        `Another process has been backing up this database for ${spell(waitedMs)} (it holds ${file}). Check that ` +
          'process, and then run the backup again.',
      )
    const minutes = Math.floor(waitedMs / minuteMs)
    if (minutes > reportedMinutes) {
      reportedMinutes = minutes
      onWait(
        minutes === 0
          ? `Another process is backing up this database. Waiting for up to ${spell(maxWaitMs)} until it finishes.`
          : `Still waiting for the other backup, after ${spell(waitedMs)}.`,
      )
    }
    await pause(pollMs, undefined, signal && { signal }).catch(() => {})
  }
}

function spell(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  if (minutes === 0) return `${Math.ceil(ms / 1_000)} s`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
