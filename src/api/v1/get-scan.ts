import { z } from 'zod'
import { countUnfinishedScans } from '../../db/scans.ts'
import { endpoint } from '../endpoint.ts'
import { pollSeconds, requireScan, ScanParams } from './require-scan.ts'
import { ScanStatusAnswer, scanStatusAnswer } from './scan-shape.ts'

/** Status of a scan, and its results once there are any. */
export const getScan = endpoint({
  id: 'get-scan',
  method: 'get',
  path: '/api/v1/scans/:scanId',
  tag: 'scans',
  summary: 'Read the status of a scan',
  description: 'Status and progress while it runs, results and verdict once it has completed, the error when it failed. What was not seen stands in `coverage`.',
  permission: 'scans:read',
  params: ScanParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: ScanStatusAnswer,
  headers: { 'Retry-After': 'Seconds after which to ask again; absent once the scan has ended.' },
  errors: ['NOT_FOUND'],
  async respond(context, { caller, params }) {
    const scan = await requireScan(context.db, caller, params.scanId)
    const queuePosition = scan.status === 'pending' ? (await countUnfinishedScans(context.db, scan.createdAt)) + 1 : undefined
    const data = scanStatusAnswer(scan, new Date(), queuePosition)
    return scan.completedAt ? { data } : { data, headers: { 'Retry-After': String(pollSeconds) } }
  },
})
