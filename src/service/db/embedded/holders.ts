import { execFile } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ClusterFiles } from './cluster-files.ts'
import { cleanEnvironment } from './command.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

// O_NOFOLLOW everywhere, because root may open a cluster in a folder where the owner could place a link.
const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY } = constants

/**
 * Creates the FIFO unless it exists. A process holds the cluster by keeping the FIFO open for writing. The kernel
 * closes it when the process dies, and libuv opens files with O_CLOEXEC, so child processes do not hold it.
 */
export async function makeHoldersFifo(files: ClusterFiles): Promise<void> {
  if (existsSync(files.holders)) return
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', files.holders], { env: cleanEnvironment })
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No FIFO can be made in ${files.room}; set ASSAY_DATA_DIR to a folder on a local file system, or set ` +
        'DATABASE_URL.',
      { cause: error },
    )
  }
}

/** Opens the FIFO for writing. Undefined if no guard reads it. */
export function hold(files: ClusterFiles): number | undefined {
  try {
    return openSync(files.holders, O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
  } catch (error) {
    if (['ENXIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Both ends, blocking, for the process that starts a guard: it passes `reading` to the guard and keeps `writing`. */
export function openBothEnds(files: ClusterFiles): { reading: number; writing: number } {
  // Opening one end would wait for the other. O_RDWR does not (fifo(7)), and provides both ends for a moment.
  const both = openSync(files.holders, O_RDWR | O_NOFOLLOW)
  try {
    return { reading: openSync(files.holders, O_RDONLY), writing: openSync(files.holders, O_WRONLY) }
  } finally {
    closeSync(both)
  }
}

/** Opens the reading end for `isHeld`. It must be closed again. Undefined if the FIFO was removed. */
export function openToAsk(files: ClusterFiles): number | undefined {
  try {
    return openSync(files.holders, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether any process holds the cluster. May consume a greeting, which is why `greetGuard` repeats it. */
export function isHeld(asking: number): boolean {
  try {
    return readSync(asking, Buffer.alloc(512)) > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return true
    throw error
  }
}

/** Whether any process holds the cluster, checked once. */
export function isHeldByAnyone(files: ClusterFiles): boolean {
  const asking = openToAsk(files)
  if (asking === undefined) return false
  try {
    return isHeld(asking)
  } finally {
    closeSync(asking)
  }
}

/**
 * Asks the guard behind `held` for the pid that it guards. A response proves that the guard has not seen the last
 * holder leave, and it will not, because `held` stays open. Undefined if there is no guard, or no response within
 * `timeoutMs`. Requires the lock.
 */
export async function greetGuard(files: ClusterFiles, held: number, timeoutMs: number): Promise<number | undefined> {
  const greeting = randomBytes(8).toString('hex')
  // Guards append to the file, so truncating it keeps it short and their position at the end.
  closeSync(openSync(files.acks, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600))
  for (let waited = 0, step = 5; waited < timeoutMs; waited += step) {
    if (waited % 100 === 0 && !send(held, `${greeting}\n`)) return undefined
    await delay(step)
    const answer = readFileSync(files.acks, 'utf8').match(new RegExp(`^(\\d+) ${greeting}$`, 'm'))
    if (answer) return Number(answer[1])
  }
  return undefined
}

function send(held: number, line: string): boolean {
  try {
    writeSync(held, line)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return false
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return true
    throw error
  }
}
