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

/** Lanes of one claim, and attempts of one record: what a statement of a few milliseconds takes. */
const lanesAtOnce = 100
const recordsAtOnce = 200

/** After the database failed. */
const pauseMs = 1_000
/** A lane whose minute is used up goes on within it. */
const maxPauseMs = 2 * 60_000

/** What an attempt says of its receiver; nothing, where none was made or it was not waited for. */
const isGood = { delivered: true, failed: false, unsendable: undefined, interrupted: undefined } as const

/** The deliveries of one process. */
export interface Deliveries extends AsyncDisposable {
  /** Has these lanes looked at, soon; what is due in them is sent as there is room. */
  poll(lanes: Iterable<string>): void
  /** Looks for attempts whose process died, and for everything that is due. */
  sweep(): Promise<void>
  /** Attempts that this process makes at the moment. */
  readonly underWay: number
}

/**
 * Begins to deliver. One loop claims what is due and another records what has ended, a statement for many at a time,
 * and neither waits for a receiver: however many of them hang, claims and records go on. Letting go claims nothing
 * more, gives attempts under way `stopMs`, and gives back what has not ended then: other processes, or this one later,
 * make it anew.
 */
export function startDeliveries(context: DeliveryContext): Deliveries {
  const { db, log, now, limits } = context
  const standings = new DestinationStandings(limits)
  /** Lanes in which something may be due; a set keeps its order, so that none is passed over. */
  const wanted = new Set<string>()
  /** Lanes whose minute is used up, and until when. */
  const paused = new Map<string, Date>()
  const ended: EndedAttempt[] = []
  /** One after a failure, so that an attempt which cannot be recorded keeps no other from it. */
  let batchSize = recordsAtOnce
  const attempts = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isStopped = false

  const recording = loopOf(() => ended.length > 0, record)
  const claiming = loopOf(() => nextLanes().length > 0, claim)
  const isBusy = () => attempts.size > 0 || recording.isRunning() || claiming.isRunning()

  /** Takes turns as long as there is work; after a failure of the database not at once. */
  function loopOf(isWork: () => boolean, turn: () => Promise<void>) {
    let loop: Promise<void> | undefined
    const goOn = () => {
      if (loop || !isWork()) return
      loop = turns().finally(() => {
        loop = undefined
        // What came while the last turn ended.
        goOn()
      })
    }
    async function turns(): Promise<void> {
      while (isWork()) {
        try {
          await turn()
        } catch (error) {
          log.error({ err: error }, 'webhooks: the database could not be asked')
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
      // Behind the others. Once the lease is over another attempt is made anyway.
      ended.push(
        ...batch.filter(({ claimed: { delivery } }) => delivery.leaseUntil !== null && delivery.leaseUntil > now()),
      )
      throw error
    }
    batchSize = recordsAtOnce
    look(batch.map(({ claimed: { delivery } }) => delivery.lane))
  }

  /**
   * Lanes for which there is room, in the order in which they came. What is looked at after its own attempts anyway is
   * no longer wanted.
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

  /** A job wakes it when it goes on. */
  function isPaused(lane: string): boolean {
    const until = paused.get(lane)
    if (until !== undefined && until <= now()) paused.delete(lane)
    return paused.has(lane)
  }

  async function claim(): Promise<void> {
    const lanes = nextLanes()
    if (lanes.length === 0) return
    // First, so that whoever asks for a lane from now on has it looked at again.
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
    // Others may have waited for the room.
    claiming.goOn()
  }

  function look(lanes: Iterable<string>): void {
    for (const lane of lanes) wanted.add(lane)
    claiming.goOn()
  }

  async function sweep(): Promise<void> {
    if (isStopped) return
    const at = now()
    // One that is further away was named by a clock that was set back since.
    for (const [lane, until] of paused)
      if (until <= at || until.getTime() - at.getTime() > maxPauseMs) paused.delete(lane)
    const released = await releaseExpiredLeases(db, at)
    if (released.length > 0)
      log.warn({ deliveries: released.length }, 'webhooks: attempts were not recorded in time and are made again')
    const future = await releaseFutureDeliveries(db, at, maxWaitMs)
    if (future.length > 0)
      log.warn(
        { deliveries: future.length },
        'webhooks: what waited for a time of a clock that was set back is sent now',
      )
    look([...released, ...future, ...(await findDueDestinations(db, at))])
  }

  const sweepOrLog = () =>
    void sweep().catch((error: unknown) => log.error({ err: error }, 'webhooks: the database could not be asked'))
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
      // More than once: a claim that was under way when all began to stop begins attempts, and attempts are recorded.
      while (isBusy()) await Promise.all([...attempts, recording.ended(), claiming.ended()])
    },
  }
}
