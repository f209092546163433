import { execFile } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ClusterFiles } from './cluster-files.ts'
import { cleanEnvironment } from './command.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

// All opens use O_NOFOLLOW, because root may open a cluster in a folder where the owner could plant a symbolic link.
const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY } = constants

/**
 * Creates the FIFO if it is missing. A process holds the cluster by keeping the FIFO open for writing. The kernel
 * closes the FIFO when the process dies. Child processes do not inherit it, because libuv opens files with O_CLOEXEC.
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

/** Opens the FIFO for writing. Returns undefined if no guard reads it. */
export function hold(files: ClusterFiles): number | undefined {
  try {
    return openSync(files.holders, O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
  } catch (error) {
    if (['ENXIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Opens both ends, blocking. The process that starts a guard passes `reading` to it and keeps `writing`. */
export function openBothEnds(files: ClusterFiles): { reading: number; writing: number } {
  // Opening one end would block until the other is open. O_RDWR does not block (fifo(7)) and briefly provides both
  // ends.
  const both = openSync(files.holders, O_RDWR | O_NOFOLLOW)
  try {
    return { reading: openSync(files.holders, O_RDONLY), writing: openSync(files.holders, O_WRONLY) }
  } finally {
    closeSync(both)
  }
}

/** Opens the reading end for `isHeld`. The caller must close it. Returns undefined if the FIFO was removed. */
export function openToAsk(files: ClusterFiles): number | undefined {
  try {
    return openSync(files.holders, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Reports whether any process holds the cluster. May consume a greeting, which is why `greetGuard` repeats it. */
export function isHeld(asking: number): boolean {
  try {
    return readSync(asking, Buffer.alloc(512)) > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return true
    throw error
  }
}

/** Opens the FIFO and reports once whether any process holds the cluster. */
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
 * Asks the guard that reads `held` for the pid that it guards. A response proves that the guard has not seen the last
 * holder leave, and it cannot see that later either, because `held` stays open. Returns undefined if there is no guard,
 * or no response within `timeoutMs`. Requires the lock.
 */
export async function greetGuard(files: ClusterFiles, held: number, timeoutMs: number): Promise<number | undefined> {
  const greeting = randomBytes(8).toString('hex')
  // Guards append to the file. Truncating it keeps it small, and they continue at its new end.
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
