import { html } from '../html.ts'
import { loginScript } from '../assets.ts'
import type { Content, Page } from '../layout.ts'

export interface SignInOptions {
  /** Where it leads. */
  readonly next: string
  /** The GitHub host at which people sign in; absent: they do not. */
  readonly gitHubHost?: string | undefined
  /** What went wrong. */
  readonly problem?: string
}

/** The ways to sign in: at GitHub where the service is known there, and by a link of whoever runs the service. */
export function signInPage({ next, gitHubHost, problem }: SignInOptions): Page {
  return {
    title: 'Sign in',
    section: 'account',
    scripts: [loginScript],
    content: [
      html`
        <section class="card">
          <h1>Sign in</h1>
          ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
          <p class="lead">
            Keys for the API, webhooks and usage of an account are behind this. The registry and public reports need no
            sign-in.
          </p>
          ${
            gitHubHost !== undefined &&
            html`
              <p class="actions">
                <a class="button main" href=${`/session/github?next=${encodeURIComponent(next)}`}>
                  Sign in with ${gitHubHost === 'github.com' ? 'GitHub' : gitHubHost}
                </a>
              </p>
              <p class="quiet">
                Your accounts are those of the installations of this app whose owner you are. What you may do at GitHub
                is asked again every 15 minutes.
              </p>
            `
          }
        </section>
      `,
      html`
        <section class="card">
          <h2>Sign in with a link</h2>
          <p>
            Whoever runs the service makes one with <code>npm run -s assay -- login-link --account local</code>. It
            works once, within ten minutes.
          </p>
          <form method="post" action="/login" data-sign-in-link>
            <input type="hidden" name="next" value=${next} />
            <div class="row">
              <div class="field grow">
                <label for="link">The link, or what stands behind its #</label>
                <input id="link" name="link" required maxlength="2000" autocomplete="off" spellcheck="false" />
              </div>
              <button class="main">Sign in</button>
            </div>
          </form>
        </section>
      `,
    ] as Content,
  }
}
