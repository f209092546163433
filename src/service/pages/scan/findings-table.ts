import { type Content, html } from '../html.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { shownNumber } from '../moment.ts'
import { placeOf } from '../parts/finding-card.ts'
import { markedText } from '../parts/marked-text.ts'
import { severityTone } from '../parts/tones.ts'
import { reachabilityLabel } from '../parts/finding-reachability.ts'
import { linkable, visibleText } from '../visible-text.ts'
import { findingAddress } from './finding-address.ts'
import type { FindingRow } from './finding-rows.ts'

/** Number of findings per row that are visible without expanding, and number of all listed findings. */
const maxOpenFindings = 3
const maxListedFindings = 100

/** Maximum number of advisories named in a row. */
const maxAdvisories = 3

/**
 * Returns a table of findings. On narrow screens, rows become blocks. Some browsers then drop the table roles, so the
 * markup repeats them.
 */
export function findingsTable(rows: readonly FindingRow[], scanId: string): Content {
  return html`
    <table class="blocks findings" role="table">
      <caption>Findings</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Severity</th>
          <th role="columnheader" scope="col">Finding</th>
        </tr>
      </thead>
      <tbody role="rowgroup">${rows.map((row) => tableRow(row, scanId))}</tbody>
    </table>
  `
}

function tableRow(row: FindingRow, scanId: string): Content {
  const { severity, title, remediation, findings } = row
  const [first] = findings
  const { component } = first
  const href = findings.length === 1 ? findingAddress(scanId, first) : undefined
  const text = html`<bdi>${markedText(visibleText(title))}</bdi>`
  return html`
    <tr role="row">
      <td role="cell">
        <span class=${`label ${severityTone[severity]}`}>${severity}</span>
        ${findings.some(({ advisory }) => advisory?.kev) && html` <span class="label worst">known exploited</span>`}
        ${reachabilityLabel(findings)}
      </td>
      <td role="cell">
        <p>${href === undefined ? text : html`<a href=${href}>${text}</a>`}${countText(row)}</p>
        ${component && html`<p><bdi>${markedText(visibleText(remediation, 400))}</bdi></p>`}
        ${component ? componentLine(component, findings) : findings.length === 1 && placeLine(first)}
        ${findings.length > 1 && findingLinks(row, scanId)}
      </td>
    </tr>
  `
}

function countText({ findings, isByRule }: FindingRow): string {
  const [{ component, location }] = findings
  if (findings.length === 1 || component) return ''
  const noun = isByRule ? 'findings' : location ? 'places' : 'times'
  return ` (${shownNumber(findings.length)} ${noun})`
}

function placeLine({ location }: Finding): Content {
  return location && html`<p class="quiet"><code><bdi>${visibleText(placeOf(location))}</bdi></code></p>`
}

/** Returns a package's dependency path, its fixed version, and the advisories. */
function componentLine({ introducedBy }: NonNullable<Finding['component']>, findings: readonly Finding[]): Content {
  const steps = introducedBy[0]?.path.slice(1) ?? []
  const advisories = findings.flatMap(({ advisory }) => advisory ?? [])
  const rest = advisories.length - maxAdvisories
  return html`
    <p class="quiet">
      ${
        steps.length > 1 &&
        html`Path: ${steps
          .slice(0, 8)
          .map((step, index) => html`${index > 0 && ' › '}<bdi>${visibleText(step, 120)}</bdi>`)}. `
      }
      ${advisories
        .slice(0, maxAdvisories)
        .map((advisory, index) => html`${index > 0 && ', '}${advisoryName(advisory)}`)}
      ${rest > 0 && `, and ${shownNumber(rest)} more`}
    </p>
  `
}

function advisoryName({ id, aliases, url }: NonNullable<Finding['advisory']>): Content {
  const href = linkable(url)
  const name = html`<bdi>${visibleText(id, 100)}</bdi>`
  return html`
    ${href === undefined ? name : html`<a href=${href} rel="noopener noreferrer nofollow">${name}</a>`}
    ${aliases[0] !== undefined && html` (<bdi>${visibleText(aliases[0], 60)}</bdi>)`}
  `
}

/** Returns links to a row's findings. Secrets without a location have no page, so only their number is shown. */
function findingLinks(row: FindingRow, scanId: string): Content {
  const links = row.findings
    .slice(0, maxListedFindings)
    .flatMap((finding) => findingLink(finding, row, findingAddress(scanId, finding)) ?? [])
  const rest = row.findings.length - maxOpenFindings
  const unlisted = row.findings.length - maxListedFindings
  if (links.length === 0) return ''
  return html`
    <ul>${links.slice(0, maxOpenFindings)}</ul>
    ${
      rest > 0 &&
      html`
        <details>
          <summary>${shownNumber(rest)} more</summary>
          <ul>
            ${links.slice(maxOpenFindings)}
            ${unlisted > 0 && html`<li class="quiet">and ${shownNumber(unlisted)} more in the view with code</li>`}
          </ul>
        </details>
      `
    }
  `
}

/** Returns a link to a finding. Shows its severity only if it differs from the row's. */
function findingLink(
  { severity, title, component, location }: Finding,
  { severity: worst, isByRule }: FindingRow,
  href: string | undefined,
): Content | undefined {
  if (href === undefined) return undefined
  const place = location && html`<code><bdi>${visibleText(placeOf(location))}</bdi></code>`
  const name = html`<bdi>${markedText(visibleText(title))}</bdi>`
  return html`
    <li>
      <a href=${href}>${component || isByRule ? name : place}</a>
      ${isByRule && place && html` ${place}`}
      ${severity !== worst && html` <span class=${`label ${severityTone[severity]}`}>${severity}</span>`}
    </li>
  `
}
