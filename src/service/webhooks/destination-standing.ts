import { LRUCache } from 'lru-cache'
import type { DeliveryLimits } from './delivery-context.ts'
import { tenantOf } from './destination.ts'

/**
 * `good`: the last attempt was. `unproven`: none is known. `failing`: the last one failed, or one has been under way
 * for long. Those of whom nothing good is known may hold a part of the attempts of a process only, so that receivers
 * which hang, however many, leave room for those that answer.
 */
export type StandingKind = 'good' | 'unproven' | 'failing'

interface Standing {
  kind: StandingKind
  /**
   * How many attempts at once this process makes for the lane: one more after each good one, half as many after a bad
   * one.
   */
  pace: number
  /** When those under way began, on the clock of `performance`. */
  readonly starts: Map<string, number>
}

/** Of this many lanes something is remembered. */
const remembered = 10_000

/** Attempts at once to whom nothing is known of, and at least to everybody. */
const firstPace = 2

type StandingLimits = Pick<
  DeliveryLimits,
  'slowAfterMs' | 'maxConcurrentAttempts' | 'maxFailingAttempts' | 'maxUnprovenAttempts' | 'maxSubmittedHostAttempts'
>

/** What this process knows of the lanes that it serves. */
export class DestinationStandings {
  readonly #limits: StandingLimits
  readonly #idle = new LRUCache<string, Standing>({ max: remembered })
  readonly #busy = new Map<string, Standing>()
  /** Attempts under way of each share that has any. */
  readonly #shares = new Map<string, number>()

  constructor(limits: StandingLimits) {
    this.#limits = limits
  }

  get underWay(): number {
    return this.#busy.values().reduce((sum, { starts }) => sum + starts.size, 0)
  }

  /** How many more attempts the process may begin, altogether and for each kind of lane. */
  rooms(): { readonly all: number } & Readonly<Record<StandingKind, number>> {
    const held = { good: 0, unproven: 0, failing: 0 }
    for (const [lane, { starts }] of this.#busy) held[this.kindOf(lane)] += starts.size
    const {
      maxConcurrentAttempts: attempts,
      maxFailingAttempts: failingAttempts,
      maxUnprovenAttempts: unprovenAttempts,
    } = this.#limits
    const all = attempts - held.good - held.unproven - held.failing
    // Together: unproven ones that hang are failing ones soon, and leave their part to the next unproven ones.
    const others = Math.min(all, unprovenAttempts + failingAttempts - held.unproven - held.failing)
    return {
      all,
      good: all,
      unproven: Math.min(others, unprovenAttempts - held.unproven),
      failing: Math.min(others, failingAttempts - held.failing),
    }
  }

  /** How many more attempts the lanes of a share may begin together. */
  roomOfShare(share: string | undefined): number {
    return share === undefined
      ? Number.MAX_SAFE_INTEGER
      : this.#limits.maxSubmittedHostAttempts - (this.#shares.get(share) ?? 0)
  }

  kindOf(lane: string): StandingKind {
    const { kind, starts } = this.#of(lane)
    // Maps keep their order: the first one is the oldest.
    const [oldest] = starts.values()
    return oldest !== undefined && performance.now() - oldest > this.#limits.slowAfterMs ? 'failing' : kind
  }

  /** How many more attempts the lane may begin in this process, of `atOnce` at most. */
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

  /** `isGood` is undefined for an attempt that says nothing of the receiver. */
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
