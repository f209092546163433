import { html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { Database } from '../../db/client.ts'
import { readStatistics, type RegistryStatistics } from '../../db/registry/statistics.ts'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'
import { pageLimits } from '../page-limits.ts'
import { ServerSourceType, ServerStatus } from '../../../engine/model/registry-server.ts'
import { gradeThresholds } from '../../../engine/model/score.ts'
import { liveSearch } from '../assets.ts'
import type { Content, Page } from '../layout.ts'
import { shownNumber } from '../moment.ts'
import { paging } from '../parts/paging.ts'
import { scanForm, type SentScan } from '../submit/scan-form.ts'
import { visibleText } from '../visible-text.ts'
import { findListed, type ListedServers } from './find-listed.ts'
import { isFilterWord, isNarrowed, orders, registryAddress, type RegistryQuery } from './registry-query.ts'
import { categoryTitle, serverRows, sourceTitles } from './server-rows.ts'

/** Who reads the registry. */
export interface RegistryReader {
  /** What he sent with the form, when something is wrong with it. */
  readonly sent?: SentScan
  /** Undefined: nobody is signed in. */
  readonly visitor?: Visitor | undefined
}

/** The registry: search, filters, servers with their grades, and a form to have another project scanned. */
export async function registryPage(
  db: Database,
  query: RegistryQuery,
  { sent, visitor }: RegistryReader = {},
): Promise<Page> {
  const [statistics, listed] = await Promise.all([readStatistics(db), findListed(db, query)])
  return {
    title: query.text === '' ? 'Security of MCP servers' : 'Search',
    description: 'Grades, findings and quality of MCP servers: is it safe, why, and what changed.',
    // Searches have no end; search engines get the list and the sitemap.
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
          <h1>Is this MCP server safe?</h1>
          <p class="lead">And why, and what changed: grades of servers by what stands in their code.</p>
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
    ` as Content,
  }
}

/** A choice and how many servers it has; none where it is not counted. */
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
      maxFirst(byCategory, 60).map(([slug, servers]) => [slug, categoryTitle(slug), servers]),
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
      maxFirst(byLanguage, 30).map(([language, servers]) => [language, language, servers]),
    ],
    ['status', 'Status', filter.status, ServerStatus.options.map((status) => [status, status, undefined])],
    // Without words nothing matches best.
    [
      'sort',
      'Order',
      order === 'best' && text === '' ? undefined : order,
      Object.entries(orders)
        .filter(([name]) => name !== 'best' || text !== '')
        .map(([name, { title }]) => [name, title, undefined]),
    ],
  ]
  return html`
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
  ` as Content
}

/** The values that most servers have; what is no word of a filter, such as a language that is hostile, is none. */
function maxFirst(counts: Readonly<Record<string, number>>, most: number): [string, number][] {
  return Object.entries(counts)
    .filter(([value]) => isFilterWord(value))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
}

function results(query: RegistryQuery, listed: ListedServers, { servers: all }: RegistryStatistics): Content {
  const { servers, total, relation } = listed
  const counted =
    `${relation === 'at-least' ? 'At least ' : ''}${shownNumber(total)} ` +
    `${total === 1 ? 'server' : 'servers'}${query.text === '' ? '' : ` for “${visibleText(query.text)}”`}`
  const limit = pageLimits.maxServers
  return html`
    <section class="card" id="results">
      <h2 id="total">${total === 0 ? 'No server found' : counted}</h2>
      ${servers.length > 0 ? serverRows(servers, counted) : nothing(query, all, total)}
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
  ` as Content
}

/** What to do where nothing is listed. */
function nothing(query: RegistryQuery, all: number, total: number): Content {
  if (all === 0) {
    return html`
      <p>
        The registry of this installation is empty: it fills with public scans of MCP servers. There are three ways to
        get servers:
      </p>
      <ul>
        <li><a href="#scan-a-project">Scan one</a> above; when the scan has ended, it is here.</li>
        <li>
          Follow a registry of MCP servers: set <code>MCP_REGISTRY_URL=official</code> and start the service again.
        </li>
        <li>
          Add a list: <code>npm run -s assay -- registry add servers.txt</code>,
          one <code>npm:name</code>, <code>pypi:name</code> or address a line.
        </li>
      </ul>
    ` as Content
  }
  if (total > 0 || query.page > 1)
    return html`
      <p>The list does not go on so far. <a href=${registryAddress(query, 1)}>To its first page</a></p>
    ` as Content
  return html`
    <p>
      ${
        query.text === ''
          ? 'No server has all that is chosen.'
          : 'No server has all of these words, or words like them, in its name or description.'
      } <a href="/">Begin anew</a>
      ${query.text !== '' && html`, or <a href="#scan-a-project">have the project scanned</a>`}.
    </p>
  ` as Content
}
