import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import {
  type EndedIntake,
  type IntakeChange,
  type IntakeRow,
  lockDueIntake,
  lockEndedIntake,
  updateIntake,
} from '../../db/registry/intake.ts'
import { countUnfinishedOfAccount, countUnfinishedScans } from '../../db/scans/queue.ts'
import { intakeLimits } from './intake-limits.ts'
import { scanQueueLimits } from '../../scans/scan-queue-limits.ts'
import { registryAccount } from '../../../engine/model/registry-account.ts'
import type { ScanFailureCode } from '../../../engine/model/scan.ts'
import type { Queue } from '../../queue/queue.ts'
import { requestScan } from '../../scans/request-scan.ts'
import { refillTickets } from '../../scans/tickets.ts'

export interface IntakeContext {
  readonly db: Database
  readonly queue: Pick<Queue, 'enqueue' | 'countDue'>
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** The registry starts one of its own scans only while at most this many scans run in total. */
  readonly besideScans: number
}

/** Schedule for submitting scans: every minute, because finished scans free capacity for pending ones. */
export const feedScansCron = '* * * * *'

/** Maximum number of ended scans per transaction. */
const settledAtOnce = 500

/** Failures that a retry would only repeat. */
const lastingFailures: ReadonlySet<string> = new Set<ScanFailureCode>([
  'INVALID_URL',
  'SOURCE_FORBIDDEN',
  'SOURCE_MALFORMED',
  'SOURCE_TOO_LARGE',
  'ADDRESS_NOT_ALLOWED',
  'NOTHING_TO_SCAN',
])

/**
 * Job handler: records the results of submitted scans. Submits pending ones while few registry scans are waiting and
 * the shared queue has capacity. Can be killed at any point, because a request is linked to its scan in the same
 * transaction.
 */
export async function feedScans(
  context: IntakeContext,
  now: Date,
): Promise<{ readonly settled: number; readonly submitted: number }> {
  const { db } = context
  let settled = 0
  for (let ended = settledAtOnce; ended === settledAtOnce; settled += ended)
    ended = await db.transaction((tx) => settleEnded(tx, now))
  const submitted = await submitDue(context, now)
  // Tickets that were created while other accounts' scans ran may be used up, so missing tickets are created.
  await refillTickets(context, context.besideScans)
  if (settled + submitted > 0) context.log.info({ settled, submitted }, 'registry scans queued')
  return { settled, submitted }
}

async function settleEnded(tx: Database, now: Date): Promise<number> {
  const ended = await lockEndedIntake(tx, settledAtOnce)
  for (const one of ended) await updateIntake(tx, one.id, outcomeOf(one, now))
  return ended.length
}

/** Returns the new state of a request whose scan ended: done, to be retried, or abandoned with a reason. */
export function outcomeOf({ status, attempts, errorCode, errorMessage }: EndedIntake, now: Date): IntakeChange {
  if (status === 'completed') return { state: 'done', lastError: null }
  const reason =
    status === null
      ? 'The scan was removed before its result was recorded.'
      : `${errorCode ?? 'INTERNAL'}: ${errorMessage ?? 'the scan failed'}`
  const pauseMs = intakeLimits.retryDelaysMs[attempts - 1]
  if (pauseMs === undefined || lastingFailures.has(errorCode ?? ''))
    return { state: 'failed', lastError: reason, dueAt: now }
  return { state: 'waiting', scanId: null, lastError: reason, dueAt: new Date(now.getTime() + pauseMs) }
}

async function submitDue(context: IntakeContext, now: Date): Promise<number> {
  const { db } = context
  const [ofRegistry, ofAll] = await Promise.all([
    countUnfinishedOfAccount(db, registryAccount.id),
    countUnfinishedScans(db),
  ])
  // Half of the shared queue stays free for scans that users are waiting for.
  const room = Math.min(intakeLimits.maxWaitingScans - ofRegistry, scanQueueLimits.maxScans / 2 - ofAll)
  if (room <= 0) return 0
  return db.transaction(async (tx) => {
    const due = await lockDueIntake(tx, { now, limit: room })
    for (const [index, row] of due.entries()) {
      if (!(await submit({ ...context, db: tx }, row))) return index
    }
    return due.length
  })
}

/** Returns false if the queue is full. */
async function submit(
  { db, queue }: Pick<IntakeContext, 'db' | 'queue'>,
  { id, url, target, priority, attempts }: IntakeRow,
): Promise<boolean> {
  const scan = await requestScan(
    { db, queue },
    { accountId: registryAccount.id, url, target, failOn: 'high', priority, asAnybody: true },
  )
  if (typeof scan === 'string') return false
  await updateIntake(db, id, { state: 'submitted', scanId: scan.id, attempts: attempts + 1 })
  return true
}
