import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import type { Channel, Notifications } from '../notifications.ts'

/** Detects when cached keys and accounts are outdated. */
export interface CallerChanges {
  /**
   * Changes whenever any process changes a key or account. Data that was read after a call to this function is valid as
   * long as the number stays the same. Undefined while notifications cannot be received; do not cache anything then.
   */
  generation(): number | undefined
  /**
   * Resolves once this process no longer caches anything that predates the commits made so far: when the notifications
   * about these commits have arrived, or after one second.
   */
  heard(): Promise<void>
}

const channel: Channel = 'caller_changed'

/**
 * Maximum time to wait for an echo, a notification that this process sends to itself. Notifications arrive in commit
 * order, so the echo arrives after all earlier ones.
 */
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
      // All cached data is now invalid, so callers do not need to wait for their echoes.
      for (const resolve of echoes.values()) resolve()
    },
  })
  return {
    generation() {
      if (notifications.isHearing) return generation
      // If notifications currently cannot be received, the next caller tries again. Until then, every key is looked up.
      notifications.hearing().catch(() => {})
      return undefined
    },
    async heard() {
      if (!notifications.isHearing) return
      const echo = `echo ${randomUUID()}`
      const heard = new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          // The connection is slow or silently dead, so cached data may be outdated and must not be used.
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
        // The echo could not be sent. The change is committed and its trigger has fired, so only the delay of its
        // notification is unknown.
        echoes.get(echo)?.()
      } finally {
        echoes.delete(echo)
      }
    },
  }
}
