import { html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { ApiError } from '../../api/api-error.ts'
import type { Content, Page } from '../layout.ts'
import { markedText } from '../parts/marked-text.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'

/** For a person who manages nothing that is known here. */
export function noAccountPage(visitor: Visitor): Page {
  const { person } = visitor
  return {
    title: 'No account',
    section: 'account',
    content: html`
      <section class="card">
        <h1>No account here is yours</h1>
        <p>
          You are signed in${person && html` as <strong>${visibleText(person.login)}</strong> at ${person.host}`}. An
          account belongs to the owner of an installation of this app: yourself, an organisation that you own, or one
          all of whose private repositories with the app you administer.
        </p>
        <p>
          Install the app at ${person?.host ?? 'GitHub'}, or ask an owner. What you may read there you can read here.
        </p>
        <form method="post" action="/session/end">${formToken(visitor)}<button>Sign out</button></form>
      </section>
    ` as Content,
  }
}

/** For the time in which GitHub cannot say what a person may do. */
export function gitHubSilentPage(visitor: Visitor): Page {
  return {
    title: 'GitHub does not answer',
    section: 'account',
    content: html`
      <section class="card">
        <h1>GitHub does not answer</h1>
        <p>
          What you may do here is what GitHub says, at most 15 minutes ago. It does not answer now: until it does,
          nothing of an account is shown. Load the page again in a little while.
        </p>
        <form method="post" action="/session/end">${formToken(visitor)}<button>Sign out</button></form>
      </section>
    ` as Content,
  }
}

/** Tells what was wrong with what somebody asked for at a page of their account, and leads back. */
export function problemPage(frame: AccountFrame, error: ApiError): Page {
  return accountPage({ ...frame, problem: error.message }, didNotWork, problemCard(error, { back: frame.tab }))
}

/** The same for a form that stands at another page. */
export function problemElsewherePage(error: ApiError, back: { readonly address: string; readonly name: string }): Page {
  return {
    title: didNotWork,
    isSecret: true,
    content: html`
        <p class="crumbs"><a href=${back.address}><bdi>${visibleText(back.name, 120)}</bdi></a></p>
        ${problemCard(error, { back: back.address, isAlert: true })}
      ` as Content,
  }
}

const didNotWork = 'That did not work'

function problemCard(
  { message, details }: ApiError,
  { back, isAlert = false }: { readonly back: string; readonly isAlert?: boolean },
): Content {
  return html`
    <section class="card">
      <h1>${didNotWork}</h1>
      ${isAlert && html`<p class="problem" role="alert">${markedText(visibleText(message))}</p>`}
      ${
        details.length > 0 &&
        html`
          <ul>
            ${details.map(
              ({ path, message: what }) =>
                html`
                  <li><code>${path.replace(/^(?:body|params|query)\./, '')}</code> ${markedText(visibleText(what))}</li>
                `,
            )}
          </ul>
        `
      }
      <p>Nothing was changed.</p>
      <p class="actions"><a class="button" href=${back}>Back</a></p>
    </section>
  ` as Content
}
