import { type Content, html } from '../html.ts'
import { categories } from '../../../engine/model/rule.ts'
import { type Finding, findingStates } from '../../../engine/model/finding.ts'
import { severities } from '../../../engine/model/severity.ts'
import { shownNumber } from '../moment.ts'
import { pageLimits } from '../page-limits.ts'
import { findingCard } from '../parts/finding-card.ts'
import { groupedCards, groupsOfPage } from '../parts/grouped-cards.ts'
import { paging } from '../parts/paging.ts'
import { filterField } from '../parts/filter-field.ts'
import { findingAddress } from './finding-address.ts'
import { findingRows } from './finding-rows.ts'
import { findingsTable } from './findings-table.ts'
import type { CompletedScan } from './public-scan.ts'
import { scanAddress, type ScanQuery } from './scan-query.ts'

/** Returns the findings that match the query, as a list of groups or with their code. */
export function findingsSection(scan: CompletedScan, query: ScanQuery): Content {
  const { findings, total, isInside, counts } = scan
  const isFiltered = query.severity !== undefined || query.category !== undefined || query.state !== undefined
  const suppressed =
    counts.suppressed > 0 && html`<p class="quiet">Suppressed findings: ${shownNumber(counts.suppressed)}.</p>`
  if (total === 0 && !isFiltered)
    return html`<section class="card" id="findings"><h2>Findings</h2><p>No open findings.</p>${suppressed}</section>`
  return html`
    <section class="card" id="findings">
      ${filterForm(scan, query, isFiltered)}
      ${
        findings.length === 0
          ? html`<h2>Findings</h2><p>No findings match this filter.</p>`
          : query.isWithCode
            ? cardList(scan, query)
            : groupList(scan, query)
      }
      ${suppressed}
      ${
        !isInside &&
        findings.some(isPartlyWithheld) &&
        html`
          <p class="quiet">
            This page withholds details that would help attackers. For critical and high code findings without an
            advisory, it shows only the rule and the file. For secrets, it shows only the rule. To see all details,
            sign in to the account that started the scan.
          </p>
        `
      }
    </section>
  `
}

function filterForm({ id, isInside }: CompletedScan, query: ScanQuery, isFiltered: boolean): Content {
  return html`
    <details class="filter no-print" open=${isFiltered || query.isWithCode}>
      <summary>Filter and view</summary>
      <form method="get" action=${`${scanAddress(id)}#findings`} class="row">
        ${filterField('severity', severities, query.severity)}
        ${filterField('category', categories, query.category)}
        ${isInside && filterField('state', findingStates, query.state)}
        <div class="field">
          <label for="choose-show">View</label>
          <select id="choose-show" name="show">
            <option value="">list</option>
            <option value="code" selected=${query.isWithCode}>with code</option>
          </select>
        </div>
        <button>Apply</button>
      </form>
    </details>
  `
}

function cardList({ id, findings, total }: CompletedScan, query: ScanQuery): Content {
  return html`
    <h2>Findings</h2>
    ${groupedCards(findings, (finding, heading) => cardOf(finding, id, heading))}
    ${total > findings.length && groupsOfPage}
    ${paging({
      page: query.page,
      limit: pageLimits.maxReportCards,
      total,
      addressOf: (page) => `${scanAddress(id, { ...query, page })}#findings`,
    })}
  `
}

/**
 * Returns a card without the data flow, which would make the page very long. The finding's own page shows the data
 * flow.
 */
function cardOf({ trace = [], ...finding }: Finding, scanId: string, heading: 'h3' | 'h4'): Content {
  const href = findingAddress(scanId, finding)
  const link =
    trace.length > 0 &&
    href !== undefined &&
    html`<p><a href=${href}>Data flow in ${shownNumber(trace.length)} steps</a></p>`
  return findingCard(finding, { heading, ...(link && { aside: link }) })
}

function groupList({ id, findings, total }: CompletedScan, query: ScanQuery): Content {
  const rows = findingRows(findings)
  const { maxReportGroups: limit } = pageLimits
  const shown = rows.slice((query.page - 1) * limit, query.page * limit)
  return html`
    ${findingsTable(shown, id)}
    ${paging({
      page: query.page,
      limit,
      total: rows.length,
      addressOf: (page) => `${scanAddress(id, { ...query, page })}#findings`,
    })}
    ${total > findings.length && partLinks(id, findings.length, total, query)}
  `
}

/** Returns links to the previous and next windows of findings. */
function partLinks(id: string, count: number, total: number, query: ScanQuery): Content {
  const before = (query.part - 1) * pageLimits.maxFindings
  const addressOf = (part: number) => `${scanAddress(id, { ...query, part, page: 1 })}#findings`
  return html`
    <p class="quiet">
      These pages group the findings ${shownNumber(before + 1)} to ${shownNumber(before + count)}${' '}
      of ${shownNumber(total)}, the worst first.
      ${query.part > 1 && html` <a href=${addressOf(query.part - 1)}>Worse findings</a>`}
      ${before + count < total && html` <a href=${addressOf(query.part + 1)}>Further findings</a>`}
    </p>
  `
}

/** Reports whether a public page withholds finding details. */
function isPartlyWithheld({ category, severity, advisory, location }: Finding): boolean {
  const isWithheld =
    category === 'code' &&
    (severity === 'critical' || severity === 'high') &&
    !advisory &&
    location?.startLine === undefined
  return category === 'secret' || isWithheld
}
