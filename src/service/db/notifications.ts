import { setTimeout as pause } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import type { Database } from './client.ts'

/** The channels on which triggers tell of changes. */
const channels = ['scan_changed', 'caller_changed'] as const
export type Channel = (typeof channels)[number]

/** Who hears a channel. */
export interface Hearer {
  readonly channel: Channel
  told(payload: string): void
  /** The connection is lost or was lost until now: anything may have happened unheard. */
  interrupted(): void
}

/** What the database tells (LISTEN), heard on one connection of its own for all of a process. */
export interface Notifications extends AsyncDisposable {
  /** True while everything that is committed will be told. */
  readonly isHearing: boolean
  /** Resolves once that is so; rejects when the database is away. */
  hearing(): Promise<void>
  /** From now on the hearer is told. */
  add(hearer: Hearer): void
}

const retryMs = { first: 50, most: 5_000 }

/**
 * Notifications of a database. The connection is made when somebody first wants to hear, and made again whenever it is
 * lost.
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
        // Not yet: the database is still away.
        await pause(delayMs, undefined, { ref: false, signal: ended.signal }).catch(() => {})
        delayMs = Math.min(delayMs * 2, retryMs.most)
      }
    }
  }

  async function listen(): Promise<void> {
    connection ??= postgres({
      ...optionsOf(db),
      max: 1,
      idle_timeout: 0,
      max_lifetime: 0,
      onclose: lost,
      onnotify(channel: string, payload: string) {
        for (const hearer of hearers) if (hearer.channel === channel) hearer.told(payload)
      },
    } as object)
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
      await attempt?.catch(() => {})
      await connection?.end({ timeout: 0 })
    },
  }
}

/**
 * How the pool under drizzle's queries connects, of which the type `Database`, also that of a transaction, says
 * nothing.
 */
function optionsOf(db: Database): object {
  const client: unknown = Reflect.get(db, '$client')
  const options: unknown = typeof client === 'function' ? Reflect.get(client, 'options') : undefined
  if (typeof options !== 'object' || options === null) throw new Error('this database has no pool: it is a transaction')
  return options
}
