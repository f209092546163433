import { type Content, html } from '../html.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { type FindingGroup, groupFindings } from '../../../engine/reports/finding-groups.ts'
import { shownNumber } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { severityLabel } from './grades.ts'
import { markedText } from './marked-text.ts'

/** Note shown with paginated lists. */
export const groupsOfPage = html`<p class="quiet">Each group contains only the findings on this page.</p>`

/** Number of cards per group that are visible without expanding. */
const maxOpenCards = 3

/**
 * Returns finding cards. Findings that one change fixes share a heading that describes the change. A group with a
 * single finding has no heading.
 *
 * @param cardOf returns a finding's card, with a title at the given level
 */
export function groupedCards(
  findings: readonly Finding[],
  cardOf: (finding: Finding, heading: 'h3' | 'h4') => Content,
): Content {
  return html`${groupFindings(findings).map((group) =>
    group.findings.length === 1 ? cardOf(group.findings[0], 'h3') : groupSection(group, cardOf),
  )}`
}

function groupSection(
  { severity, title, remediation, findings }: FindingGroup,
  cardOf: (finding: Finding, heading: 'h3' | 'h4') => Content,
): Content {
  const cards = findings.map((finding) => cardOf(finding, 'h4'))
  const rest = cards.length - maxOpenCards
  const [{ component }] = findings
  return html`
    <section class="finding group">
      <h3>
        ${severityLabel(severity)}${' '}
        <bdi>${markedText(visibleText(title, 300))}</bdi>
        ${!component && ` (${shownNumber(findings.length)} places)`}
      </h3>
      ${component && html`<p><bdi>${markedText(visibleText(remediation, 1_000))}</bdi></p>`}
      ${cards.slice(0, maxOpenCards)}
      ${
        rest > 0 &&
        html`
          <details>
            <summary>${shownNumber(rest)} more ${rest === 1 ? 'finding' : 'findings'}</summary>
            ${cards.slice(maxOpenCards)}
          </details>
        `
      }
    </section>
  `
}
