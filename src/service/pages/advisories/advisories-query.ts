import type { Request } from 'express'
import { matchedEcosystems } from '../../../engine/model/component.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { type Content, html } from '../html.ts'
import { severities } from '../../../engine/model/severity-order.ts'
import { addressWith } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'

/** Advisory list filter. Unknown values are ignored, because links can be outdated. */
export interface AdvisoriesQuery {
  /** Substring of an ID, an alias, or the summary. Empty to match all advisories. */
  readonly text: string
  readonly severity: Severity | undefined
  /** OSV ecosystem name. */
  readonly ecosystem: string | undefined
  /** True to list only advisories about known exploited vulnerabilities. */
  readonly isExploited: boolean
}

/** Maximum search text length. */
const maxSearch = 100

export function readAdvisoriesQuery(query: Request['query']): AdvisoriesQuery {
  const text = typeof query['q'] === 'string' ? query['q'] : ''
  return {
    // PostgreSQL cannot store NUL characters.
    text: text.toWellFormed().replaceAll('\0', '').trim().slice(0, maxSearch),
    severity: Severity.safeParse(query['severity']).data,
    ecosystem: matchedEcosystems.find((ecosystem) => ecosystem === query['ecosystem']),
    isExploited: query['exploited'] === '1',
  }
}

/** Returns the URL of a page with matching advisories. */
export function advisoriesAddress({ text, severity, ecosystem, isExploited }: AdvisoriesQuery, page = 1): string {
  return addressWith('/advisories', {
    q: text,
    severity,
    ecosystem,
    exploited: isExploited ? '1' : undefined,
    page: page === 1 ? undefined : page,
  })
}

/** Reports whether a query excludes any advisory. */
export function isFiltered(query: AdvisoriesQuery): boolean {
  return advisoriesAddress(query) !== '/advisories'
}

export function advisoriesForm({ text, severity, ecosystem, isExploited }: AdvisoriesQuery): Content {
  const chosen = [severity, ecosystem, isExploited || undefined].filter((value) => value !== undefined).length
  return html`
    <form class="no-print" role="search" aria-label="Advisories" action="/advisories" method="get">
      <div class="row">
        <div class="field grow">
          <label for="advisory-text">ID or summary</label>
          <input id="advisory-text" type="search" name="q" value=${visibleText(text, maxSearch)}
            maxlength=${maxSearch} />
        </div>
        <button class="main">Filter</button>
      </div>
      <details class="drawer" open=${chosen > 0}>
        <summary>Filters${chosen > 0 && ` (${chosen})`}</summary>
        <div class="filters">
          ${choice('severity', 'Severity', severity, severities)}
          ${choice('ecosystem', 'Ecosystem', ecosystem, matchedEcosystems)}
          <div class="field">
            <label for="advisory-exploited">Exploitation</label>
            <select id="advisory-exploited" name="exploited">
              <option value="">all</option>
              <option value="1" selected=${isExploited}>known exploited (KEV)</option>
            </select>
          </div>
        </div>
      </details>
    </form>
  `
}

function choice(name: string, title: string, chosen: string | undefined, values: readonly string[]): Content {
  return html`
    <div class="field">
      <label for=${`advisory-${name}`}>${title}</label>
      <select id=${`advisory-${name}`} name=${name}>
        <option value="">all</option>
        ${values.map((value) => html`<option value=${value} selected=${value === chosen}>${value}</option>`)}
      </select>
    </div>
  `
}
