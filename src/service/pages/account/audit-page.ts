import { html } from '../html.ts'
import type { AuditRow } from '../../db/accounts/audit.ts'
import type { Page } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage } from './account-frame.ts'

/** Returns the page with the audit log of an account, newest entries first. */
export function auditPage(
  frame: AccountFrame,
  {
    entries,
    hasMore,
    page,
  }: { readonly entries: readonly AuditRow[]; readonly hasMore: boolean; readonly page: number },
): Page {
  return accountPage(
    frame,
    'Audit log',
    html`
      <section class="card">
        <h1>Audit log</h1>
        <p class="lead">
          Changes that people and API keys made to this account. Assay keeps each entry unchanged for one year.
        </p>
        ${
          entries.length === 0
            ? html`<p>${page > 1 ? 'No more entries.' : 'No entries yet.'}</p>`
            : html`
              <table class="blocks">
                <thead>
                  <tr>
                    <th scope="col">Time</th>
                    <th scope="col">Actor</th>
                    <th scope="col">Action</th>
                    <th scope="col">Subject</th>
                  </tr>
                </thead>
                <tbody>
                  ${entries.map(
                    ({ at, actor, action, subject }) =>
                      html`
                        <tr>
                          <td data-label="Time">${shownMoment(at)}</td>
                          <td data-label="Actor">${visibleText(actor)}</td>
                          <td data-label="Action"><code>${action}</code></td>
                          <td data-label="Subject">${visibleText(subject)}</td>
                        </tr>
                      `,
                  )}
                </tbody>
              </table>
            `
        }
        ${
          (hasMore || page > 1) &&
          html`
            <nav class="pages" aria-label="Pages">
              <p>
                ${page > 1 && html`<a class="button" rel="prev" href=${`/account/audit?page=${page - 1}`}>← Newer</a>`}
              </p>
              <p>
                ${hasMore && html`<a class="button" rel="next" href=${`/account/audit?page=${page + 1}`}>Older →</a>`}
              </p>
            </nav>
          `
        }
      </section>
    `,
  )
}
