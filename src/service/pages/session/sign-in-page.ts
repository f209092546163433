import { html } from '../html.ts'
import { loginScript } from '../assets.ts'
import type { Page } from '../layout.ts'

export interface SignInOptions {
  /** Path to open after sign-in. */
  readonly next: string
  /** GitHub host for the sign-in. If absent, visitors can sign in only with a link. */
  readonly gitHubHost?: string | undefined
  /** Error of the last attempt. */
  readonly problem?: string
}

/** Returns the sign-in page. Visitors sign in with GitHub, if configured, or with a link from the operator. */
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
            Sign in to manage the API keys, webhooks, and scans of an account. You do not need to
            sign in to see the registry and public reports.
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
                You can manage the account of every app installation that you own. Assay checks your permissions with
                GitHub every 15 minutes.
              </p>
            `
          }
        </section>
      `,
      html`
        <section class="card">
          <h2>Sign in with a link</h2>
          <p>
            The operator creates a link with <code>npm run -s assay -- login-link --account local</code>. The link works
            once and expires after ten minutes.
          </p>
          <form method="post" action="/login" data-sign-in-link>
            <input type="hidden" name="next" value=${next} />
            <div class="row">
              <div class="field grow">
                <label for="link">Link, or the part after #</label>
                <input id="link" name="link" required maxlength="2000" autocomplete="off" spellcheck="false" />
              </div>
              <button class="main">Sign in</button>
            </div>
          </form>
        </section>
      `,
    ],
  }
}
