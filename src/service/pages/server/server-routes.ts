import type { Request, Router } from 'express'
import type { Database } from '../../db/client.ts'
import { findClaim } from '../../db/registry/claims.ts'
import { findServer, hasClaimed, type RegistryServerRow } from '../../db/registry/servers.ts'
import { slugLimits } from '../../registry/slug-limits.ts'
import { type Content, html } from '../html.ts'
import { type PageAnswer, type RouteContext, servePage } from '../page-routes.ts'
import { type ReadContext, readPage } from '../read-page.ts'
import { type SignedInContext, visitorOf } from '../session/visitor-of.ts'
import { dependenciesTab } from './dependencies-tab.ts'
import { findServerFrame, type ServerFrame } from './find-server-frame.ts'
import { findingsTab } from './findings-tab.ts'
import { historyTab } from './history-tab.ts'
import { Outcome, outcomeNote, type SignedInReader } from './maintainer-forms.ts'
import { badgeTab } from './maintainer-section.ts'
import { overviewTab } from './overview-tab.ts'
import { serverPage } from './server-page.ts'
import { findingsAddress, readServerQuery, type ServerQuery } from './server-query.ts'
import { type ServerTab, serverTabs, tabAddress } from './server-tabs.ts'
import { toolsTab } from './tools-tab.ts'
import { versionsTab } from './versions-tab.ts'

type ServersContext = RouteContext & SignedInContext & ReadContext & { readonly db: Database }

/** Tab request, with its reader. */
interface TabRequest {
  readonly frame: ServerFrame
  readonly query: ServerQuery
  /** True if the reader is a verified maintainer of the server. */
  readonly isMaintainer: boolean
  /** Signed-in reader with an account, if any. */
  readonly reader: SignedInReader | undefined
}

/** Serves the server tabs. A merged server's slug redirects to the same tab of the remaining server. */
export function serveServers(router: Router, context: ServersContext): void {
  for (const { id } of serverTabs)
    servePage(router, context, id === 'overview' ? '/servers/:slug' : `/servers/:slug/${id}`, async (request) => {
      const read = (db: Database) => tabPage({ ...context, db }, request, id)
      const page = await readPage(context, request, read)
      // The page of a finished scan links to a server that the replica may not have yet.
      return page === undefined && context.reads.state() ? context.reads.read({ isCurrent: true }, read) : page
    })
}

async function tabPage(context: ServersContext, request: Request, tab: ServerTab): Promise<PageAnswer> {
  const { db } = context
  const slug = String(request.params['slug'])
  // The database cannot store longer slugs or other characters.
  if (slug.length > slugLimits.maxCharacters || !/^[\w.-]+$/.test(slug)) return undefined
  const server = await findServer(db, slug)
  if (!server) return undefined
  if ('movedTo' in server) return { movedTo: tabAddress(server.movedTo, tab) }
  if (server.slug !== slug) return { movedTo: tabAddress(server.slug, tab) }
  const query = readServerQuery(request.query)
  const { severity, category, page } = query
  // Older links to filtered findings point to the overview.
  if (tab === 'overview' && (severity !== undefined || category !== undefined || page > 1))
    return { movedTo: findingsAddress(slug, query) }
  const { isMaintainer, reader } = await readerOf(context, request, server)
  const frame = await findServerFrame(db, server, { isMaintainer })
  return serverPage(frame, {
    id: tab,
    content: await tabContent(context, tab, { frame, query, isMaintainer, reader }),
    isSecret: reader !== undefined,
  })
}

async function readerOf(
  context: ServersContext,
  request: Request,
  { id }: RegistryServerRow,
): Promise<Pick<TabRequest, 'isMaintainer' | 'reader'>> {
  const { db } = context
  const visitor = await visitorOf(context, request)
  const account = visitor?.account
  if (!account) return { isMaintainer: false, reader: undefined }
  const [isMaintainer, claim] = await Promise.all([hasClaimed(db, account.id, id), findClaim(db, id, account.id)])
  return { isMaintainer, reader: { visitor, claim, outcome: Outcome.safeParse(request.query['done']).data } }
}

async function tabContent(
  { db, publicUrl }: ServersContext,
  tab: ServerTab,
  { frame, query, isMaintainer, reader }: TabRequest,
): Promise<Content> {
  const { server } = frame
  switch (tab) {
    case 'overview':
      return overviewTab(db, frame, { isMaintainer })
    case 'findings':
      return html`
        ${outcomeNote(reader?.outcome)}
        ${await findingsTab(db, server, query, {
          isMaintainer,
          maintainer: isMaintainer ? reader?.visitor : undefined,
        })}
      `
    case 'tools':
      return toolsTab(db, server, query.page)
    case 'dependencies':
      return dependenciesTab(db, server, query.page)
    case 'versions':
      return versionsTab(frame, query.page)
    case 'history':
      return historyTab(frame)
    case 'badge':
      return badgeTab(frame, publicUrl, reader)
  }
}
