import { setTimeout as wait } from 'node:timers/promises'
import {
  type ClaimedDelivery,
  findDueDestinations,
  releaseExpiredLeases,
  releaseFutureDeliveries,
} from '../db/webhooks/claims.ts'
import { claimDestinations } from './claim-destinations.ts'
import { deliveryAttempts, deliverySeconds } from './metrics.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { boundsOf, tenantOf } from './destination.ts'
import { DestinationStandings } from './destination-standing.ts'
import { makeAttempt } from './make-attempt.ts'
import { type EndedAttempt, recordAttempts } from './record-attempts.ts'
import { maxWaitMs } from './schedule.ts'
import { WorkLoop } from './work-loop.ts'

/**
 * Number of destinations per claim and of attempts per record. Small enough that a statement takes a few milliseconds.
 */
const lanesAtOnce = 100
const recordsAtOnce = 200

/** Maximum pause after a destination reached its limit per minute. */
const maxPauseMs = 2 * 60_000

/** Effect of an outcome on the receiver's standing. Undefined if the outcome does not depend on the receiver. */
const isGood = { delivered: true, failed: false, unsendable: undefined, interrupted: undefined } as const

/** One process's running webhook deliveries. */
export interface Deliveries extends AsyncDisposable {
  /** Queues destinations for a claim. Their due deliveries are sent when there is capacity. */
  poll(lanes: Iterable<string>): void
  /** Recovers attempts whose process died, and polls all destinations with due deliveries. */
  sweep(): Promise<void>
  /** Number of attempts that are running in this process. */
  readonly underWay: number
}

/**
 * Starts to deliver webhooks. One loop claims due deliveries, and another records finished attempts in batches. Neither
 * loop waits for a receiver, so a receiver that hangs does not block them. Disposal stops new claims, gives running
 * attempts `stopTimeoutMs`, and then releases unfinished deliveries to other processes.
 */
export function startDeliveries(context: DeliveryContext): Deliveries {
  return new RunningDeliveries(context)
}

class RunningDeliveries implements Deliveries {
  readonly #context: DeliveryContext
  readonly #standings: DestinationStandings
  /** Destinations that may have due deliveries. A set keeps insertion order, so no destination starves. */
  readonly #wanted = new Set<string>()
  /** Destinations that reached their limit per minute, each with the end of its pause. */
  readonly #paused = new Map<string, Date>()
  readonly #ended: EndedAttempt[] = []
  /** Set to 1 after an error, so that an attempt that cannot be recorded does not block the others. */
  #batchSize = recordsAtOnce
  readonly #attempts = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #isStopped = false
  readonly #recording: WorkLoop
  readonly #claiming: WorkLoop
  readonly #timer: NodeJS.Timeout

  constructor(context: DeliveryContext) {
    this.#context = context
    this.#standings = new DestinationStandings(context.limits)
    const mayRepeat = (error: unknown) => this.#mayRepeat(error)
    this.#recording = new WorkLoop({ isWork: () => this.#ended.length > 0, turn: () => this.#record(), mayRepeat })
    this.#claiming = new WorkLoop({ isWork: () => this.#nextLanes().length > 0, turn: () => this.#claim(), mayRepeat })
    this.#timer = setInterval(() => this.#sweepOrLog(), context.limits.sweepIntervalMs)
    this.#sweepOrLog()
  }

  poll(lanes: Iterable<string>): void {
    for (const lane of lanes) this.#wanted.add(lane)
    this.#claiming.goOn()
  }

  async sweep(): Promise<void> {
    if (this.#isStopped) return
    const { db, log, now } = this.#context
    const at = now()
    // A pause that ends later than this was computed before the clock was set back.
    for (const [lane, until] of this.#paused)
      if (until <= at || until.getTime() - at.getTime() > maxPauseMs) this.#paused.delete(lane)
    const released = await releaseExpiredLeases(db, at)
    if (released.length > 0) log.warn({ deliveries: released.length }, 'unrecorded webhook attempts repeated')
    const future = await releaseFutureDeliveries(db, at, maxWaitMs)
    if (future.length > 0) log.warn({ deliveries: future.length }, 'postponed webhook deliveries sent: clock set back')
    this.poll([...released, ...future, ...(await findDueDestinations(db, at))])
  }

  get underWay(): number {
    return this.#standings.underWay
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    const waiting = new AbortController()
    await Promise.race([
      Promise.all(this.#attempts),
      wait(this.#context.limits.stopTimeoutMs, undefined, { signal: waiting.signal }).catch(() => {}),
    ])
    waiting.abort()
    this.#stopping.abort(new Error('service stopping'))
    // Looped, because a running claim can still start attempts, and finished attempts must be recorded.
    while (this.#attempts.size > 0 || this.#recording.isRunning || this.#claiming.isRunning)
      await Promise.all([...this.#attempts, this.#recording.ended, this.#claiming.ended])
  }

  /**
   * Logs a database error and returns whether to retry. A stopping service drops the attempts that it could not record.
   */
  #mayRepeat(error: unknown): boolean {
    this.#context.log.error({ err: error }, 'webhook database request failed')
    if (this.#isStopped) this.#ended.splice(0)
    return !this.#isStopped
  }

  #sweepOrLog(): void {
    void this.sweep().catch((error: unknown) =>
      this.#context.log.error({ err: error }, 'webhook database request failed'),
    )
  }

  async #record(): Promise<void> {
    const batch = this.#ended.splice(0, this.#batchSize)
    if (batch.length === 0) return
    const { now } = this.#context
    try {
      await recordAttempts(this.#context, batch)
    } catch (error) {
      this.#batchSize = 1
      // Retried last. If the lease has expired, another process repeats the attempt anyway.
      this.#ended.push(
        ...batch.filter(({ claimed: { delivery } }) => delivery.leaseUntil !== null && delivery.leaseUntil > now()),
      )
      throw error
    }
    this.#batchSize = recordsAtOnce
    this.poll(batch.map(({ claimed: { delivery } }) => delivery.lane))
  }

  /**
   * Returns destinations with capacity, in queue order. Removes destinations that are busy or paused, because they are
   * polled again when the attempt or pause ends.
   */
  #nextLanes(): string[] {
    if (this.#isStopped) return []
    const standings = this.#standings
    const rooms = standings.rooms()
    const lanes: string[] = []
    for (const lane of this.#wanted) {
      if (standings.roomOf(lane, boundsOf(lane).atOnce) === 0 || this.#isPaused(lane)) this.#wanted.delete(lane)
      else if (rooms[standings.kindOf(lane)] > 0 && standings.roomOfShare(tenantOf(lane)) > 0) lanes.push(lane)
      if (lanes.length === lanesAtOnce) break
    }
    return lanes
  }

  /** Reports whether a destination is paused. Does not poll it when its pause ends, because a job does that. */
  #isPaused(lane: string): boolean {
    const until = this.#paused.get(lane)
    if (until !== undefined && until <= this.#context.now()) this.#paused.delete(lane)
    return this.#paused.has(lane)
  }

  async #claim(): Promise<void> {
    const lanes = this.#nextLanes()
    if (lanes.length === 0) return
    // Removed first, so that a poll during the claim queues the destination again.
    for (const lane of lanes) this.#wanted.delete(lane)
    try {
      const { claimed, crowdedOut, usedUp } = await claimDestinations(this.#context, lanes, this.#standings)
      for (const one of claimed) this.#begin(one)
      for (const lane of crowdedOut) this.#wanted.add(lane)
      for (const [lane, until] of usedUp) this.#paused.set(lane, until)
    } catch (error) {
      for (const lane of lanes) this.#wanted.add(lane)
      throw error
    }
  }

  #begin(claimed: ClaimedDelivery): void {
    const attempt = this.#attempt(claimed).finally(() => this.#attempts.delete(attempt))
    this.#attempts.add(attempt)
  }

  async #attempt(claimed: ClaimedDelivery): Promise<void> {
    const { log, now } = this.#context
    const { lane, id } = claimed.delivery
    this.#standings.began(lane, id)
    const startedAt = now()
    const start = performance.now()
    const outcome = await makeAttempt(this.#context, claimed, this.#stopping.signal)
    this.#standings.ended(lane, id, isGood[outcome.kind])
    const durationMs = Math.round(performance.now() - start)
    deliveryAttempts.inc({ outcome: outcome.kind })
    deliverySeconds.observe(durationMs / 1_000)
    log.info(
      {
        deliveryId: id,
        eventId: claimed.delivery.eventId,
        ...(claimed.scanId !== null && { scanId: claimed.scanId }),
        outcome: outcome.kind,
        status: outcome.status,
        durationMs,
      },
      'webhook attempt',
    )
    this.#ended.push({ claimed, outcome, startedAt, endedAt: now(), durationMs })
    this.#recording.goOn()
    // Other destinations may have waited for this capacity.
    this.#claiming.goOn()
  }
}
