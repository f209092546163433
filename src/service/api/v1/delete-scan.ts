import { z } from 'zod'
import { cancelScan } from '../../scans/cancel-scan.ts'
import { endpoint } from '../endpoint.ts'
import { requireScan, ScanParams, unknownScan } from './require-scan.ts'
import { ScanStatusAnswer, scanStatusAnswer } from './scan-shape.ts'

/** Cancels a scan that has not ended, and removes one that has. */
export const deleteScan = endpoint({
  id: 'delete-scan',
  method: 'delete',
  path: '/api/v1/scans/:scanId',
  tag: 'scans',
  summary: 'Cancel or remove a scan',
  description:
    'A scan that waits or runs is cancelled: it ends at once as `failed` with the code `CANCELLED`, which ' +
    'is announced like any other end, and stays to be read. A scan that has ended is removed with its ' +
    'findings, and is unknown from then on. `removed` says which of the two was done.',
  permission: 'scans:write',
  forWorkflows: true,
  params: ScanParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: ScanStatusAnswer.extend({
    removed: z
      .boolean()
      .meta({ description: 'The scan had ended and is gone now; otherwise it was cancelled and can still be read.' }),
  }).meta({
    id: 'DeletedScan',
    description: 'A scan that was cancelled, as it is now, or one that was removed, as it was.',
  }),
  errors: ['NOT_FOUND'],
  async respond(context, { caller, params }) {
    const cancelled = await cancelScan(context, await requireScan(context.db, caller, params.scanId))
    if (!cancelled) throw unknownScan()
    return {
      data: {
        ...scanStatusAnswer(cancelled.scan, {
          now: new Date(),
          publicUrl: context.publicUrl,
          queuePosition: undefined,
        }),
        removed: cancelled.removed,
      },
    }
  },
})
