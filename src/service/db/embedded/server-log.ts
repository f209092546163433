import { closeSync, constants, copyFileSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants

/** Bytes after which the log is cut; one former piece is kept beside it. */
const maxLog = 8 * 1024 * 1024

/**
 * Opens the server's log for its stdout and stderr: a plain file never blocks the server, which a pipe to a stuck
 * parent would.
 */
export function openLog(file: string): { fd: number; size: number } {
  return { fd: openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600), size: logSize(file) }
}

/** Bytes in the log; 0 when there is none. */
export function logSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The last `lines` lines that were written after the log had `since` bytes. */
export function lastLogLines(file: string, since = 0, lines = 20): string {
  if (logSize(file) <= since) return ''
  return readFileSync(file).subarray(since).toString('utf8').trimEnd().split('\n').slice(-lines).join('\n')
}

/** Whether `cutLog` has something to do. */
export function isLogLong(file: string): boolean {
  return logSize(file) > maxLog
}

/**
 * Moves the log's text to `<file>.1` and empties it in place: the server appends, so it goes on at the start. Only
 * under the lock.
 */
export function cutLog(file: string): void {
  if (!isLogLong(file)) return
  rmSync(`${file}.1`, { force: true })
  copyFileSync(file, `${file}.1`, constants.COPYFILE_EXCL)
  closeSync(openSync(file, O_WRONLY | O_TRUNC | O_NOFOLLOW))
}
