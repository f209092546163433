import type { Database } from '../db/client.ts'
import type { Queue } from '../queue/queue.ts'
import type { AddressedEvent } from './outgoing-event.ts'

/**
 * Stores events and one delivery for each receiver, and enqueues their first attempts, all as part of `tx`.
 * An event or delivery that is there already stays as it is.
 */
export async function sendEvents(_context: { readonly queue: Queue }, _tx: Database, _events: readonly AddressedEvent[]): Promise<void> {
  throw new Error('not built yet')
}
