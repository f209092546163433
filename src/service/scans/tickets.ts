import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { type ClaimingJob, countWaitingScans, isScanWaiting } from '../db/scans/claims.ts'
import type { JobPayload } from '../queue/jobs.ts'
import type { Queue } from '../queue/queue.ts'

/**
 * The job `run-scan` is a ticket for the scan whose turn it is when a worker is free, not for the scan that it was
 * submitted with. Otherwise, a thousand scans of one account would delay the single scan of another.
 *
 * Every waiting scan has an upcoming ticket: each submission adds one, and a ticket that starts a scan adds another
 * one after that scan ended, as its last step. A worker that dies before that step repeats it, because its job is
 * retried. A ticket that starts no scan has checked that none may start. In that case another scan is running, which
 * has a ticket.
 */
export type TicketPayload = JobPayload<'run-scan'>

export interface TicketContext {
  readonly db: Database
  readonly queue: Pick<Queue, 'enqueue'>
}

/** Called in the transaction of a submission. */
export async function enqueueTicket({ queue }: Pick<TicketContext, 'queue'>, tx: Database): Promise<void> {
  await queue.enqueue(tx, 'run-scan', { ticket: randomUUID() })
}

/** Called after the end of a scan is stored, while its job still runs, because another scan may start in its place. */
export async function passTurnOn(context: TicketContext): Promise<void> {
  if (await isScanWaiting(context.db)) await enqueueTicket(context, context.db)
}

/**
 * Adds tickets for all waiting scans, up to the number of scans that may run. When a worker starts, limits may be
 * higher than when earlier tickets ended. Existing tickets count, because none ends while scans wait: without this,
 * forty kills during 900 scans left 1,700 surplus tickets. Tickets that are not needed end immediately.
 */
export async function refillTickets(
  context: Pick<TicketContext, 'db'> & { readonly queue: Pick<Queue, 'enqueue' | 'countDue'> },
  upTo: number,
): Promise<void> {
  const waiting = await countWaitingScans(context.db, upTo)
  const there = await context.queue.countDue('run-scan', waiting)
  for (let ticket = there; ticket < waiting; ticket += 1) await enqueueTicket(context, context.db)
}

/** The claim of a job. Jobs from versions before tickets name a scan, which replaces the ticket. */
export function claimingJob(payload: TicketPayload): ClaimingJob {
  if ('ticket' in payload) return { ticket: payload.ticket }
  const digest = createHash('sha256').update(payload.scanId).digest('hex')
  return {
    ticket: [
      digest.slice(0, 8),
      digest.slice(8, 12),
      digest.slice(12, 16),
      digest.slice(16, 20),
      digest.slice(20, 32),
    ].join('-'),
    scanId: payload.scanId,
  }
}
