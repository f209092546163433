import { type Content, html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { Database } from '../../db/client.ts'
import { readStatistics, type RegistryStatistics } from '../../db/registry/statistics.ts'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'
import { pageLimits } from '../page-limits.ts'
import { ServerSourceType, ServerStatus } from '../../../engine/model/registry-server.ts'
import { gradeThresholds } from '../../../engine/model/score.ts'
import { liveSearch } from '../assets.ts'
import type { Page } from '../layout.ts'
import { shownNumber } from '../moment.ts'
import { paging } from '../parts/paging.ts'
import { scanForm, type SentScan } from '../submit/scan-form.ts'
import { visibleText } from '../visible-text.ts'
import { findListed, type ListedServers } from './find-listed.ts'
import { isFilterWord, isNarrowed, orders, registryAddress, type RegistryQuery } from './registry-query.ts'
import { categoryTitle, serverRows, sourceTitles } from './server-rows.ts'

/** The reader of the registry page. */
export interface RegistryReader {
  /** The rejected scan form. */
  readonly sent?: SentScan
  /** The signed-in visitor, if any. */
  readonly visitor?: Visitor | undefined
}

/** Returns the registry page: search, filters, servers with their grades, and the form that starts a scan. */
export async function registryPage(
  db: Database,
  query: RegistryQuery,
  { sent, visitor }: RegistryReader = {},
): Promise<Page> {
  const [statistics, listed] = await Promise.all([readStatistics(db), findListed(db, query)])
  return {
    title: query.text === '' ? 'Security of MCP servers' : 'Search',
    description: 'Security grades, findings, and quality scores of MCP servers, with explanations and score history.',
    // Search engines index the unfiltered list and the sitemap, because there are endless searches.
    ...(!isNarrowed(query) &&
      query.order === undefined &&
      query.page === 1 &&
      sent === undefined && { canonicalPath: '/' }),
    section: 'registry',
    isSecret: visitor !== undefined,
    scripts: [liveSearch],
    content: html`
      <div class="hero">
        <section class="card search">
          <h1>Check an MCP server</h1>
          <p class="lead">See the security grade of a server, the findings in its code, and its history.</p>
          <form role="search" action="/" method="get" data-live>
            <div class="row">
              <div class="grow">
                <label class="unseen" for="q">Search servers by name or description</label>
                <input id="q" type="search" name="q" value=${query.text}
                  maxlength=${catalogueLimits.maxSearchCharacters} placeholder="Search by name or description"
                  autocomplete="off" />
              </div>
              <button class="main">Search</button>
            </div>
            ${filters(query, statistics)}
          </form>
          <p class="unseen" id="search-status" role="status"></p>
        </section>
        ${scanForm(sent, visitor)}
      </div>
      ${results(query, listed, statistics)}
    `,
  }
}

/** A filter option with its number of servers, if they are counted. */
type Option = readonly [value: string, title: string, servers: number | undefined]

function filters(
  { filter, order, text }: RegistryQuery,
  { byGrade, byCategory, bySourceType, byLanguage }: RegistryStatistics,
): Content {
  const choices: readonly (readonly [
    name: string,
    title: string,
    chosen: string | undefined,
    options: readonly Option[],
  ])[] = [
    ['grade', 'Grade', filter.grade, gradeThresholds.map(([grade]) => [grade, grade, byGrade[grade] ?? 0])],
    [
      'category',
      'Category',
      filter.category,
      mostFrequent(byCategory, 60).map(([slug, servers]) => [slug, categoryTitle(slug), servers]),
    ],
    [
      'source',
      'Source',
      filter.sourceType,
      ServerSourceType.options.map((type) => [type, sourceTitles[type], bySourceType[type] ?? 0]),
    ],
    [
      'language',
      'Language',
      filter.language,
      mostFrequent(byLanguage, 30).map(([language, servers]) => [language, language, servers]),
    ],
    ['status', 'Status', filter.status, ServerStatus.options.map((status) => [status, status, undefined])],
    // The order by best match needs search words.
    [
      'sort',
      'Order',
      order === 'best' && text === '' ? undefined : order,
      Object.entries(orders)
        .filter(([name]) => name !== 'best' || text !== '')
        .map(([name, { title }]) => [name, title, undefined]),
    ],
  ]
  const chosenCount = choices.filter(([, , chosen]) => chosen !== undefined).length
  return html`
    <details class="drawer" open=${chosenCount > 0}>
      <summary>Filters${chosenCount > 0 && ` (${chosenCount})`}</summary>
      <div class="filters">
      ${choices.map(
        ([name, title, chosen, options]) => html`
          <div class="field">
            <label for=${`filter-${name}`}>${title}</label>
            <select id=${`filter-${name}`} name=${name}>
              <option value="">
                ${name === 'sort' ? (text === '' ? orders.best.title : 'Best match first') : 'all'}
              </option>
              ${
                chosen !== undefined &&
                !options.some(([value]) => value === chosen) &&
                html`<option value=${chosen} selected>${chosen}</option>`
              }
              ${options.map(
                ([value, label, servers]) =>
                  html`
                    <option value=${value} selected=${value === chosen}>
                      ${label}
                      ${servers !== undefined && ` (${shownNumber(servers)})`}
                    </option>
                  `,
              )}
            </select>
          </div>
        `,
      )}
      </div>
    </details>
  `
}

/**
 * Returns the most frequent values. Values that a filter does not accept, such as a hostile language name, are left
 * out.
 */
function mostFrequent(counts: Readonly<Record<string, number>>, limit: number): [string, number][] {
  return Object.entries(counts)
    .filter(([value]) => isFilterWord(value))
    .toSorted(([, first], [, second]) => second - first)
    .slice(0, limit)
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

/** Returns what to do if no server is listed. */
function emptyResult(query: RegistryQuery, allServers: number, total: number): Content {
  if (allServers === 0) {
    return html`
      <p>
        This registry is empty. Every public scan of an MCP server adds that server. You can add servers in three ways:
      </p>
      <ul>
        <li><a href="#scan-a-project">Scan a project</a> above. The server appears here when the scan completes.</li>
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
