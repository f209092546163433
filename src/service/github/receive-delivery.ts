import type { Logger } from 'pino'
import { batchLoader } from '../db/batch-loader.ts'
import type { Database } from '../db/client.ts'
import { insertGithubDeliveries, type NewGithubDelivery } from '../db/github/deliveries.ts'
import { isDatabaseAway } from '../db/query-error.ts'
import { storableText } from '../db/storable-document.ts'
import type { Queue } from '../queue/queue.ts'
import { githubEvents, priorityOfEvent } from './catalogue.ts'
import { readPayload } from './read-payload.ts'

/** A delivery whose signature was verified. */
export interface ToldDelivery {
  readonly id: string
  readonly name: string
  readonly payload: unknown
}

/**
 * Stores a delivery, once per ID, with the job that processes it. A delivery without effect gets no job, and is stored
 * so that it does not look as if it had been missed.
 */
export type ReceiveDelivery = (delivery: ToldDelivery) => Promise<void>

interface ReceiverContext {
  readonly db: Database
  readonly queue: Queue
  readonly log: Logger
}

type Stored = { readonly isStored: true } | { readonly isStored: false; readonly failure: unknown }

/** Maximum number of deliveries per statement. */
const maxTogether = 50

/** Number of characters from which a payload is stored alone, because others would wait for it. */
const largeCharacters = 100_000

/**
 * Returns a function that stores deliveries. Concurrent deliveries are stored together, with their jobs, in one
 * statement. A delivery that cannot be stored does not block the others. Only the required parts of a payload are
 * stored. Events of other kinds are not stored.
 */
export function deliveryReceiver({ db, queue, log }: ReceiverContext): ReceiveDelivery {
  const storeTogether = (deliveries: readonly NewGithubDelivery[]) =>
    insertGithubDeliveries(db, deliveries, (rows) => queue.insertionOf('work-github-delivery', rows))
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
    const reading = readPayload(event, payload)
    const receivedAt = new Date()
    const problem = 'problem' in reading ? reading.problem : null
    if (problem !== null) log.error({ githubDelivery: id, event: name, problem }, 'GitHub delivery not parsed')
    const isDue = 'payload' in reading
    const delivery: NewGithubDelivery = {
      id,
      event: name,
      receivedAt,
      payload: isDue ? storableText(reading.payload) : null,
      endedAt: isDue ? null : receivedAt,
      failure: problem,
      priority: priorityOfEvent(name),
    }
    if ((delivery.payload?.length ?? 0) >= largeCharacters) await storeTogether([delivery])
    else {
      const outcome = await store(delivery)
      if (!outcome.isStored) throw outcome.failure
    }
    if (isDue) queue.wakeWorkers('work-github-delivery')
  }
}
