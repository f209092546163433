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

/** Counts requests of accounts and addresses, for all processes on one database together. */
export interface RateLimiter extends AsyncDisposable {
  /** Takes one request out of both windows of a subject, unless one of them is used up. */
  take(subject: string, limits: RateLimits): Promise<Allowance>
  /**
   * Makes a request that was granted cost nothing, as often as ten times the windows allow; after that it keeps its
   * price.
   */
  refundPermit(subject: string, limits: RateLimits, granted: Allowance): Promise<Allowance>
  /** Puts back what this process holds and has not used. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Permits of one subject that this process has taken and not yet given to requests. */
interface Lease {
  readonly limits: RateLimits
  readonly grant: PermitGrant
  unused: number
  /** Set when the database had none left: until then it is not asked again, in milliseconds of the epoch. */
  deniedUntil: number
}

/** Limits times this are answers that cost nothing because nothing had changed. */
const forgivenTimes = 10

/** Another process may put permits back at any time; this much later somebody who was refused hears of it. */
const denialMs = 1_000

/** Of how many subjects leases are kept: a subject that is pushed out loses at most a hundredth of its windows. */
const maxLeases = 20_000

/**
 * A limiter over the table of usage. Permits are taken in blocks of at most a hundredth of a window, so
 * that most requests need no query and no process sits on many; all subjects that wait are asked for at once.
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
      // What was forgiven while the database was asked is not lost.
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

  /** One request out of what this process holds; undefined when the database has to be asked. */
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
      // A request of a window that has ended must not come back into the next.
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

/** Limits may change between two requests; the later one knows better. */
function newest(wishes: readonly Wish[]): Wish {
  const last = wishes.at(-1)
  if (!last) throw new Error('no permits are requested')
  return last
}

/** How many permits are taken at once: a hundredth of the smaller window, at least one. */
function blockOf({ quarterHour, day }: RateLimits): number {
  return Math.max(1, Math.floor(Math.min(quarterHour, day) / 100))
}

function useOf({ limits, grant, unused }: Lease): Omit<Allowance, 'granted'> {
  return windowUse(limits, grant, { quarterHour: grant.quarterHourUsed - unused, day: grant.dayUsed - unused })
}
