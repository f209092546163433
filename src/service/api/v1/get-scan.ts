import { z } from 'zod'
import { longPollLimits } from '../long-poll-limits.ts'
import { queuePositionOf } from '../../scans/estimate-completion.ts'
import { endpoint } from '../endpoint.ts'
import { awaitOtherStatus } from '../long-poll.ts'
import { wholeNumber } from '../pagination.ts'
import { pollSeconds, requireScan, ScanParams } from './require-scan.ts'
import { ScanStatusAnswer, scanStatusAnswer } from './scan-shape.ts'

/** Status of a scan, and its results once there are any. */
export const getScan = endpoint({
  id: 'get-scan',
  method: 'get',
  path: '/api/v1/scans/:scanId',
  tag: 'scans',
  summary: 'Read the status of a scan',
  description:
    'Status and progress while it runs, results and verdict once it has completed, the error when it ' +
    'failed. What was not seen stands in `coverage`. With `wait` the answer comes as soon as the status ' +
    'changes, at the latest after so many seconds.',
  permission: 'scans:read',
  forWorkflows: true,
  params: ScanParams,
  query: z.strictObject({
    wait: wholeNumber('wait', longPollLimits.maxSeconds)
      .optional()
      .meta({ description: 'How many seconds to wait for another status; absent: none.' }),
  }),
  body: undefined,
  status: 200,
  data: ScanStatusAnswer,
  headers: { 'Retry-After': 'Seconds after which to ask again; absent once the scan has ended.' },
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
      // Who has waited in vain hears how far it is by now.
      if (!scan.completedAt) scan = await requireScan(context.db, caller, params.scanId)
    }
    const queuePosition = scan.status === 'pending' ? await queuePositionOf(context.db, scan) : undefined
    const data = scanStatusAnswer(scan, { now: new Date(), publicUrl: context.publicUrl, queuePosition })
    return scan.completedAt ? { data } : { data, headers: { 'Retry-After': String(pollSeconds) } }
  },
})
