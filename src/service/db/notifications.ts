import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { Database } from './client.ts'
import { openSession } from './open-session.ts'

/** Channels on which triggers report changes. */
const channels = ['scan_changed', 'caller_changed'] as const
export type Channel = (typeof channels)[number]

export interface Hearer {
  readonly channel: Channel
  told(payload: string): void
  /** Called when the connection is lost or restored. Notifications may have been missed. */
  interrupted(): void
}

/** PostgreSQL notifications (LISTEN), received on one separate connection per process. */
export interface Notifications extends AsyncDisposable {
  /** True if all new commits will be reported. */
  readonly isHearing: boolean
  /** Resolves when notifications are received. Rejects if the database is unavailable. */
  hearing(): Promise<void>
  add(hearer: Hearer): void
}

const retryMs = { first: 50, most: 5_000 }

/**
 * Receives the notifications of a database. The connection is opened for the first listener, and reopened after a loss.
 */
export function createNotifications(db: Database): Notifications {
  const hearers: Hearer[] = []
  let connection: Sql | undefined
  let attempt: Promise<void> | undefined
  let isHearing = false
  const ended = new AbortController()
  let losses = 0

  function lost(): void {
    losses += 1
    if (!isHearing) return
    isHearing = false
    for (const hearer of hearers) hearer.interrupted()
    void hearAgain()
  }

  async function hearAgain(): Promise<void> {
    let delayMs = retryMs.first
    while (!ended.signal.aborted) {
      try {
        return await hearing()
      } catch {
        // The database is still unavailable.
        // Random, so that the processes of an installation do not all return at once.
        const jitteredMs = delayMs * (0.5 + Math.random() / 2)
        await pause(jitteredMs, undefined, { ref: false, signal: ended.signal }).catch(() => {})
        delayMs = Math.min(delayMs * 2, retryMs.most)
      }
    }
  }

  async function listen(): Promise<void> {
    ended.signal.throwIfAborted()
    connection ??= openSession(poolOf(db), {
      onclose: lost,
      // The types of postgres.js lack this option.
      ...({
        onnotify(channel: string, payload: string) {
          for (const hearer of hearers) if (hearer.channel === channel) hearer.told(payload)
        },
      } as object),
    })
    const before = losses
    await connection.unsafe(channels.map((channel) => `listen ${channel}`).join('; '))
    if (ended.signal.aborted || losses !== before) throw new Error('the connection that listens was lost at once')
    isHearing = true
    for (const hearer of hearers) hearer.interrupted()
  }

  function hearing(): Promise<void> {
    if (isHearing) return Promise.resolve()
    return (attempt ??= listen().finally(() => (attempt = undefined)))
  }

  return {
    get isHearing() {
      return isHearing
    },
    hearing,
    add(hearer) {
      hearers.push(hearer)
    },
    async [Symbol.asyncDispose]() {
      ended.abort()
      isHearing = false
      // First, because an attempt to connect may wait for a server that never answers. It ends with the connection.
      await connection?.end({ timeout: 0 })
      await attempt?.catch(() => {})
    },
  }
}

/** Returns drizzle's pool. The type `Database`, which is also used for transactions, does not expose it. */
function poolOf(db: Database): Pick<Sql, 'options'> {
  const client: unknown = Reflect.get(db, '$client')
  if (isPool(client)) return client
  throw new Error('this database has no pool: it is a transaction')
}

function isPool(client: unknown): client is Pick<Sql, 'options'> {
  return typeof client === 'function' && 'options' in client
}
