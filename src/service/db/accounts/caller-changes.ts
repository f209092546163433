import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import type { Channel, Notifications } from '../notifications.ts'

/** Tells whether what was read of keys and accounts still holds. */
export interface CallerChanges {
  /**
   * Another number after every change of a key or an account that decides what callers may do, in whichever
   * process. What is read after asking holds as long as the number stays the same. Undefined while changes
   * would not be heard: then nothing may be remembered.
   */
  generation(): number | undefined
  /**
   * Resolves when nothing holds any more in this process that was read before what is committed by now: when that is
   * heard, or after a second in which it is not.
   */
  heard(): Promise<void>
}

const channel: Channel = 'caller_changed'

/** Notifications come in the order of commits, so that an echo of our own comes after all before it. */
const maxEchoMs = 1_000

/** Hears of changes by the triggers on `api_keys` and `accounts`. */
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
      // What was remembered before holds no more, which is all that an echo would say.
      for (const resolve of echoes.values()) resolve()
    },
  })
  return {
    generation() {
      if (notifications.isHearing) return generation
      // Who cannot be heard now is tried again by the next caller; until then every key is looked up.
      notifications.hearing().catch(() => {})
      return undefined
    },
    async heard() {
      if (!notifications.isHearing) return
      const echo = `echo ${randomUUID()}`
      const heard = new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          // The connection died without a sign of it, or is slow: what was remembered may be wrong.
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
        // The change is made and its trigger has told of it: only how long that takes is not known.
        echoes.get(echo)?.()
      } finally {
        echoes.delete(echo)
      }
    },
  }
}
