import type { AcceptanceOfScan } from '../../db/github/acceptances.ts'
import { shortId } from '../../../engine/model/short-id.ts'
import { type Content, html } from '../html.ts'
import { shownMoment } from '../moment.ts'
import { visibleText } from '../visible-text.ts'

/** Returns the section with findings that were accepted in pull requests. Empty if none exist. */
export function acceptedSection(accepted: readonly AcceptanceOfScan[]): Content {
  if (accepted.length === 0) return ''
  return html`
    <section class="card">
      <h2>Accepted in pull requests</h2>
      <table class="blocks">
        <thead>
          <tr>
            <th scope="col">Pull request</th>
            <th scope="col">Finding</th>
            <th scope="col">Person</th>
            <th scope="col">Reason</th>
            <th scope="col">Until</th>
          </tr>
        </thead>
        <tbody>
          ${accepted.map(
            ({ pullNumber, fingerprint, rule, person, reason, expiresAt }) => html`
              <tr>
                <td data-label="Pull request">#${pullNumber}</td>
                <td data-label="Finding"><code>${shortId(fingerprint)}</code> ${visibleText(rule)}</td>
                <td data-label="Person">${visibleText(person)}</td>
                <td data-label="Reason">${visibleText(reason)}</td>
                <td data-label="Until">${shownMoment(expiresAt)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </section>
  `
}
