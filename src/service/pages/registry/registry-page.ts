import { type Content, html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { Database } from '../../db/client.ts'
import { readStatistics, type RegistryStatistics } from '../../db/registry/statistics.ts'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'
import { pageLimits } from '../page-limits.ts'
import { liveSearch, suggest } from '../assets.ts'
import type { Page } from '../layout.ts'
import { shownNumber } from '../moment.ts'
import { paging } from '../parts/paging.ts'
import { otherWays } from '../submit/other-ways.ts'
import { scanForm, type SentScan } from '../submit/scan-form.ts'
import { visibleText } from '../visible-text.ts'
import { findListed, type ListedServers } from './find-listed.ts'
import { filterFields, listLinks } from './registry-filters.ts'
import { listSection } from './registry-lists.ts'
import { isNarrowed, listTitles, registryAddress, type RegistryQuery } from './registry-query.ts'
import { serverRows } from './server-rows.ts'
import { suggestionsPath } from './suggestions.ts'

/** Data of the registry page other than the servers. */
export interface RegistryReader {
  /** Rejected scan form. */
  readonly sent?: SentScan
  /** Signed-in visitor, if any. */
  readonly visitor?: Visitor | undefined
  /** URL for installing the GitHub App, if known. */
  readonly installUrl?: string | undefined
  /** Default: the current time. */
  readonly now?: Date
}

/** Returns the registry page: search, filters, servers with their grades, and ways to start a scan. */
export async function registryPage(
  db: Database,
  query: RegistryQuery,
  { sent, visitor, installUrl, now = new Date() }: RegistryReader = {},
): Promise<Page> {
  const { list } = query
  const [statistics, listed, listContent] = await Promise.all([
    readStatistics(db),
    list === undefined ? findListed(db, query) : undefined,
    list === undefined ? undefined : listSection(db, list, now),
  ])
  return {
    title: list ? listTitles[list] : query.text === '' ? 'Security of MCP servers' : 'Search',
    description: 'Security grades, findings, and quality scores of MCP servers, with explanations and score history.',
    // Search engines index only the unfiltered list and the sitemap, because the number of possible searches is
    // unlimited.
    ...(!isNarrowed(query) &&
      query.order === undefined &&
      list === undefined &&
      query.page === 1 &&
      sent === undefined && { canonicalPath: '/' }),
    section: 'registry',
    isSecret: visitor !== undefined,
    scripts: [liveSearch, suggest],
    content: html`
      <div class="hero">
        <section class="card search">
          <h1>Check an MCP server</h1>
          <p class="lead">
            Assay is a security scanner: it reads the code of MCP servers and their dependencies without running it, and
            grades what it finds.
          </p>
          <form role="search" action="/" method="get" data-live>
            <div class="row">
              <div class="grow">
                <label class="unseen" for="q">Search servers by name or description</label>
                <input id="q" type="search" name="q" value=${query.text} data-suggest=${suggestionsPath}
                  maxlength=${catalogueLimits.maxSearchCharacters} placeholder="Search by name or description"
                  autocomplete="off" />
              </div>
              <button class="main">Search</button>
            </div>
            ${filterFields(query, statistics)}
          </form>
          <p class="unseen" id="search-status" role="status"></p>
          ${listLinks(query, statistics)}
        </section>
        <div class="start">${scanForm(sent, visitor)}${otherWays(installUrl)}</div>
      </div>
      ${listed ? results(query, listed, statistics) : listContent}
    `,
  }
}

function results(query: RegistryQuery, listed: ListedServers, { servers: allServers }: RegistryStatistics): Content {
  const { servers, total, relation } = listed
  const totalText =
    `${relation === 'at-least' ? 'At least ' : ''}${shownNumber(total)} ` +
    `${total === 1 ? 'server' : 'servers'}${query.text === '' ? '' : ` for “${visibleText(query.text)}”`}`
  const limit = pageLimits.maxServers
  return html`
    <section class="card" id="results">
      <h2 id="total">${total === 0 ? 'No servers found' : totalText}</h2>
      ${servers.length > 0 ? serverRows(servers, totalText) : emptyResult(query, allServers, total)}
      ${
        servers.length > 0 &&
        paging({
          page: query.page,
          limit,
          total,
          addressOf: (page) => registryAddress(query, page),
          ...(query.text !== '' && { lastServed: Math.floor(catalogueLimits.maxSearchDepth / limit) }),
        })
      }
    </section>
  `
}

/** Returns the advice shown if a query has no results. */
function emptyResult(query: RegistryQuery, allServers: number, total: number): Content {
  if (allServers === 0) {
    return html`
      <p>
        This registry is empty. Every public scan of an MCP server adds that server. You can add servers in four ways:
      </p>
      <ul>
        <li><a href="#scan-a-project">Scan a project</a> above. The server appears here when the scan completes.</li>
        <li>
          Queue servers of a registry of MCP servers, as the operator:${' '}
          <code>npm run -s assay -- registry seed</code>. Assay scans them when no other scan is waiting.
        </li>
        <li>
          Follow a registry of MCP servers: set <code>MCP_REGISTRY_URL=official</code> and restart the service.
        </li>
        <li>
          Import a list: <code>npm run -s assay -- registry add servers.txt</code>. Each line of the file is
          an <code>npm:name</code>, a <code>pypi:name</code>, or a URL.
        </li>
      </ul>
    `
  }
  if (total > 0 || query.page > 1)
    return html`
      <p>This page of the list does not exist. <a href=${registryAddress(query, 1)}>Open the first page</a></p>
    `
  return html`
    <p>
      ${
        query.text === ''
          ? 'No server matches all of these filters.'
          : 'No server name or description contains all of these words or similar words.'
      } <a href="/">Clear the search</a>
      ${query.text !== '' && html`, or <a href="#scan-a-project">scan the project</a>`}.
    </p>
  `
}
