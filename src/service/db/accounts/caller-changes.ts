import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import type { Channel, Notifications } from '../notifications.ts'

/** Tells whether cached data about keys and accounts is still valid. */
export interface CallerChanges {
  /**
   * A number that changes with every relevant change of a key or account, in any process. Data that is read after
   * getting the number is valid as long as the number stays the same. Undefined while changes cannot be received;
   * nothing may be cached then.
   */
  generation(): number | undefined
  /**
   * Resolves when this process uses no data from before the current commits: when their notification has arrived, or
   * after one second without it.
   */
  heard(): Promise<void>
}

const channel: Channel = 'caller_changed'

/** Notifications arrive in commit order, so an echo of our own comes after all earlier ones. */
const maxEchoMs = 1_000

/** Receives changes through the triggers on `api_keys` and `accounts`. */
export function createCallerChanges(db: Database, notifications: Notifications): CallerChanges {
  const echoes = new Map<string, () => void>()
  let generation = 0
  notifications.add({
    channel,
    told(payload) {
      generation += 1
      echoes.get(payload)?.()
    },
    interrupted() {
      generation += 1
      // The cached data is no longer valid, which is all that an echo would show.
      for (const resolve of echoes.values()) resolve()
    },
  })
  return {
    generation() {
      if (notifications.isHearing) return generation
      // If notifications cannot be received now, the next caller retries. Until then, every key is looked up.
      notifications.hearing().catch(() => {})
      return undefined
    },
    async heard() {
      if (!notifications.isHearing) return
      const echo = `echo ${randomUUID()}`
      const heard = new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          // The connection died silently or is slow. Cached data may be outdated.
          generation += 1
          resolve()
        }, maxEchoMs)
        echoes.set(echo, () => {
          clearTimeout(timer)
          resolve()
        })
      })
      try {
        await db.execute(sql`select pg_notify(${channel}, ${echo})`)
        await heard
      } catch {
        // The change was committed and its trigger has fired. Only the delay is unknown.
        echoes.get(echo)?.()
      } finally {
        echoes.delete(echo)
      }
    },
  }
}
