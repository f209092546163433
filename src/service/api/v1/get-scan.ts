import { z } from 'zod'
import { longPollLimits } from '../long-poll-limits.ts'
import { queuePositionOf } from '../../scans/estimate-completion.ts'
import { endpoint } from '../endpoint.ts'
import { awaitOtherStatus } from '../long-poll.ts'
import { wholeNumber } from '../pagination.ts'
import { pollSeconds, requireScan, ScanParams } from './require-scan.ts'
import { ScanStatusAnswer, scanStatusAnswer } from './scan-shape.ts'

/** Returns a scan with its status and, if completed, its results. */
export const getScan = endpoint({
  id: 'get-scan',
  method: 'get',
  path: '/api/v1/scans/:scanId',
  tag: 'scans',
  summary: 'Get a scan',
  description:
    'Returns the status and progress of a running scan, the results and verdict of a completed scan, or the error ' +
    'of a failed scan. `coverage` lists what could not be analyzed. If you set `wait`, the response is delayed ' +
    'until the status changes or the wait time ends.',
  permission: 'scans:read',
  forWorkflows: true,
  params: ScanParams,
  query: z.strictObject({
    wait: wholeNumber('wait', longPollLimits.maxSeconds).optional().meta({
      description: 'Number of seconds to wait for a status change. If omitted, the response is returned immediately.',
    }),
  }),
  body: undefined,
  status: 200,
  data: ScanStatusAnswer,
  headers: { 'Retry-After': 'Number of seconds to wait before the next request. Omitted if the scan has finished.' },
  errors: ['NOT_FOUND'],
  async respond(context, { caller, params, query, connection }) {
    let scan = await requireScan(context.db, caller, params.scanId)
    if (query.wait !== undefined && !scan.completedAt) {
      await awaitOtherStatus(
        context.scanChanges,
        {
          accountId: caller.accountId,
          scanId: scan.id,
          status: scan.status,
          seconds: query.wait,
          signal: connection.signal,
        },
        async () => {
          scan = await requireScan(context.db, caller, params.scanId)
          return scan.status
        },
      )
      // If the status did not change during the wait, this reads the current progress.
      if (!scan.completedAt) scan = await requireScan(context.db, caller, params.scanId)
    }
    const queuePosition = scan.status === 'pending' ? await queuePositionOf(context.db, scan) : undefined
    const data = scanStatusAnswer(scan, { now: new Date(), publicUrl: context.publicUrl, queuePosition })
    return scan.completedAt ? { data } : { data, headers: { 'Retry-After': String(pollSeconds) } }
  },
})
