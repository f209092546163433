import { LRUCache } from 'lru-cache'
import type { DeliveryLimits } from './delivery-context.ts'
import { tenantOf } from './destination.ts'

/**
 * `good`: the last attempt succeeded. `unproven`: no attempt is known. `failing`: the last attempt failed, or one has
 * been running for too long. Destinations that are not `good` share a limited number of attempts. Any number of hanging
 * receivers therefore leaves capacity for the others.
 */
export type StandingKind = 'good' | 'unproven' | 'failing'

interface Standing {
  kind: StandingKind
  /**
   * Maximum number of concurrent attempts in this process. Grows by one after each success and halves after each
   * failure.
   */
  pace: number
  /** Start time of each running attempt by delivery ID, from `performance.now()`. */
  readonly starts: Map<string, number>
}

/** Maximum number of idle destinations whose standing is kept. */
const remembered = 10_000

/** Initial number of concurrent attempts to a destination, and the lower bound after failures. */
const firstPace = 2

type StandingLimits = Pick<
  DeliveryLimits,
  'slowAfterMs' | 'maxConcurrentAttempts' | 'maxFailingAttempts' | 'maxUnprovenAttempts' | 'maxSubmittedHostAttempts'
>

/** Standings of the destinations served by this process. */
export class DestinationStandings {
  readonly #limits: StandingLimits
  readonly #idle = new LRUCache<string, Standing>({ max: remembered })
  readonly #busy = new Map<string, Standing>()
  /** Running attempts by tenant. */
  readonly #shares = new Map<string, number>()

  constructor(limits: StandingLimits) {
    this.#limits = limits
  }

  get underWay(): number {
    return this.#busy.values().reduce((sum, { starts }) => sum + starts.size, 0)
  }

  /** Returns how many more attempts the process may start, in total and for each kind of destination. */
  rooms(): { readonly all: number } & Readonly<Record<StandingKind, number>> {
    const held = { good: 0, unproven: 0, failing: 0 }
    for (const [lane, { starts }] of this.#busy) held[this.kindOf(lane)] += starts.size
    const {
      maxConcurrentAttempts: attempts,
      maxFailingAttempts: failingAttempts,
      maxUnprovenAttempts: unprovenAttempts,
    } = this.#limits
    const all = attempts - held.good - held.unproven - held.failing
    // Both standings share this limit. An unproven destination that hangs soon counts as failing, which frees capacity
    // for the next unproven one.
    const others = Math.min(all, unprovenAttempts + failingAttempts - held.unproven - held.failing)
    return {
      all,
      good: all,
      unproven: Math.min(others, unprovenAttempts - held.unproven),
      failing: Math.min(others, failingAttempts - held.failing),
    }
  }

  /** Returns how many more attempts may be started for all of a tenant's destinations together. */
  roomOfShare(share: string | undefined): number {
    return share === undefined
      ? Number.MAX_SAFE_INTEGER
      : this.#limits.maxSubmittedHostAttempts - (this.#shares.get(share) ?? 0)
  }

  kindOf(lane: string): StandingKind {
    const { kind, starts } = this.#of(lane)
    // Maps keep insertion order, so the first start time is the oldest.
    const [oldest] = starts.values()
    return oldest !== undefined && performance.now() - oldest > this.#limits.slowAfterMs ? 'failing' : kind
  }

  /** Returns how many more attempts to the destination this process may start, at most `atOnce`. */
  roomOf(lane: string, atOnce: number): number {
    const { pace, starts } = this.#of(lane)
    return Math.max(0, Math.min(pace, atOnce) - starts.size)
  }

  began(lane: string, deliveryId: string): void {
    const standing = this.#of(lane)
    this.#busy.set(lane, standing)
    if (!standing.starts.has(deliveryId)) this.#countShare(lane, 1)
    standing.starts.set(deliveryId, performance.now())
  }

  /** Records the end of an attempt. `isGood` is undefined if the outcome does not depend on the receiver. */
  ended(lane: string, deliveryId: string, isGood: boolean | undefined): void {
    const standing = this.#of(lane)
    if (standing.starts.delete(deliveryId)) this.#countShare(lane, -1)
    if (isGood !== undefined) {
      standing.kind = isGood ? 'good' : 'failing'
      standing.pace = isGood
        ? Math.min(standing.pace + 1, this.#limits.maxConcurrentAttempts)
        : Math.max(firstPace, Math.floor(standing.pace / 2))
    }
    if (standing.starts.size > 0) return
    this.#busy.delete(lane)
    this.#idle.set(lane, standing)
  }

  #countShare(lane: string, more: number): void {
    const share = tenantOf(lane)
    if (share === undefined) return
    const held = (this.#shares.get(share) ?? 0) + more
    if (held > 0) this.#shares.set(share, held)
    else this.#shares.delete(share)
  }

  #of(lane: string): Standing {
    return this.#busy.get(lane) ?? this.#idle.get(lane) ?? { kind: 'unproven', pace: firstPace, starts: new Map() }
  }
}
