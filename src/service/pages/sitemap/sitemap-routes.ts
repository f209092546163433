import type { Request, Response, Router } from 'express'
import { sendCompressed } from '../../api/send-compressed.ts'
import { countShownServers, listSlugs } from '../../db/pages/sitemap.ts'
import { pageLimits } from '../page-limits.ts'
import { docsPaths } from '../docs/docs-pages.ts'
import { notFoundPage } from '../notice-page.ts'
import { type RouteContext, withinCeiling } from '../page-routes.ts'
import { rulePaths } from '../rules/listed-rules.ts'
import { type ReadContext, readPage } from '../read-page.ts'
import { sendPage } from '../send-page.ts'

/**
 * Serves robots.txt and the sitemap (https://www.sitemaps.org/protocol.html). The sitemap is an index, because the
 * protocol allows 50,000 URLs per file.
 */
export function serveSitemap(router: Router, context: RouteContext & ReadContext): void {
  const { publicUrl } = context
  const inPart = pageLimits.maxSitemapUrls
  // Scan pages have a noindex tag, which robots can see only if they may load the page.
  router.get('/robots.txt', (_request, response) => {
    response
      .set('Cache-Control', 'public, max-age=3600')
      .type('text/plain')
      .send(
        `User-agent: *\nDisallow: /account\nDisallow: /api/\nDisallow: /compare\nSitemap: ${publicUrl}/sitemap.xml\n`,
      )
  })
  router.get('/sitemap.xml', async (request, response) => {
    const total = await withinCeiling(context, request, response, () => readPage(context, request, countShownServers))
    if (total === 'refused') return
    const parts = ['pages', ...Array.from({ length: Math.ceil(total / inPart) }, (_, part) => `servers-${part + 1}`)]
    await send(
      request,
      response,
      '<sitemapindex ' +
        `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${parts
          .map((part) => `<sitemap><loc>${escapeXml(`${publicUrl}/sitemap/${part}.xml`)}</loc></sitemap>`)
          .join('')}` +
        '</sitemapindex>',
    )
  })
  router.get('/sitemap/pages.xml', (request, response) =>
    send(
      request,
      response,
      urlSet(
        ['/', '/rules', '/stats', '/advisories', ...docsPaths, ...rulePaths].map((path) => ({
          address: `${publicUrl}${path}`,
        })),
      ),
    ),
  )
  router.get('/sitemap/servers-:part.xml', async (request, response) => {
    const part = /^[1-9]\d{0,4}$/.test(request.params.part) ? Number(request.params.part) : undefined
    const slugs =
      part === undefined
        ? []
        : await withinCeiling(context, request, response, () =>
            readPage(context, request, (db) => listSlugs(db, { limit: inPart, offset: (part - 1) * inPart })),
          )
    if (slugs === 'refused') return
    if (slugs.length === 0) return sendPage(request, response, notFoundPage, context, { status: 404 })
    await send(
      request,
      response,
      urlSet(slugs.map(({ slug, day }) => ({ address: `${publicUrl}/servers/${encodeURIComponent(slug)}`, day }))),
    )
  })
}

/** Sends XML with a short cache time, so that removed and private entries soon disappear. */
function send(request: Request, response: Response, xml: string): Promise<void> {
  response.set('Cache-Control', 'public, max-age=300').type('application/xml')
  return sendCompressed(request, response, `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`)
}

function urlSet(places: readonly { readonly address: string; readonly day?: string }[]): string {
  return (
    '<urlset ' +
    `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places
      .map(
        ({ address, day }) =>
          `<url><loc>${escapeXml(address)}</loc>${day === undefined ? '' : `<lastmod>${day}</lastmod>`}</url>`,
      )
      .join('\n')}` +
    '</urlset>'
  )
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
