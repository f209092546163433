import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { lastEventIdOf } from '../event-stream.ts'
import { isHeardToTheEnd, scanEvents } from '../scan-events.ts'
import { requireScan, ScanParams } from './require-scan.ts'

/** Streams scan events as server-sent events. */
export const streamScanEvents = endpoint({
  id: 'stream-scan-events',
  method: 'get',
  path: '/api/v1/scans/:scanId/events',
  tag: 'scans',
  summary: 'Stream events for a scan',
  description:
    'Streams scan events as server-sent events. A `progress` event contains `stage` and `percent`. A `finding` ' +
    'event contains one finding, in the same format as in the list of findings, and is sent when the scan has ' +
    'completed. An `end` event contains `status` and, if available, `verdict`, `results`, and `error`. Send ' +
    '`Last-Event-ID` to resume a stream, even after the scan has finished. If you have already received all ' +
    'events, the response status is 204. An account can have up to 10 open streams, each lasting up to 15 ' +
    'minutes. Streams do not count toward the request limit.',
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
