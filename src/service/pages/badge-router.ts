import { type ErrorRequestHandler, type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import { entityTag, isNamedBy } from '../api/conditional.ts'
import type { Database } from '../db/client.ts'
import type { Reads } from '../db/replica/reads.ts'
import { findServers, type RegistryServerRow } from '../db/registry/servers.ts'
import { slugLimits } from '../registry/slug-limits.ts'
import { type BadgeSays, badgeSvg } from '../../engine/reports/badge.ts'

export interface BadgeContext {
  readonly reads: Reads
  readonly log: Pick<Logger, 'error'>
}

export const badgePath = '/servers/:slug/badge.svg'

/**
 * Serves badges, without rate limits. A merged server's slug returns the badge of the remaining server. Other websites
 * embed badges and cache them for one hour.
 */
export function badgeRouter({ reads, log }: BadgeContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(badgePath, async (request, response) => {
    const server = await reads.read({ isCurrent: false }, (db) => findServerOfBadge(db, request.params.slug))
    if (server) send(request, response, saysOf(server))
    else send(request, response.status(404), 'unknown')
  })
  router.all(badgePath, (_request, response) => {
    response
      .status(405)
      .set({ ...embeddable, Allow: 'GET, HEAD', 'Cache-Control': fiveMinutes })
      .type('svg')
      .send(badgeSvg('unknown'))
  })
  router.use('/servers', errorBadge(log))
  return router
}

async function findServerOfBadge(db: Database, slug: string): Promise<RegistryServerRow | undefined> {
  // The database cannot store longer slugs or other characters.
  if (slug.length > slugLimits.maxCharacters || !/^[\w.-]+$/.test(slug)) return undefined
  const [server] = await findServers(db, [slug])
  return server
}

function saysOf({ grade, lastScannedAt }: RegistryServerRow): BadgeSays {
  return grade && lastScannedAt ? { grade, day: lastScannedAt.toISOString().slice(0, 10) } : 'no complete scan'
}

const fiveMinutes = 'public, max-age=300'

/**
 * Limits how long a repository's badge stays visible after the repository becomes private. Stale badges are shown for
 * at most five minutes.
 */
const oneHour = 'public, max-age=3600, stale-while-revalidate=300'

/** Headers that let other websites embed a badge. */
const embeddable = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'X-Robots-Tag': 'noindex',
}

function send(request: Request, response: Response, says: BadgeSays): void {
  const svg = badgeSvg(says)
  const tag = entityTag(svg, { isWholeBody: true })
  response.set({ ...embeddable, ETag: tag, 'Cache-Control': says === 'unknown' ? fiveMinutes : oneHour })
  if (response.statusCode === 200 && isNamedBy(request.headers['if-none-match'], tag))
    return void response.status(304).end()
  response.type('svg').send(svg)
}

function errorBadge(log: BadgeContext['log']): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (!request.path.endsWith('/badge.svg')) return next(error)
    // Express throws a URIError for a path that it cannot decode.
    if (error instanceof URIError) return send(request, response.status(404), 'unknown')
    log.error({ err: error, requestId: response.locals.requestId }, 'badge failed')
    response
      .status(503)
      .set({ ...embeddable, 'Cache-Control': 'no-store', 'Retry-After': '5' })
      .type('svg')
      .send(badgeSvg('unknown'))
  }
}
