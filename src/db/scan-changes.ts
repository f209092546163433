import postgres, { type Sql } from 'postgres'
import type { Database } from './client.ts'

/** Tells of scans as they change, in whichever process: one connection that listens, whoever watches. */
export interface ScanChanges extends AsyncDisposable {
  /** Aborts when nobody should wait any longer, because the process stops. */
  readonly stopping: AbortSignal
  /**
   * Begins to watch a scan; whatever happens after this resolves is noticed. `matters` is asked about the
   * status after a change, `deleted` when the scan is gone. Rejects when the database is away.
   */
  watch(scanId: string, matters?: (status: string) => boolean): Promise<ScanWatch>
  /** Ends all waiting. */
  stop(): void
}

export interface ScanWatch extends Disposable {
  /** Resolves after a change since the last call, after so many milliseconds, or when the signal aborts or all waiting ends. */
  change(withinMs: number, signal: AbortSignal): Promise<void>
}

/** The trigger on the table notifies this channel with the scan's id and status. */
const channel = 'scan_changed'

/** A watch for all scans of a database. The connection is made when somebody first watches. */
export function createScanChanges(db: Database): ScanChanges {
  const watchers = new Map<string, Set<(status: string) => void>>()
  const stopping = new AbortController()
  let listening: Promise<Sql> | undefined

  function tell(payload: string): void {
    const [scanId = '', status = ''] = payload.split(' ')
    for (const wake of watchers.get(scanId) ?? []) wake(status)
  }

  /** After a connection was lost anything may have happened meanwhile. */
  function tellAll(): void {
    for (const wakes of watchers.values()) for (const wake of wakes) wake('unknown')
  }

  async function listen(): Promise<Sql> {
    const connection = postgres({ ...clientOf(db).options, max: 1, idle_timeout: 0, max_lifetime: 0 } as object)
    try {
      await connection.listen(channel, tell, tellAll)
      return connection
    } catch (error) {
      listening = undefined
      await connection.end({ timeout: 0 })
      throw error
    }
  }

  return {
    stopping: stopping.signal,
    async watch(scanId, matters = () => true) {
      const watch = createWatch(stopping.signal)
      const wake = (status: string) => {
        if (status === 'unknown' || matters(status)) watch.wake()
      }
      const wakes = watchers.get(scanId) ?? new Set()
      watchers.set(scanId, wakes.add(wake))
      const end = () => {
        wakes.delete(wake)
        if (wakes.size === 0 && watchers.get(scanId) === wakes) watchers.delete(scanId)
      }
      try {
        if (!stopping.signal.aborted) await (listening ??= listen())
      } catch (error) {
        end()
        throw error
      }
      return { change: watch.change, [Symbol.dispose]: end }
    },
    stop() {
      stopping.abort()
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const connection = await listening?.catch(() => undefined)
      await connection?.end({ timeout: 0 })
    },
  }
}

/** A change that comes while nobody waits is kept for who waits next. */
function createWatch(stopping: AbortSignal) {
  let hasChanged = false
  let wakeUp: (() => void) | undefined
  return {
    wake() {
      hasChanged = true
      wakeUp?.()
    },
    async change(withinMs: number, signal: AbortSignal): Promise<void> {
      if (!hasChanged && !signal.aborted && !stopping.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(end, withinMs)
          function end() {
            clearTimeout(timer)
            signal.removeEventListener('abort', end)
            stopping.removeEventListener('abort', end)
            wakeUp = undefined
            resolve()
          }
          wakeUp = end
          signal.addEventListener('abort', end)
          stopping.addEventListener('abort', end)
        })
      }
      hasChanged = false
    },
  }
}

/** The pool under drizzle's queries, of which the type `Database`, also that of a transaction, says nothing. */
function clientOf(db: Database): Sql {
  const client: unknown = Reflect.get(db, '$client')
  if (typeof client !== 'function') throw new Error('this database has no pool: it is a transaction')
  return client as unknown as Sql
}
