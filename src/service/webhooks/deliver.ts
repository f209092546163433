import { setTimeout as wait } from 'node:timers/promises'
import {
  type ClaimedDelivery,
  findDueDestinations,
  releaseExpiredLeases,
  releaseFutureDeliveries,
} from '../db/webhooks/claims.ts'
import { claimDestinations } from './claim-destinations.ts'
import { deliveryAttempts, deliverySeconds } from '../operations/metrics/deliveries.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { boundsOf, tenantOf } from './destination.ts'
import { DestinationStandings } from './destination-standing.ts'
import { makeAttempt } from './make-attempt.ts'
import { type EndedAttempt, recordAttempts } from './record-attempts.ts'
import { maxWaitMs } from './schedule.ts'

/** Destinations per claim and attempts per record, so that a statement takes a few milliseconds. */
const lanesAtOnce = 100
const recordsAtOnce = 200

/** Pause after a database error. */
const pauseMs = 1_000
/** A destination that reached its limit per minute continues within this time. */
const maxPauseMs = 2 * 60_000

/** Effect of an outcome on the standing of the receiver. Undefined if no attempt was made or it was interrupted. */
const isGood = { delivered: true, failed: false, unsendable: undefined, interrupted: undefined } as const

/** The deliveries of one process. */
export interface Deliveries extends AsyncDisposable {
  /** Queues destinations for a claim. Their due deliveries are sent when there is capacity. */
  poll(lanes: Iterable<string>): void
  /** Finds attempts whose process died and all due deliveries. */
  sweep(): Promise<void>
  /** Number of running attempts of this process. */
  readonly underWay: number
}

/**
 * Starts to deliver webhooks. One loop claims due deliveries and another one records finished attempts, in batches.
 * Neither waits for a receiver, so receivers that hang do not block them. Disposing stops claims, gives running
 * attempts `stopTimeoutMs`, and then releases unfinished deliveries for other processes.
 */
export function startDeliveries(context: DeliveryContext): Deliveries {
  const { db, log, now, limits } = context
  const standings = new DestinationStandings(limits)
  /** Destinations with possibly due deliveries. A set keeps its order, so none is skipped. */
  const wanted = new Set<string>()
  /** Destinations that reached their limit per minute, and until when they pause. */
  const paused = new Map<string, Date>()
  const ended: EndedAttempt[] = []
  /** 1 after an error, so that an attempt that cannot be recorded does not block the others. */
  let batchSize = recordsAtOnce
  const attempts = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isStopped = false

  const recording = loopOf(() => ended.length > 0, record)
  const claiming = loopOf(() => nextLanes().length > 0, claim)
  const isBusy = () => attempts.size > 0 || recording.isRunning() || claiming.isRunning()

  /** Runs turns while there is work. Pauses after a database error. */
  function loopOf(isWork: () => boolean, turn: () => Promise<void>) {
    let loop: Promise<void> | undefined
    const goOn = () => {
      if (loop || !isWork()) return
      loop = turns().finally(() => {
        loop = undefined
        // For work that arrived during the last turn.
        goOn()
      })
    }
    async function turns(): Promise<void> {
      while (isWork()) {
        try {
          await turn()
        } catch (error) {
          log.error({ err: error }, 'webhooks: database request failed')
          if (isStopped) return void ended.splice(0)
          await wait(pauseMs)
        }
      }
    }
    return { goOn, isRunning: () => loop !== undefined, ended: () => loop }
  }

  async function record(): Promise<void> {
    const batch = ended.splice(0, batchSize)
    if (batch.length === 0) return
    try {
      await recordAttempts(context, batch)
    } catch (error) {
      batchSize = 1
      // Appended at the end. When the lease expires, another attempt is made in any case.
      ended.push(
        ...batch.filter(({ claimed: { delivery } }) => delivery.leaseUntil !== null && delivery.leaseUntil > now()),
      )
      throw error
    }
    batchSize = recordsAtOnce
    look(batch.map(({ claimed: { delivery } }) => delivery.lane))
  }

  /**
   * Returns destinations with capacity, in queue order. Destinations that are polled after their own attempts are
   * removed from the queue.
   */
  function nextLanes(): string[] {
    if (isStopped) return []
    const rooms = standings.rooms()
    const lanes: string[] = []
    for (const lane of wanted) {
      if (standings.roomOf(lane, boundsOf(lane).atOnce) === 0 || isPaused(lane)) wanted.delete(lane)
      else if (rooms[standings.kindOf(lane)] > 0 && standings.roomOfShare(tenantOf(lane)) > 0) lanes.push(lane)
      if (lanes.length === lanesAtOnce) break
    }
    return lanes
  }

  /** A job wakes the destination when the pause is over. */
  function isPaused(lane: string): boolean {
    const until = paused.get(lane)
    if (until !== undefined && until <= now()) paused.delete(lane)
    return paused.has(lane)
  }

  async function claim(): Promise<void> {
    const lanes = nextLanes()
    if (lanes.length === 0) return
    // Removed first, so that later requests for a destination queue it again.
    for (const lane of lanes) wanted.delete(lane)
    try {
      const { claimed, crowdedOut, usedUp } = await claimDestinations(context, lanes, standings)
      for (const one of claimed) begin(one)
      for (const lane of crowdedOut) wanted.add(lane)
      for (const [lane, until] of usedUp) paused.set(lane, until)
    } catch (error) {
      for (const lane of lanes) wanted.add(lane)
      throw error
    }
  }

  function begin(claimed: ClaimedDelivery): void {
    const attempt = attemptAndTell(claimed).finally(() => attempts.delete(attempt))
    attempts.add(attempt)
  }

  async function attemptAndTell(claimed: ClaimedDelivery): Promise<void> {
    const { lane, id } = claimed.delivery
    standings.began(lane, id)
    const startedAt = now()
    const start = performance.now()
    const outcome = await makeAttempt(context, claimed, stopping.signal)
    standings.ended(lane, id, isGood[outcome.kind])
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
    ended.push({ claimed, outcome, startedAt, endedAt: now(), durationMs })
    recording.goOn()
    // Other destinations may have waited for this capacity.
    claiming.goOn()
  }

  function look(lanes: Iterable<string>): void {
    for (const lane of lanes) wanted.add(lane)
    claiming.goOn()
  }

  async function sweep(): Promise<void> {
    if (isStopped) return
    const at = now()
    // A time further away comes from a clock that was set back since.
    for (const [lane, until] of paused)
      if (until <= at || until.getTime() - at.getTime() > maxPauseMs) paused.delete(lane)
    const released = await releaseExpiredLeases(db, at)
    if (released.length > 0)
      log.warn({ deliveries: released.length }, 'webhooks: attempts were not recorded in time and are repeated')
    const future = await releaseFutureDeliveries(db, at, maxWaitMs)
    if (future.length > 0)
      log.warn(
        { deliveries: future.length },
        'webhooks: deliveries scheduled by a clock that was set back are sent now',
      )
    look([...released, ...future, ...(await findDueDestinations(db, at))])
  }

  const sweepOrLog = () =>
    void sweep().catch((error: unknown) => log.error({ err: error }, 'webhooks: database request failed'))
  const timer = setInterval(sweepOrLog, limits.sweepIntervalMs)
  sweepOrLog()

  return {
    poll: look,
    sweep,
    get underWay() {
      return standings.underWay
    },
    async [Symbol.asyncDispose]() {
      isStopped = true
      clearInterval(timer)
      const waiting = new AbortController()
      await Promise.race([
        Promise.all(attempts),
        wait(limits.stopTimeoutMs, undefined, { signal: waiting.signal }).catch(() => {}),
      ])
      waiting.abort()
      stopping.abort(new Error('the service stops'))
      // Repeated, because a running claim still starts attempts, and attempts are recorded.
      while (isBusy()) await Promise.all([...attempts, recording.ended(), claiming.ended()])
    },
  }
}
