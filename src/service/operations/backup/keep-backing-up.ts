import { setTimeout as pause } from 'node:timers/promises'
import type { BackupContext } from './backup-context.ts'
import { clusterBackups } from './backup-folder.ts'
import { systemIdentifierIn } from './cluster-folder.ts'
import { baseOf, isBaseDue } from './is-base-due.ts'
import { shipSegments } from './ship-segments.ts'
import { takeBackup, type TakenBackup } from './take-backup.ts'

/** Interval between tasks. Equals that of the service's own log copies. */
const everyMs = 60_000
/**
 * Pause after a failed base backup. Longer, because a base backup that fails late has already read and written the
 * entire database.
 */
const afterFailedBaseMs = 10 * 60_000
const now = () => new Date()

/** Receives progress and failures. */
export interface BackupListener {
  onTaken(taken: TakenBackup): void
  /** Called after each failure. Copying the log is retried after one minute, a base backup after ten. */
  onProblem(sentence: string): void
  /** Called while another process is backing up the same database. */
  onWait(sentence: string): void
}

/**
 * Copies a server's log to the backups every minute, and creates a base backup every six hours, until `signal` aborts.
 * Runs in a separate process that can read the server's files. The two tasks do not wait for each other: a base backup
 * ends only when its log is archived, and a disk full of log is worse than a missing base backup. Failures, for example
 * because the server is down, are reported and retried.
 */
export async function keepBackingUp(
  context: BackupContext,
  signal: AbortSignal,
  { onTaken, onProblem, onWait }: BackupListener,
): Promise<void> {
  const base = async () => {
    if (await isBaseDue(await baseOf(context), now(), onProblem))
      onTaken(await takeBackup(context, now, { signal, onWait }))
  }
  // The files identify the cluster even if its server does not respond.
  const ship = async () =>
    void (await shipSegments(context, clusterBackups(context.folder, await systemIdentifierIn(context.clusterFolder))))
  await Promise.all([repeat(ship, signal, everyMs, onProblem), repeat(base, signal, afterFailedBaseMs, onProblem)])
}

/** Runs a task every minute, or after another delay if it failed. */
async function repeat(
  work: () => Promise<void>,
  signal: AbortSignal,
  afterFailureMs: number,
  onProblem: BackupListener['onProblem'],
): Promise<void> {
  while (!signal.aborted) {
    let pauseMs = everyMs
    try {
      await work()
    } catch (error) {
      // A stop ends the wait for another backup, which is not a problem.
      if (error === signal.reason) return
      onProblem(error instanceof Error ? error.message : String(error))
      pauseMs = afterFailureMs
    }
    await pause(pauseMs, undefined, { signal }).catch(() => {})
  }
}
