import { closeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { clusterHome } from './cluster-files.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { tryLock } from '../../../engine/advisories/file-store/exclusive-lock.ts'
import { acquireLock } from './exclusive-lock.ts'
import { hold } from './holders.ts'
import { type Installation, type JoinedServer, joinCluster } from './join-cluster.ts'
import { dataFolderIn } from './placement.ts'
import { livePostmaster } from './postmaster.ts'
import { cutLog, isLogLong, lastLogLines } from './server-log.ts'

const lookEveryMs = 250
/**
 * Restart limits. A server that dies this often has a persistent problem, usually a full disk that the operator must
 * clean up. It is then restarted at the longer interval.
 */
const tooOften = { ends: 5, withinMs: 60_000, retryMs: 30_000 }

/** Supervises a server while this process holds it. */
export interface Supervision {
  /** Stops the supervision and returns the current FIFO descriptor. Waits for a restart in progress. */
  end(): Promise<number>
}

/**
 * Supervises the server. Every holder does so, and the lock ensures that only one of them acts. A dead server is
 * restarted on its port with backoff, and every 30 s without a limit if it dies too often. A killed guard is replaced,
 * and a long log is rotated. Calls `onLost` once if the supervision itself fails. Its timers do not keep the process
 * alive.
 */
export function superviseCluster(
  installation: Installation,
  joined: JoinedServer,
  onLost: (error: EmbeddedPostgresError) => void,
): Supervision {
  const { files, notify } = installation
  const over = new AbortController()
  let ends: readonly number[] = []
  let isTooOften = false
  let nextCutAt = 0
  let { held } = joined
  const looking = look().catch((error: unknown) => {
    if (!over.signal.aborted) onLost(asLost(error))
  })
  return {
    async end() {
      over.abort()
      await looking
      return held
    },
  }

  async function look(): Promise<void> {
    for (;;) {
      await delay(lookEveryMs, undefined, { signal: over.signal, ref: false })
      if (!livePostmaster(dataFolderIn(clusterHome(files)))) await restart()
      else if (!isGuarded()) await rejoin().catch(report)
      else if (performance.now() >= nextCutAt && isLogLong(files.log)) cutLogIfFree()
    }
  }

  async function restart(): Promise<void> {
    notify('The embedded Postgres ended unexpectedly and is started again.')
    for (;;) {
      const now = performance.now()
      ends = [...ends.filter((end) => now - end < tooOften.withinMs), now]
      if (ends.length === 1) isTooOften = false
      if (!isTooOften && ends.length > tooOften.ends) {
        isTooOften = true
        notify(
          `The embedded Postgres ended ${ends.length} times within ${tooOften.withinMs / 1000} s and is ` +
            `tried every ${tooOften.retryMs / 1000} s from now on. Its log ${files.log} ends ` +
            `with:\n${lastLogLines(files.log)}`,
        )
      }
      await (isTooOften
        ? delay(tooOften.retryMs, undefined, { signal: over.signal, ref: false })
        : delay(50 * 2 ** ends.length, undefined, { signal: over.signal }))
      try {
        await rejoin()
        return notify(`The embedded Postgres takes connections again on port ${joined.port}.`)
      } catch (error) {
        if (isTooOften) over.signal.throwIfAborted()
        else report(error)
      }
    }
  }

  function report(error: unknown, what = 'The embedded Postgres could not be brought back'): void {
    over.signal.throwIfAborted()
    notify(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }

  async function rejoin(): Promise<void> {
    using _ = await acquireLock(files.lock, { timeoutMs: 120_000, signal: over.signal })
    const again = await joinCluster(installation)
    closeSync(held)
    held = again.held
  }

  function isGuarded(): boolean {
    const second = hold(files)
    if (second !== undefined) closeSync(second)
    return second !== undefined
  }

  function cutLogIfFree(): void {
    try {
      using lock = tryLock(files.lock)
      if (lock) cutLog(files.log)
    } catch (error) {
      // Rotation needs disk space. A long log is no reason to stop the supervision.
      nextCutAt = performance.now() + tooOften.retryMs
      report(error, 'The log of the embedded Postgres could not be cut')
    }
  }
}

function asLost(error: unknown): EmbeddedPostgresError {
  return error instanceof EmbeddedPostgresError
    ? error
    : new EmbeddedPostgresError('The embedded Postgres is no longer looked after.', { cause: error })
}
