import { LRUCache } from 'lru-cache'
import type { Database } from '../db/client.ts'
import {
  type PermitGrant,
  type PermitWish,
  returnPermits,
  takePermits,
  type UnusedPermits,
} from '../db/accounts/rate-usage.ts'
import { batchLoader } from '../db/batch-loader.ts'
import type { RateLimits } from './plans.ts'
import { type Allowance, type Windows, windowsAt, windowsOf, windowUse } from './rate-windows.ts'

/** Counts requests by account and IP address, across all processes that share a database. */
export interface RateLimiter extends AsyncDisposable {
  /** Counts one request in both of a subject's windows, unless one window is exhausted. */
  take(subject: string, limits: RateLimits): Promise<Allowance>
  /** Refunds a granted request. Refunds are capped at ten times the subject's limits. */
  refundPermit(subject: string, limits: RateLimits, granted: Allowance): Promise<Allowance>
  /** Returns this process's unused permits to the database. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Permits that this process has taken for one subject and not used yet. */
interface Lease {
  readonly limits: RateLimits
  readonly grant: PermitGrant
  unused: number
  /**
   * Time until which the database is not queried again, because the last query found no permits. Milliseconds since the
   * epoch.
   */
  deniedUntil: number
}

/** Maximum number of refunded requests, as a multiple of the limits. Requests for unchanged data are refunded. */
const forgivenTimes = 10

/** Time until the database is queried again for a rejected subject. Other processes may return permits at any time. */
const denialMs = 1_000

/** Maximum number of subjects with a lease. Eviction costs a subject at most a hundredth of its limits. */
const maxLeases = 20_000

/**
 * Creates a rate limiter based on the usage table. Takes permits in blocks of at most a hundredth of a window, so that
 * most requests need no query and no process holds many permits. All waiting subjects share one query.
 */
export function createRateLimiter({ db, now = () => new Date() }: { db: Database; now?: () => Date }): RateLimiter {
  const leases = new LRUCache<string, Lease>({ max: maxLeases })
  const askDatabase = batchLoader((wishes: readonly Wish[]) => grantAll(wishes), { most: 500 })

  async function grantAll(wishes: readonly Wish[]): Promise<Allowance[]> {
    const bySubject = Map.groupBy(wishes, ({ subject }) => subject)
    const windows = windowsAt(now())
    const stale = [...bySubject.keys()].flatMap((subject) => unusedOf(subject))
    for (const { subject } of stale) leases.delete(subject)
    if (stale.length > 0) await returnPermits(db, stale)
    const grants = await takePermits(
      db,
      [...bySubject].map(([subject, askers]): PermitWish => {
        const { limits } = newest(askers)
        return {
          subject,
          ...windows,
          quarterHourLimit: limits.quarterHour,
          dayLimit: limits.day,
          wanted: Math.max(askers.length, blockOf(limits)),
        }
      }),
    )
    const fresh = new Map<string, Lease>()
    for (const grant of grants) {
      const { limits } = newest(bySubject.get(grant.subject) ?? [])
      fresh.set(grant.subject, { limits, grant, unused: grant.granted, deniedUntil: 0 })
    }
    for (const [subject, lease] of fresh) {
      // Looked up after the query, to keep refunds that arrived in the meantime.
      const held = leases.get(subject)
      if (held && isSameWindows(held.grant, lease.grant)) lease.unused += held.unused
      leases.set(subject, lease)
    }
    return wishes.map(({ subject }) => {
      const lease = fresh.get(subject)
      if (!lease) throw new Error(`the database did not answer for ${subject}`)
      return takeOf(lease) ?? deny(lease)
    })
  }

  /** Uses one of the permits that this process holds. Returns undefined if the database must be queried. */
  function takeHeld(subject: string, limits: RateLimits): Allowance | undefined {
    const lease = currentLease(subject, limits)
    if (!lease) return undefined
    return takeOf(lease) ?? (now().getTime() < lease.deniedUntil ? { granted: false, ...useOf(lease) } : undefined)
  }

  function deny(lease: Lease): Allowance {
    lease.deniedUntil = now().getTime() + denialMs
    return { granted: false, ...useOf(lease) }
  }

  function currentLease(subject: string, limits: RateLimits): Lease | undefined {
    const lease = leases.get(subject)
    const windows = windowsAt(now())
    const isCurrent = lease && lease.grant.quarterHour >= windows.quarterHour && lease.grant.day >= windows.day
    return isCurrent && lease.limits.quarterHour === limits.quarterHour && lease.limits.day === limits.day
      ? lease
      : undefined
  }

  function unusedOf(subject: string): UnusedPermits[] {
    const lease = leases.peek(subject)
    return lease && lease.unused > 0
      ? [{ subject, quarterHour: lease.grant.quarterHour, day: lease.grant.day, unused: lease.unused }]
      : []
  }

  const take = async (subject: string, limits: RateLimits) =>
    takeHeld(subject, limits) ?? askDatabase({ subject, limits })

  return {
    take,
    async refundPermit(subject, limits, granted) {
      const { granted: isFree } = await take(`${subject} unchanged`, {
        quarterHour: limits.quarterHour * forgivenTimes,
        day: limits.day * forgivenTimes,
      })
      const lease = currentLease(subject, limits)
      if (!isFree) return granted
      // A refund for a window that has ended must not count in the next one.
      const windows = windowsOf(granted)
      if (lease && isSameWindows(lease.grant, windows)) {
        lease.unused += 1
        lease.deniedUntil = 0
        return { granted: true, ...useOf(lease) }
      }
      await returnPermits(db, [{ subject, ...windows, unused: 1 }])
      return granted
    },
    async [Symbol.asyncDispose]() {
      const unused = [...leases.keys()].flatMap((subject) => unusedOf(subject))
      leases.clear()
      if (unused.length > 0) await returnPermits(db, unused)
    },
  }
}

function takeOf(lease: Lease): Allowance | undefined {
  if (lease.unused === 0) return undefined
  lease.unused -= 1
  return { granted: true, ...useOf(lease) }
}

interface Wish {
  readonly subject: string
  readonly limits: RateLimits
}

const isSameWindows = (a: Windows, b: Windows) => a.quarterHour === b.quarterHour && a.day === b.day

/** Returns the latest request. Limits may change between two requests, and the later value applies. */
function newest(wishes: readonly Wish[]): Wish {
  const last = wishes.at(-1)
  if (!last) throw new Error('no permits are requested')
  return last
}

/** Returns how many permits to take at once: a hundredth of the smaller window, and at least one. */
function blockOf({ quarterHour, day }: RateLimits): number {
  return Math.max(1, Math.floor(Math.min(quarterHour, day) / 100))
}

function useOf({ limits, grant, unused }: Lease): Omit<Allowance, 'granted'> {
  return windowUse(limits, grant, { quarterHour: grant.quarterHourUsed - unused, day: grant.dayUsed - unused })
}
