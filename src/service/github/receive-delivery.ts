import type { Logger } from 'pino'
import { batchLoader } from '../db/batch-loader.ts'
import type { Database } from '../db/client.ts'
import { insertGithubDeliveries, type NewGithubDelivery } from '../db/github/deliveries.ts'
import { isDatabaseAway } from '../db/query-error.ts'
import type { Queue } from '../queue/queue.ts'
import { githubEvents } from './catalogue.ts'
import { readPayload } from './read-payload.ts'

/** A delivery whose signature was verified. */
export interface ToldDelivery {
  readonly id: string
  readonly name: string
  readonly payload: unknown
}

/** Stores a delivery, once per ID, with the job that processes it. Ignores deliveries without effect. */
export type ReceiveDelivery = (delivery: ToldDelivery) => Promise<void>

interface ReceiverContext {
  readonly db: Database
  readonly queue: Queue
  readonly log: Logger
}

type Stored = { readonly isStored: true } | { readonly isStored: false; readonly failure: unknown }

/** Maximum number of deliveries per statement, because one delivery can list thousands of repositories. */
const maxTogether = 20

/**
 * Returns a function that stores deliveries. Concurrent deliveries are stored together. A delivery that cannot be
 * stored does not block the others. Only the required parts of a payload are stored. Deliveries without effect are not
 * stored, because GitHub sends many of them: it reports each step of the app's own check runs.
 */
export function deliveryReceiver({ db, queue, log }: ReceiverContext): ReceiveDelivery {
  const storeTogether = async (deliveries: readonly NewGithubDelivery[]) =>
    db.transaction(async (tx) => {
      const stored = await insertGithubDeliveries(tx, deliveries)
      // A delivery that occurs twice in a batch gets one job.
      const due = new Set(
        deliveries.filter(({ id, endedAt }) => endedAt === null && stored.has(id)).map(({ id }) => id),
      )
      await queue.enqueueAll(
        tx,
        'work-github-delivery',
        [...due].map((deliveryId) => ({ deliveryId })),
      )
    })
  const store = batchLoader<NewGithubDelivery, Stored>(
    async (deliveries) => {
      try {
        await storeTogether(deliveries)
        return deliveries.map(() => ({ isStored: true }))
      } catch (error) {
        if (deliveries.length === 1 || isDatabaseAway(error)) throw error
        const outcomes: Stored[] = []
        for (const delivery of deliveries)
          outcomes.push(
            await storeTogether([delivery]).then(
              () => ({ isStored: true }),
              (failure: unknown) => ({ isStored: false, failure }),
            ),
          )
        return outcomes
      }
    },
    { most: maxTogether },
  )

  return async ({ id, name, payload }) => {
    const event = githubEvents.find((known) => known.event === name)
    if (!event) return
    const receivedAt = new Date()
    const reading = readPayload(event, payload)
    const problem = 'problem' in reading ? reading.problem : null
    if (problem !== null) log.error({ githubDelivery: id, event: name, problem }, 'GitHub delivery not parsed')
    const outcome = await store({
      id,
      event: name,
      receivedAt,
      payload: 'payload' in reading ? reading.payload : null,
      endedAt: 'payload' in reading ? null : receivedAt,
      failure: problem,
    })
    if (!outcome.isStored) throw outcome.failure
  }
}
