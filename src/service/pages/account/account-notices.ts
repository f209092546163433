import { type Content, html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { ApiError } from '../../api/api-error.ts'
import type { Page } from '../layout.ts'
import { markedText } from '../parts/marked-text.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'
import { organizationsPath } from './personal-page.ts'

/** Returns the page for a user who manages no account. */
export function noAccountPage(visitor: Visitor): Page {
  const { person } = visitor
  return {
    title: 'No account',
    section: 'account',
    content: html`
      <section class="card">
        <h1>No account to manage</h1>
        <p>
          You are signed in${person && html` as <strong>${visibleText(person.login)}</strong> on ${person.host}`}.
          You can manage an account if at least one of these is true:
        </p>
        <ul>
          <li>You installed this app for yourself.</li>
          <li>You own an organization in which this app is installed.</li>
          <li>You administer every private repository in an installation of this app.</li>
        </ul>
        <p>
          Install the app on ${person?.host ?? 'GitHub'}, or ask an owner for access. If you can read a repository
          there, you can already read its reports here. The list of <a href=${organizationsPath}>organizations</a> shows
          those repositories.
        </p>
        <form method="post" action="/session/end">${formToken(visitor)}<button>Sign out</button></form>
      </section>
    `,
  }
}

/** Returns the page for a user whose permissions GitHub does not currently return. */
export function gitHubSilentPage(visitor: Visitor): Page {
  return {
    title: 'GitHub is not responding',
    section: 'account',
    content: html`
      <section class="card">
        <h1>GitHub is not responding</h1>
        <p>
          Assay checks your permissions with GitHub every 15 minutes. GitHub is not responding, so your
          account is not available. Reload the page in a few minutes.
        </p>
        <form method="post" action="/session/end">${formToken(visitor)}<button>Sign out</button></form>
      </section>
    `,
  }
}

/** Returns the account page for a failed request, with a link back. */
export function problemPage(frame: AccountFrame, error: ApiError): Page {
  return accountPage({ ...frame, problem: error.message }, requestFailed, problemCard(error, { back: frame.tab }))
}

/** Like `problemPage`, but for forms outside the account pages. */
export function problemElsewherePage(error: ApiError, back: { readonly address: string; readonly name: string }): Page {
  return {
    title: requestFailed,
    isSecret: true,
    content: html`
        <p class="crumbs"><a href=${back.address}><bdi>${visibleText(back.name, 120)}</bdi></a></p>
        ${problemCard(error, { back: back.address, isAlert: true })}
      `,
  }
}

const requestFailed = 'Request failed'

function problemCard(
  { message, details }: ApiError,
  { back, isAlert = false }: { readonly back: string; readonly isAlert?: boolean },
): Content {
  return html`
    <section class="card">
      <h1>${requestFailed}</h1>
      ${isAlert && html`<p class="problem" role="alert">${markedText(visibleText(message))}</p>`}
      ${
        details.length > 0 &&
        html`
          <ul>
            ${details.map(
              ({ path, message: detail }) =>
                html`
                  <li>
                    <code>${path.replace(/^(?:body|params|query)\./, '')}</code> ${markedText(visibleText(detail))}
                  </li>
                `,
            )}
          </ul>
        `
      }
      <p>Nothing was changed.</p>
      <p class="actions"><a class="button" href=${back}>Back</a></p>
    </section>
  `
}
