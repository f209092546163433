import { type Content, html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { SessionRow } from '../../db/accounts/sessions.ts'
import type { Page } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { pageLimits } from '../page-limits.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'

const maxUnfolded = pageLimits.maxUnfoldedSessions

/** Returns the page that lists the browsers signed in by the same user, or with links to the account. */
export function sessionsPage(frame: AccountFrame, sessions: readonly SessionRow[]): Page {
  const { visitor } = frame
  const older = sessions.slice(maxUnfolded)
  return accountPage(
    frame,
    'Sessions',
    html`
      <section class="card">
        <h1>Sessions</h1>
        <p class="lead">
          Browsers that are signed
          in ${visitor.person ? html`as ${visibleText(visitor.person.login)}` : 'with links to this account'}. A session
          ends after one day of inactivity, and after one week at the latest.
        </p>
        ${tableOf(visitor, sessions.slice(0, maxUnfolded))}
        ${
          older.length > 0 &&
          html`
            <details>
              <summary>${older.length} older ${older.length === 1 ? 'session' : 'sessions'}</summary>
              ${tableOf(visitor, older)}
            </details>
          `
        }
      </section>
    `,
  )
}

function tableOf(visitor: Visitor, sessions: readonly SessionRow[]): Content {
  return html`
    <table class="blocks">
      <thead>
        <tr>
          <th scope="col">Browser</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last used</th>
          <th scope="col">Ends</th>
          <th scope="col"><span class="unseen">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${sessions.map(
          (session) => html`
                <tr>
                  <th scope="row">
                    ${visibleText(session.agent) || 'unknown'} ${
                      session.id === visitor.sessionId &&
                      html`
                      <span class="label calm">this browser</span>
                    `
                    }
                  </th>
                  <td data-label="Signed in">${shownMoment(session.createdAt)}</td>
                  <td data-label="Last used">${shownMoment(session.seenAt)}</td>
                  <td data-label="Ends">${shownMoment(session.endsAt)}</td>
                  <td>
                    <form method="post" action=${`/account/sessions/${session.id}/end`}>
                      ${formToken(visitor)}
                      <button aria-label=${`End session from ${shownMoment(session.createdAt)}`}>End</button>
                    </form>
                  </td>
                </tr>
              `,
        )}
      </tbody>
    </table>
  `
}
