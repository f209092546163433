import { html } from '../html.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import type { FindingGroup } from '../../../engine/reports/finding-groups.ts'
import { shownNumber } from '../moment.ts'
import { placeOf } from '../parts/finding-card.ts'
import { markedText } from '../parts/marked-text.ts'
import { severityTone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'

/** Findings of one group that are visible at once, and advisories. */
const maxOpenFindings = 5
const maxAdvisories = 3

/** Returns the row of a group of several findings, with a link to each. Its columns are those of the findings table. */
export function groupRow({ severity, title, remediation, fixedVersion, findings }: FindingGroup, scanId: string) {
  const [{ component }] = findings
  const links = findings.map((finding) => findingLink(finding, { scanId, groupSeverity: severity }))
  const rest = links.length - maxOpenFindings
  return html`
    <tr role="row">
      <td role="cell">
        <span class=${`label ${severityTone[severity]}`}>${severity}</span>
        ${findings.some(({ advisory }) => advisory?.kev) && html` <p><span class="label worst">exploited</span></p>`}
      </td>
      <td role="cell">
        <p><bdi>${markedText(visibleText(title))}</bdi>${!component && ` (${shownNumber(findings.length)} places)`}</p>
        ${component && html`<p class="quiet"><bdi>${markedText(visibleText(remediation, 1_000))}</bdi></p>`}
        <ul>${links.slice(0, maxOpenFindings)}</ul>
        ${
          rest > 0 &&
          html`<details><summary>${shownNumber(rest)} more</summary><ul>${links.slice(maxOpenFindings)}</ul></details>`
        }
      </td>
      ${
        component
          ? html`
            <td role="cell" data-label="Package">
              <p><bdi>${visibleText(component.name)}</bdi> <bdi>${visibleText(component.version)}</bdi></p>
              ${dependencyPath(component)}
            </td>
          `
          : emptyCell
      }
      ${
        fixedVersion === undefined
          ? emptyCell
          : html`<td role="cell" data-label="Fixed in"><p><bdi>${visibleText(fixedVersion)}</bdi></p></td>`
      }
      ${component ? html`<td role="cell" data-label="Advisory">${advisoryIds(findings)}</td>` : emptyCell}
    </tr>
  `
}

const emptyCell = html`<td role="cell" class="none">–</td>`

/** Without links: the page of each finding has them. */
function advisoryIds(findings: readonly Finding[]) {
  const ids = findings.flatMap(({ advisory }) => advisory?.id ?? [])
  const rest = ids.length - maxAdvisories
  return html`
    ${ids.slice(0, maxAdvisories).map((id) => html`<p class="id"><bdi>${visibleText(id)}</bdi></p>`)}
    ${rest > 0 && html`<p class="quiet">and ${shownNumber(rest)} more</p>`}
  `
}

function dependencyPath({ introducedBy }: NonNullable<Finding['component']>) {
  const steps = introducedBy[0]?.path.slice(1, -1) ?? []
  return (
    steps.length > 0 &&
    html`
      <p class="quiet">
        through ${steps.map((step, index) => html`${index > 0 && ' › '}<bdi>${visibleText(step)}</bdi>`)}
      </p>
    `
  )
}

/** A severity is shown where it differs from that of the group. */
function findingLink(
  { id, severity, title, component, location }: Finding,
  { scanId, groupSeverity }: { readonly scanId: string; readonly groupSeverity: Finding['severity'] },
) {
  const text =
    component || !location
      ? html`<bdi>${markedText(visibleText(title))}</bdi>`
      : html`<code><bdi>${visibleText(placeOf(location))}</bdi></code>`
  return html`
    <li>
      <a href=${`/scan/${scanId}/findings/${encodeURIComponent(id)}`}>${text}</a>
      ${severity !== groupSeverity && html` <span class=${`label ${severityTone[severity]}`}>${severity}</span>`}
    </li>
  `
}
