import { type Content, html } from '../html.ts'
import type { RegistryStatistics } from '../../db/registry/statistics.ts'
import { ServerSourceType, ServerStatus } from '../../../engine/model/registry-server.ts'
import { gradeThresholds } from '../../../engine/model/score.ts'
import { shownNumber } from '../moment.ts'
import { addressWith } from '../parts/paging.ts'
import { isFilterWord, listNames, listTitles, orders, type RegistryQuery } from './registry-query.ts'
import { categoryTitle, sourceTitles } from './server-rows.ts'

/** Filter option, with its number of servers if counted. */
type Option = readonly [value: string, title: string, servers: number | undefined]

/** Returns the filter and sort order fields of the search form. On phones, they are in a drawer. */
export function filterFields(
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
    // The "best match" order requires search words.
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

/** Returns links to the lists and, collapsed, to the categories with their server counts. */
export function listLinks({ list, filter, text }: RegistryQuery, { byCategory }: RegistryStatistics): Content {
  const categories = mostFrequent(byCategory, 60)
  const shown = text === '' && list === undefined ? filter.category : undefined
  return html`
    <nav class="lists" aria-label="Lists">
      ${listNames.map(
        (name) => html`
          <a href=${addressWith('/', { list: name })} aria-current=${name === list ? 'page' : undefined}>
            ${listTitles[name]}
          </a>
        `,
      )}
    </nav>
    ${
      categories.length > 0 &&
      html`
        <details class="more" open=${shown !== undefined}>
          <summary>Categories (${categories.length})</summary>
          <nav class="categories" aria-label="Categories">
            ${categories.map(
              ([slug, servers]) => html`
                <a href=${addressWith('/', { category: slug })} aria-current=${slug === shown ? 'page' : undefined}>
                  ${categoryTitle(slug)} <span class="quiet">${shownNumber(servers)}</span>
                </a>
              `,
            )}
          </nav>
        </details>
      `
    }
  `
}

/**
 * Returns the most frequent values. Omits values that the filter would reject, so that a malicious language name cannot
 * become a filter option.
 */
function mostFrequent(counts: Readonly<Record<string, number>>, limit: number): [string, number][] {
  return Object.entries(counts)
    .filter(([value]) => isFilterWord(value))
    .toSorted(([, first], [, second]) => second - first)
    .slice(0, limit)
}
