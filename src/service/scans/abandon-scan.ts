import type { Logger } from 'pino'
import { findScanOfRetry } from '../db/scans/claims.ts'
import { scansEnded } from './metrics.ts'
import { isLostWorker } from '../queue/lost-worker.ts'
import { type EndScanContext, endWithFailure } from './end-scan.ts'
import { claimingJob, passTurnOn, type TicketContext, type TicketPayload } from './tickets.ts'

/**
 * Ends a ticket's scan after the last attempt failed, so that no scan stays unfinished. If the worker died at every
 * attempt, the source is the likely cause. Otherwise, the cause is an error in Assay, which the log contains.
 */
export async function abandonScan(
  context: EndScanContext & TicketContext & { readonly log: Logger },
  ticket: TicketPayload,
  { failure }: { failure: unknown },
): Promise<void> {
  const crashed = isLostWorker(failure)
  const errorCode = crashed ? 'SCANNER_CRASHED' : 'INTERNAL'
  const errorMessage = crashed
    ? 'The scanner stopped while it read this source, on every attempt.'
    : 'The scan failed with an internal error, on every attempt. Submit it again later.'
  const scanId = await findScanOfRetry(context.db, claimingJob(ticket))
  if (scanId !== undefined && (await endWithFailure(context, scanId, { code: errorCode, message: errorMessage }))) {
    scansEnded.inc({ outcome: errorCode })
    context.log.error({ scanId, failure, errorCode }, 'scan abandoned')
  }
  await passTurnOn(context)
}
