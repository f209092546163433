import { type Content, html } from '../html.ts'
import type { AuditRow } from '../../db/accounts/audit.ts'
import type { Page } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { addressWith } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage } from './account-frame.ts'
import { type AuditQuery, isFiltered } from './audit-query.ts'
import { emptyState } from '../parts/empty-state.ts'

const path = '/account/audit'

export interface AuditShown {
  readonly entries: readonly AuditRow[]
  readonly hasMore: boolean
  readonly query: AuditQuery
  /** Actions offered by the filter. */
  readonly actions: readonly string[]
}

/** Returns an account's audit log page, newest entries first, with a filter. */
export function auditPage(frame: AccountFrame, { entries, hasMore, query, actions }: AuditShown): Page {
  const addressOf = (page: number) => addressWith(path, { ...query, page: page === 1 ? undefined : page })
  const { page } = query
  return accountPage(
    frame,
    'Audit log',
    html`
      <section class="card">
        <h1>Audit log</h1>
        <p class="lead">
          Sign-ins, and changes that people and API keys made to this account. Assay keeps each entry unchanged for at
          least one year.
        </p>
        ${filterForm(query, actions)} ${entries.length === 0 ? nothingListed(query) : tableOf(entries)}
        ${
          (hasMore || page > 1) &&
          html`
            <nav class="pages" aria-label="Pages">
              <p>${page > 1 && html`<a class="button" rel="prev" href=${addressOf(page - 1)}>← Newer</a>`}</p>
              <p>${hasMore && html`<a class="button" rel="next" href=${addressOf(page + 1)}>Older →</a>`}</p>
            </nav>
          `
        }
      </section>
    `,
  )
}

function filterForm({ action, from, to }: AuditQuery, actions: readonly string[]): Content {
  return html`
    <form method="get" action=${path} class="row">
      <div class="field">
        <label for="action">Action</label>
        <select id="action" name="action">
          <option value="">all</option>
          ${actions.map((each) => html`<option value=${each} selected=${each === action}>${each}</option>`)}
        </select>
      </div>
      <div class="field">
        <label for="from">First day (UTC)</label>
        <input id="from" name="from" type="date" value=${from} />
      </div>
      <div class="field">
        <label for="to">Last day (UTC)</label>
        <input id="to" name="to" type="date" value=${to} />
      </div>
      <button>Filter</button>
    </form>
  `
}

function nothingListed(query: AuditQuery): Content {
  if (query.page > 1) return html`<p>No more entries.</p>`
  if (isFiltered(query)) return html`<p>No entries match this filter. <a href=${path}>Show all entries</a></p>`
  return emptyState({
    title: 'No entries yet',
    text:
      'Assay adds an entry when a person signs in, ' +
      'and when a person or a key changes a key, a webhook, or a setting.',
  })
}

function tableOf(entries: readonly AuditRow[]): Content {
  return html`
    <table class="blocks">
      <caption class="unseen">Entries, newest first</caption>
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
                <td data-label="Actor"><bdi>${visibleText(actor, 200)}</bdi></td>
                <td data-label="Action"><code>${action}</code></td>
                <td data-label="Subject"><bdi>${visibleText(subject, 400)}</bdi></td>
              </tr>
            `,
        )}
      </tbody>
    </table>
  `
}
