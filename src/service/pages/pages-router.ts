import { Router } from 'express'
import type { Logger } from 'pino'
import type { MasterKey } from '../accounts/master-key.ts'
import type { RateLimiter } from '../accounts/rate-limiter.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { ScanChanges } from '../db/scans/changes.ts'
import { settingsJsonSchema } from '../../engine/project-settings/settings-shape.ts'
import type { InstallPage } from '../github/app-page.ts'
import type { TicketContext } from '../scans/tickets.ts'
import { serveAppearance } from './appearance-router.ts'
import { assets } from './assets.ts'
import { createPageCeiling } from './page-ceiling.ts'
import { errorPage } from './page-routes.ts'
import { servePreviews } from './previews/preview-routes.ts'
import { serveReading } from './reading-routes.ts'
import { serveRegistry } from './registry/registry-routes.ts'
import { serveScans } from './scan/scan-routes.ts'
import { sendAsset } from './send-page.ts'
import { insiderOf } from './session/insider.ts'
import { serveServers } from './server/server-routes.ts'
import { serveSitemap } from './sitemap/sitemap-routes.ts'

export interface PagesContext extends TicketContext {
  readonly reads: Reads
  readonly masterKey: MasterKey
  readonly log: Pick<Logger, 'error'>
  readonly limiter: RateLimiter
  readonly scanChanges: ScanChanges
  /** Service base URL without trailing slash. */
  readonly publicUrl: string
  /** Endpoints in the API reference. Default: the endpoint catalogue. */
  readonly endpoints?: readonly Endpoint[] | undefined
  /** Absent if the service is not a GitHub App. */
  readonly installPage?: InstallPage | undefined
  /** If absent, visitors cannot sign in and see only public content. */
  readonly sessions?: Sessions | undefined
}

/** Path of the JSON Schema for project settings, which editors load. */
export const settingsSchemaPath = '/assay.schema.json'

/**
 * Serves the public pages, their assets, and the JSON Schema for project settings. The API's rate limits do not apply.
 * Pages have a separate limit per network.
 */
export function pagesRouter(given: PagesContext): Router {
  const context = { ...given, ceiling: createPageCeiling(), isInsider: insiderOf(given) }
  const router = Router({ caseSensitive: true, strict: true })
  for (const asset of assets) router.get(asset.path, (request, response) => sendAsset(request, response, asset))
  const settingsSchema = JSON.stringify(settingsJsonSchema(), undefined, 2)
  // Browser-based editors load the schema from other origins.
  router.get(
    settingsSchemaPath,
    (_request, response) =>
      void response
        .set({
          'Cache-Control': 'public, max-age=3600',
          'Access-Control-Allow-Origin': '*',
          'Cross-Origin-Resource-Policy': 'cross-origin',
        })
        .type('application/schema+json')
        .send(settingsSchema),
  )
  serveRegistry(router, context)
  serveServers(router, context)
  serveScans(router, context)
  serveReading(router, context)
  serveSitemap(router, context)
  servePreviews(router)
  serveAppearance(router, context)
  router.use(errorPage(context))
  return router
}
