import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { type ClaimingJob, countWaitingScans, isScanWaiting } from '../db/scans/claims.ts'
import type { JobPayload } from '../queue/jobs.ts'
import type { Queue } from '../queue/queue.ts'

/**
 * A `run-scan` job is a ticket. It runs the scan that is next when a worker is free, not the scan it was submitted
 * for. Otherwise, a thousand scans by one account would delay another account's only scan.
 *
 * Every waiting scan has an upcoming ticket: each submission adds one, and a ticket that starts a scan adds another as
 * its last step, after the scan has ended. If a worker dies before that step, its job is retried and repeats the step.
 * A ticket that starts no scan has found that none may start. Another scan is then running, and has a ticket.
 */
export type TicketPayload = JobPayload<'run-scan'>

export interface TicketContext {
  readonly db: Database
  readonly queue: Pick<Queue, 'enqueue'>
}

/** Adds a ticket. Must be called in the submission's transaction. */
export async function enqueueTicket({ queue }: Pick<TicketContext, 'queue'>, tx: Database): Promise<void> {
  await queue.enqueue(tx, 'run-scan', { ticket: randomUUID() })
}

/**
 * Adds a ticket after a scan has ended, because another scan may now start. Must be called while the ended scan's job
 * still runs.
 */
export async function passTurnOn(context: TicketContext): Promise<void> {
  if (await isScanWaiting(context.db)) await enqueueTicket(context, context.db)
}

/**
 * Adds missing tickets for waiting scans, up to the number of scans that may run. The limits may be higher now than
 * when earlier tickets ended, for example after a worker started. Existing tickets are counted: otherwise, forty kills
 * during 900 scans left 1,700 surplus tickets. Unneeded tickets end immediately.
 */
export async function refillTickets(
  context: Pick<TicketContext, 'db'> & { readonly queue: Pick<Queue, 'enqueue' | 'countDue'> },
  upTo: number,
): Promise<void> {
  const waiting = await countWaitingScans(context.db, upTo)
  const there = await context.queue.countDue('run-scan', waiting)
  for (let ticket = there; ticket < waiting; ticket += 1) await enqueueTicket(context, context.db)
}

/**
 * Returns a job's claim. Jobs created by earlier versions, which had no tickets, name a scan, and get a ticket derived
 * from the scan's ID.
 */
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
