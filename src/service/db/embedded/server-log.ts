import { closeSync, constants, copyFileSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants

/** Maximum log size in bytes. A larger log is rotated, and one earlier file is kept. */
const maxLog = 8 * 1024 * 1024

/**
 * Opens the log file for the server's stdout and stderr. Unlike a pipe to a hanging parent, a regular file never blocks
 * the server.
 */
export function openLog(file: string): { fd: number; size: number } {
  return { fd: openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600), size: logSize(file) }
}

/** Returns the size of the log in bytes, 0 if it does not exist. */
export function logSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Returns the last `lines` lines of the log, ignoring its first `since` bytes. */
export function lastLogLines(file: string, since = 0, lines = 20): string {
  if (logSize(file) <= since) return ''
  return readFileSync(file).subarray(since).toString('utf8').trimEnd().split('\n').slice(-lines).join('\n')
}

/** Reports whether `cutLog` must rotate the log. */
export function isLogLong(file: string): boolean {
  return logSize(file) > maxLog
}

/**
 * Copies the log to `<file>.1` and truncates the file in place. The server appends, so it continues at the start.
 * Requires the lock.
 */
export function cutLog(file: string): void {
  if (!isLogLong(file)) return
  rmSync(`${file}.1`, { force: true })
  copyFileSync(file, `${file}.1`, constants.COPYFILE_EXCL)
  closeSync(openSync(file, O_WRONLY | O_TRUNC | O_NOFOLLOW))
}
