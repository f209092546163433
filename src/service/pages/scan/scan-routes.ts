import type { Request, Router } from 'express'
import { ApiError } from '../../api/api-error.ts'
import { sendEventStream, acquireStreamSlot } from '../../api/event-stream.ts'
import { sendCompressed } from '../../api/send-compressed.ts'
import type { Database } from '../../db/client.ts'
import type { ScanChanges } from '../../db/scans/changes.ts'
import { notFoundPage } from '../notice-page.ts'
import { networkOf, refuseOthers, type RouteContext, servePage, withinCeiling } from '../page-routes.ts'
import { sendPage } from '../send-page.ts'
import { progressEvents } from './progress-events.ts'
import { type AskInsider, findReadableScan } from './public-scan.ts'
import { downloadKinds, findDownload } from './scan-downloads.ts'
import { findingPage, scanPage } from './scan-page.ts'
import { readScanQuery } from './scan-query.ts'
import { type IsInsider } from './scan-reader.ts'

type ScanRoutesContext = RouteContext & {
  readonly db: Database
  readonly scanChanges: ScanChanges
  readonly isInsider: IsInsider
}

/** Serves scan and finding pages, downloads, and the progress of running scans. */
export function serveScans(router: Router, context: ScanRoutesContext): void {
  const { db, isInsider } = context
  const askOf =
    (request: Request): AskInsider =>
    (scan) =>
      isInsider(request, scan)
  servePage(router, context, '/scan/:scanId', (request) =>
    scanPage(db, parameter(request, 'scanId'), readScanQuery(request.query), askOf(request)),
  )
  servePage(router, context, '/scan/:scanId/findings/:findingId', (request) =>
    findingPage(db, parameter(request, 'scanId'), parameter(request, 'findingId'), askOf(request)),
  )
  for (const kind of downloadKinds) {
    const path = `/scan/:scanId/${kind}`
    router.get(path, async (request, response) => {
      const download = await withinCeiling(context, request, response, () =>
        findDownload(context, parameter(request, 'scanId'), kind, askOf(request)),
      )
      if (download === 'refused') return
      if (!download) return sendPage(request, response, notFoundPage, context, { status: 404 })
      response
        .set({
          'Content-Disposition': `attachment; filename="${download.name}"`,
          'X-Robots-Tag': 'noindex, nofollow',
          Vary: 'Cookie',
        })
        .type(download.type)
      await sendCompressed(
        request,
        response,
        typeof download.body === 'string' ? download.body : JSON.stringify(download.body),
      )
    })
    refuseOthers(router, context, path)
  }
  router.get('/scan/:scanId/events', async (request, response) => {
    const readable = await withinCeiling(context, request, response, () =>
      findReadableScan(db, parameter(request, 'scanId'), askOf(request)),
    )
    if (readable === 'refused') return
    if (!readable) return sendPage(request, response, notFoundPage, context, { status: 404 })
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    try {
      const slot = await acquireStreamSlot(db, `page:${networkOf(request)}`)
      await sendEventStream(response, progressEvents(context, readable.scan.id, gone.signal), { db, place: slot })
    } catch (error) {
      // If there is no stream, the page reloads itself.
      if (!(error instanceof ApiError) || response.headersSent) throw error
      response.status(429).end()
    }
  })
  refuseOthers(router, context, '/scan/:scanId/events')
}

const parameter = (request: Request, name: string) => String(request.params[name])
