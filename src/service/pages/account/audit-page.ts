import { html } from '../html.ts'
import type { AuditRow } from '../../db/accounts/audit.ts'
import type { Content, Page } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage } from './account-frame.ts'

/** Who did what to the account, by pages and by keys; the last first. */
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
          What people at these pages and programs with keys did to the account. Nothing here is changed or removed for a
          year.
        </p>
        ${
          entries.length === 0
            ? html`<p>Nothing${page > 1 ? ' further' : ' yet'}.</p>`
            : html`
              <table class="blocks">
                <thead>
                  <tr>
                    <th scope="col">When</th>
                    <th scope="col">Who</th>
                    <th scope="col">What</th>
                    <th scope="col">To what</th>
                  </tr>
                </thead>
                <tbody>
                  ${entries.map(
                    ({ at, actor, action, subject }) =>
                      html`
                        <tr>
                          <td data-label="When">${shownMoment(at)}</td>
                          <td data-label="Who">${visibleText(actor)}</td>
                          <td data-label="What"><code>${action}</code></td>
                          <td data-label="To what">${visibleText(subject)}</td>
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
                ${page > 1 && html`<a class="button" rel="prev" href=${`/account/audit?page=${page - 1}`}>← Later</a>`}
              </p>
              <p>
                ${hasMore && html`<a class="button" rel="next" href=${`/account/audit?page=${page + 1}`}>Earlier →</a>`}
              </p>
            </nav>
          `
        }
      </section>
    ` as Content,
  )
}
