import { setTimeout as pause } from 'node:timers/promises'
import type { BackupContext } from './backup-context.ts'
import { clusterBackups } from './backup-folder.ts'
import { systemIdentifierIn } from './cluster-folder.ts'
import { baseOf, isBaseDue } from './is-base-due.ts'
import { shipSegments } from './ship-segments.ts'
import { takeBackup, type TakenBackup } from './take-backup.ts'

/** As often as the service does it by its queue. */
const everyMs = 60_000
/** A base backup that fails late has read and written all of the database. */
const afterFailedBaseMs = 10 * 60_000
const now = () => new Date()

/** Who hears what is done. */
export interface BackupListener {
  onTaken(taken: TakenBackup): void
  /** What did not work, and is tried again: the log a minute later, a base backup ten. */
  onProblem(sentence: string): void
}

/**
 * Brings the log of a server to the backups each minute and makes a base backup each six hours, until `signal` aborts:
 * for a process of its own beside a server whose files it can read. Neither waits for the other: a base backup ends
 * when the log up to there is archived, and a disk full of log is worse than no base backup. What does not work, such
 * as while the server is away, is told and tried again.
 */
export async function keepBackingUp(
  context: BackupContext,
  signal: AbortSignal,
  { onTaken, onProblem }: BackupListener,
): Promise<void> {
  const base = async () => {
    if (await isBaseDue(await baseOf(context), now(), onProblem)) onTaken(await takeBackup(context, now))
  }
  // Whose log it is the files say, also while no server answers.
  const ship = async () =>
    void (await shipSegments(context, clusterBackups(context.folder, await systemIdentifierIn(context.clusterFolder))))
  await Promise.all([repeat(ship, signal, everyMs, onProblem), repeat(base, signal, afterFailedBaseMs, onProblem)])
}

/** Does something each minute, or after another time when it has failed. */
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
      onProblem(error instanceof Error ? error.message : String(error))
      pauseMs = afterFailureMs
    }
    await pause(pauseMs, undefined, { signal }).catch(() => {})
  }
}
