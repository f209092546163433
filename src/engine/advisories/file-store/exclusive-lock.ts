import { closeSync, openSync } from 'node:fs'

const sqliteBusy = 5

/**
 * Takes the lock on `file` if it is free. The lock is SQLite's exclusive transaction, an fcntl lock that Node itself
 * does not offer. The kernel releases it no matter how the process ends, so no lock is ever stale. Two callers in one
 * process also exclude each other. If the process that holds the lock opens and closes `file` by other means, it loses
 * the lock (fcntl(2)).
 *
 * Rejected alternatives: a pid file (pids are reused, and two processes can break it at the same time), `flock(1)` (not
 * installed everywhere), and an abstract socket (any local user can take its name).
 */
export function tryLock(file: string): Disposable | undefined {
  createOnce(file)
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // An on-disk journal would need disk space, but the lock must also work if the disk is full.
    database.exec('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw error
  }
  return { [Symbol.dispose]: () => database.close() }
}

/**
 * Creates the file with private permissions, because SQLite would make it readable for other users. Leaves an existing
 * file unopened.
 */
function createOnce(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Loads the module without its warning. Otherwise, Node 22 would print to standard error on every command that the
 * module is experimental.
 */
function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}
