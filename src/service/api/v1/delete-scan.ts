import { z } from 'zod'
import { cancelScan } from '../../scans/cancel-scan.ts'
import { endpoint } from '../endpoint.ts'
import { requireScan, ScanParams, unknownScan } from './require-scan.ts'
import { ScanStatusAnswer, scanStatusAnswer } from './scan-shape.ts'

/** Cancels an unfinished scan, or deletes a finished one. */
export const deleteScan = endpoint({
  id: 'delete-scan',
  method: 'delete',
  path: '/api/v1/scans/:scanId',
  tag: 'scans',
  summary: 'Cancel or delete a scan',
  description:
    'Cancels a scan that has not finished, or deletes a finished scan and its findings. A canceled scan immediately ' +
    'gets the status `failed` and the error code `CANCELLED`. If a scan is canceled, the `scan.failed` event is ' +
    'sent, and you can still retrieve the scan. A deleted scan no longer exists. `removed` indicates whether the ' +
    'scan was deleted.',
  permission: 'scans:write',
  forWorkflows: true,
  params: ScanParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: ScanStatusAnswer.extend({
    removed: z.boolean().meta({
      description: 'True if the finished scan was deleted. False if the scan was canceled and can still be retrieved.',
    }),
  }).meta({
    id: 'DeletedScan',
    description: 'State of the scan after it was canceled or before it was deleted.',
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
