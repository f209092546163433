import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const sqliteBusy = 5

/**
 * Takes the lock on `file` if it is free. The kernel drops it when the process dies, by whatever death, so
 * nothing can be stale: SQLite's exclusive transaction is an fcntl lock, which Node itself does not offer.
 * Rejected: a pid file (reused pids, two breakers at once), `flock(1)` (not everywhere installed), an abstract
 * socket (any local user can take its name). Two takers in one process exclude each other, too; but
 * opening and closing `file` by other means in the process that holds the lock would drop it (fcntl(2)).
 */
export function tryLock(file: string): Disposable | undefined {
  createOnce(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // A journal in a file would need room, and a full disk is when the server has to be looked after.
    database.exec('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw error
  }
  return { [Symbol.dispose]: () => database.close() }
}

/** Waits for the lock on `file`; throws an EmbeddedPostgresError after `timeoutMs`, or the signal's reason. */
export async function acquireLock(
  file: string,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<Disposable> {
  const deadline = performance.now() + options.timeoutMs
  for (;;) {
    const lock = tryLock(file)
    if (lock) return lock
    if (performance.now() > deadline)
      throw new EmbeddedPostgresError(
        `Another process has been starting the embedded Postgres for ${options.timeoutMs / 1000} s (it holds ${file}).`,
      )
    await delay(10 + Math.random() * 20, undefined, options.signal && { signal: options.signal })
  }
}

/** SQLite would make it readable by others; made by exclusive creation so that an existing file is not opened here. */
function createOnce(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
