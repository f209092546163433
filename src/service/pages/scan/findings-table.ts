import { type Content, html } from '../html.ts'
import type { FindingGroup } from '../../../engine/reports/finding-groups.ts'
import { markedText } from '../parts/marked-text.ts'
import { severityTone } from '../parts/tones.ts'
import { groupRow } from './group-row.ts'
import { type PublishedFinding, publishedFindings } from './published-finding.ts'
import { linkable, visibleText } from '../visible-text.ts'

/** Number of aliases of an advisory that are shown. */
const shownAliases = 3

/**
 * Returns a table of findings. On narrow screens its rows become blocks. Some browsers then drop the table roles, so
 * the markup repeats them.
 */
export function findingsTable(groups: readonly FindingGroup[], scanId: string): Content {
  return html`
    <table class="blocks" role="table">
      <caption>Findings</caption>
      <thead role="rowgroup">
        <tr role="row">
          ${['Severity', 'Finding', 'Package', 'Fixed in', 'Advisory'].map(
            (name) => html`<th role="columnheader" scope="col">${name}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">${groups.map((group) => rowsOf(group, scanId))}</tbody>
    </table>
  `
}

/** Secrets without a place have no page to link, so that they stay one row with their number. */
function rowsOf(group: FindingGroup, scanId: string) {
  const { findings } = group
  return findings.length > 1 && findings.every(({ component, location }) => component || location)
    ? groupRow(group, scanId)
    : publishedFindings(findings).map((finding) => row(finding, scanId))
}

function row(
  {
    id,
    severity,
    title,
    count,
    place,
    component,
    dependencyPath,
    advisory,
    fixedVersion,
    isExploited,
  }: PublishedFinding,
  scanId: string,
) {
  // Secrets and grouped findings have no page with details.
  const detailsUrl =
    count === 1 && (place !== undefined || component) ? `/scan/${scanId}/findings/${encodeURIComponent(id)}` : undefined
  return html`
    <tr role="row">
      <td role="cell">
        <span class=${`label ${severityTone[severity]}`}>${severity}</span>
        ${isExploited && html` <p><span class="label worst">known exploited</span></p>`}
      </td>
      <td role="cell">
        <p>
          ${
            detailsUrl === undefined
              ? html`<bdi>${markedText(visibleText(title))}</bdi>`
              : html`<a href=${detailsUrl}><bdi>${markedText(visibleText(title))}</bdi></a>`
          }
          ${count > 1 && ` (${count} times)`}
        </p>
        ${place !== undefined && html`<p class="quiet"><code><bdi>${visibleText(place)}</bdi></code></p>`}
      </td>
      ${cell(
        'Package',
        component &&
          html`
            <p><bdi>${visibleText(component.name)}</bdi> <bdi>${visibleText(component.version)}</bdi></p>
            ${
              dependencyPath.length > 0 &&
              html`
                <p class="quiet">
                  through${' '}
                  ${dependencyPath.map((step, index) => html`${index > 0 && ' › '}<bdi>${visibleText(step)}</bdi>`)}
                </p>
              `
            }
          `,
      )}
      ${cell('Fixed in', fixedVersion !== undefined && html`<p><bdi>${visibleText(fixedVersion)}</bdi></p>`)}
      ${cell('Advisory', advisory && advisoryCell(advisory))}
    </tr>
  `
}

/** Returns a cell. On narrow screens it shows its column name, or takes no space if it is empty. */
function cell(column: string, content: ReturnType<typeof html> | undefined | false) {
  return content
    ? html`<td role="cell" data-label=${column}>${content}</td>`
    : html`<td role="cell" class="none">–</td>`
}

function advisoryCell({ id, aliases, url }: NonNullable<PublishedFinding['advisory']>) {
  const href = linkable(url)
  const name = html`<bdi>${visibleText(id)}</bdi>`
  const shown = aliases.slice(0, shownAliases)
  return html`
    <p class="id">
      ${href === undefined ? name : html`<a href=${href} rel="noopener noreferrer nofollow">${name}</a>`}
    </p>
    ${
      shown.length > 0 &&
      html`<p class="quiet">${visibleText(shown.join(', '))}${aliases.length > shown.length && ' …'}</p>`
    }
  `
}
