import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { lastEventIdOf } from '../event-stream.ts'
import { isHeardToTheEnd, scanEvents } from '../scan-events.ts'
import { requireScan, ScanParams } from './require-scan.ts'

/** Streams the events of a scan as server-sent events. */
export const streamScanEvents = endpoint({
  id: 'stream-scan-events',
  method: 'get',
  path: '/api/v1/scans/:scanId/events',
  tag: 'scans',
  summary: 'Stream events of a scan',
  description:
    'Streams the events of a scan as server-sent events. `progress` has `stage` and `percent`. `finding` has a ' +
    'finding as in the list of findings, and is sent when the scan is completed. `end` has `status`, `verdict`, ' +
    '`results`, or `error`. Send `Last-Event-ID` to resume a stream, even after the scan has finished. If you ' +
    'have received all events, the response is 204. An account can have 10 open streams of up to 15 minutes. ' +
    'Streams do not count as requests.',
  permission: 'scans:read',
  forWorkflows: true,
  params: ScanParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  mediaType: 'text/event-stream',
  data: z.string(),
  errors: ['NOT_FOUND'],
  async respond(context, { caller, params, connection }) {
    const scan = await requireScan(context.db, caller, params.scanId)
    const after = lastEventIdOf(connection.lastEventId)
    if (await isHeardToTheEnd(context.db, scan, after)) return { events: 'none' }
    return { events: scanEvents(context, { accountId: caller.accountId, scanId: scan.id, after, connection }) }
  },
})
