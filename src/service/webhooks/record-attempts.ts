import { type ClaimedDelivery, releaseLeases } from '../db/webhooks/claims.ts'
import { type EndpointHealth, noteEndpointHealth } from '../db/webhooks/endpoint-health.ts'
import { type AttemptRecord, recordAttempts as storeAttempts } from '../db/webhooks/outcomes.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { disableFailing } from './disable-failing.ts'
import type { AttemptOutcome } from './make-attempt.ts'
import { nextAttemptAfter } from './schedule.ts'
import { wakeDestinations } from './wake-destinations.ts'

/** Finished attempt. */
export interface EndedAttempt {
  readonly claimed: ClaimedDelivery
  readonly outcome: AttemptOutcome
  readonly startedAt: Date
  readonly endedAt: Date
  readonly durationMs: number
}

/** Records attempts, schedules retries in the same transaction, and updates the health of endpoints. */
export async function recordAttempts(
  context: Pick<DeliveryContext, 'db' | 'queue' | 'log' | 'now' | 'limits'>,
  ended: readonly EndedAttempt[],
): Promise<void> {
  const { db, queue, now } = context
  const [interrupted, made] = [ended.filter(isInterrupted), ended.filter((attempt) => !isInterrupted(attempt))]
  if (interrupted.length > 0)
    await releaseLeases(
      db,
      interrupted.map(({ claimed: { delivery } }) => ({ id: delivery.id, leaseUntil: leaseOf(delivery) })),
      now(),
    )
  if (made.length === 0) return
  const records = new Map(made.map((attempt) => [attempt.claimed.delivery.id, recordOf(attempt)]))
  const stored = await db.transaction(async (tx) => {
    const stored = await storeAttempts(tx, [...records.values()])
    const retried = made.filter(({ claimed: { delivery } }) => stored.has(delivery.id))
    // One job for all deliveries with the same delay. Deliveries without a delay need no job, because the next claim
    // finds them.
    for (const [step, attempts] of Map.groupBy(retried, ({ claimed: { delivery } }) => delivery.step)) {
      const due = Math.max(
        ...attempts.map(({ claimed: { delivery } }) => records.get(delivery.id)?.nextAttemptAt?.getTime() ?? 0),
      )
      if (step > 0 && due > 0)
        await wakeDestinations(
          queue,
          tx,
          attempts
            .filter(({ claimed: { delivery } }) => records.get(delivery.id)?.nextAttemptAt)
            .map(({ claimed: { delivery } }) => delivery.lane),
          new Date(due),
        )
    }
    return stored
  })
  const told = made.filter(
    ({ claimed: { delivery }, outcome }) => stored.has(delivery.id) && outcome.kind !== 'unsendable',
  )
  const endpoints = Map.groupBy(
    told.filter(({ claimed }) => claimed.endpoint !== null),
    ({ claimed }) => claimed.endpoint?.id ?? '',
  )
  await noteEndpointHealth(
    db,
    [...endpoints].map(([id, attempts]) => healthOf(id, attempts)),
  )
  for (const [id, attempts] of endpoints) {
    const lastFailed = attempts.findLast(({ claimed: { delivery } }) => records.get(delivery.id)?.status === 'failed')
    if (lastFailed) await disableFailing(context, { endpointId: id, lastFailure: lastFailed.outcome.failure })
  }
}

const isInterrupted = ({ outcome }: EndedAttempt) => outcome.kind === 'interrupted'

function leaseOf({ id, leaseUntil }: ClaimedDelivery['delivery']): Date {
  if (!leaseUntil) throw new Error(`the delivery ${id} was attempted without a lease`)
  return leaseUntil
}

function recordOf({ claimed: { delivery }, outcome, startedAt, endedAt, durationMs }: EndedAttempt): AttemptRecord {
  const failures = delivery.step + 1
  const nextAttemptAt = (outcome.kind === 'failed' && nextAttemptAfter(failures, endedAt)) || null
  return {
    deliveryId: delivery.id,
    leaseUntil: leaseOf(delivery),
    startedAt,
    durationMs,
    answerStatus: outcome.status,
    failure: outcome.failure,
    responseHead: outcome.responseHead,
    status: outcome.kind === 'delivered' ? 'delivered' : nextAttemptAt ? 'waiting' : 'failed',
    step: failures,
    nextAttemptAt,
    endedAt: nextAttemptAt ? null : endedAt,
  }
}

/** Returns an endpoint's health after these attempts, which are in order. */
function healthOf(id: string, attempts: readonly EndedAttempt[]): EndpointHealth {
  const lastGood = attempts.findLastIndex(({ outcome }) => outcome.kind === 'delivered')
  return {
    id,
    succeededAt: attempts[lastGood]?.endedAt ?? null,
    failingSince: attempts[lastGood + 1]?.startedAt ?? null,
  }
}
