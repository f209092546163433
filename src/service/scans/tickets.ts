import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { type ClaimingJob, countWaitingScans, isScanWaiting } from '../db/scans/claims.ts'
import type { JobPayload } from '../queue/jobs.ts'
import type { Queue } from '../queue/queue.ts'

/**
 * The job `run-scan` is a ticket for whichever scan's turn it is when a worker has time, not for the scan
 * with which it was submitted: so an account's thousand scans do not stand before another account's one.
 *
 * No scan waits without a ticket to come. A submission brings one. One that starts a scan brings another
 * when that scan has ended, as its last act: a worker that dies before does it again, because its job is
 * tried again. One that ends without a scan has seen that none may start; then one runs, whose ticket is there.
 */
export type TicketPayload = JobPayload<'run-scan'>

export interface TicketContext {
  readonly db: Database
  readonly queue: Pick<Queue, 'enqueue'>
}

/** Within the transaction of a submission. */
export async function enqueueTicket({ queue }: Pick<TicketContext, 'queue'>, tx: Database): Promise<void> {
  await queue.enqueue(tx, 'run-scan', { ticket: randomUUID() })
}

/** Called after the end of a scan is stored, while its job still runs: somebody may start in its place. */
export async function passTurnOn(context: TicketContext): Promise<void> {
  if (await isScanWaiting(context.db)) await enqueueTicket(context, context.db)
}

/**
 * As many tickets as scans wait, up to as many as may run: when a worker starts, limits may be wider than those at
 * which earlier tickets ended. Those that are there count: none goes while scans wait, and forty kills during 900 scans
 * left 1,700 too many. Tickets that are not needed end at once.
 */
export async function refillTickets(
  context: Pick<TicketContext, 'db'> & { readonly queue: Pick<Queue, 'enqueue' | 'countDue'> },
  upTo: number,
): Promise<void> {
  const waiting = await countWaitingScans(context.db, upTo)
  const there = await context.queue.countDue('run-scan', waiting)
  for (let ticket = there; ticket < waiting; ticket += 1) await enqueueTicket(context, context.db)
}

/** What a job claims with. Jobs made before there were tickets name a scan: that stands for the ticket. */
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
