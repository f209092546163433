import { closeSync, openSync } from 'node:fs'

const sqliteBusy = 5

/**
 * Takes the lock on `file` if it is free. The kernel releases it when the process ends, however it ends, so no lock is
 * ever stale. SQLite's exclusive transaction is an fcntl lock, which Node itself does not offer.
 *
 * Rejected: a pid file (pids are reused, and two processes can break it at the same time), `flock(1)` (not installed
 * everywhere), an abstract socket (any local user can take its name). Two callers in one process also exclude each
 * other. However, if the process that holds the lock opens and closes `file` by other means, it releases the lock
 * (fcntl(2)).
 */
export function tryLock(file: string): Disposable | undefined {
  createOnce(file)
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // A journal in a file would need space, and the lock must also work on a full disk.
    database.exec('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw error
  }
  return { [Symbol.dispose]: () => database.close() }
}

/** SQLite would make the file readable by others. Exclusive creation does not open an existing file here. */
function createOnce(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Loads the module without its warning: Node 22 calls it experimental on the standard error of every command. */
function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}
