import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { lastEventIdOf } from '../event-stream.ts'
import { isHeardToTheEnd, scanEvents } from '../scan-events.ts'
import { requireScan, ScanParams } from './require-scan.ts'

/** What happens to a scan, as it happens, as server-sent events. */
export const streamScanEvents = endpoint({
  id: 'stream-scan-events',
  method: 'get',
  path: '/api/v1/scans/:scanId/events',
  tag: 'scans',
  summary: 'Watch a scan',
  description:
    'Server-sent events: `progress` with `stage` and `percent`, `finding` with a finding as the list shows ' +
    'it, and `end` with `status`, `verdict`, `results` or `error`. Findings come when the scan has ' +
    'completed. `Last-Event-ID` resumes where a stream ended, also after the scan has; whoever has heard ' +
    'everything is answered 204. An account may have 10 streams, each for 15 minutes; a stream costs no ' +
    'request.',
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
