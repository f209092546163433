import type { Database } from '../db/client.ts'
import { insertGithubDelivery } from '../db/github-deliveries.ts'
import type { Queue } from '../queue/queue.ts'
import { githubEvents } from './catalogue.ts'

const heard: ReadonlySet<string> = new Set(githubEvents.map(({ event }) => event))

/** Stores what GitHub told and the job that works it, once for each id; what nothing follows from is let pass. */
export async function receiveDelivery({ db, queue }: { readonly db: Database; readonly queue: Queue }, delivery: { id: string; name: string; payload: unknown }): Promise<void> {
  const { id, name: event, payload } = delivery
  if (!heard.has(event)) return
  await db.transaction(async (tx) => {
    if (await insertGithubDelivery(tx, { id, event, payload, receivedAt: new Date() })) await queue.enqueue(tx, 'work-github-delivery', { deliveryId: id })
  })
}
