import { setTimeout as pause } from 'node:timers/promises'
import type { BackupContext } from './backup-context.ts'
import { baseOf, isBaseDue } from './is-base-due.ts'
import { shipSegments } from './ship-segments.ts'
import { takeBackup, type TakenBackup } from './take-backup.ts'

/** As often as the service does it by its queue. */
const everyMs = 60_000
const now = () => new Date()

/** Who hears what is done. */
export interface BackupListener {
  onTaken(taken: TakenBackup): void
  /** What did not work, and is tried again a minute later. */
  onProblem(sentence: string): void
}

/**
 * Brings the log of a server to the backups each minute and makes a base backup each six hours, until `signal` aborts: for a process of its own beside a server whose
 * files it can read. What does not work, such as while the server is away, is told and tried again.
 */
export async function keepBackingUp(context: BackupContext, signal: AbortSignal, { onTaken, onProblem }: BackupListener): Promise<void> {
  while (!signal.aborted) {
    try {
      const base = await baseOf(context)
      if (await isBaseDue(base, now(), onProblem)) onTaken(await takeBackup(context, now))
      else await shipSegments(context, base.backups)
    } catch (error) {
      onProblem(error instanceof Error ? error.message : String(error))
    }
    await pause(everyMs, undefined, { signal }).catch(() => {})
  }
}
