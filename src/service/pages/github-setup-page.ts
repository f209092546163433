import { html } from './html.ts'
import { type AppManifest, manifestAction } from '../github/manifest.ts'
import type { AppCredentials } from '../github/manifest-conversion.ts'
import type { GitHubPlace } from '../../settings/github-settings.ts'
import { whyUnreachable } from '../github/manifest-reach.ts'
import type { Content, Page } from './layout.ts'

/** What the page that registers the app shows. */
export interface GitHubSetup {
  readonly place: GitHubPlace
  readonly manifest: AppManifest
  readonly state: string
  /** Whose app it will be; absent: that of whoever sends the form. */
  readonly organization?: string | undefined
}

/** Explains what is registered, and sends it to GitHub when a person says so. */
export function githubSetupPage(setup: GitHubSetup): Page {
  const { manifest, place } = setup
  const why = whyUnreachable(manifest.url)
  // GitHub Enterprise may stand in the same private network.
  const isHopeless = why !== undefined && place.host === 'github.com'
  return {
    title: 'Set up the GitHub App',
    content: [
      html`
        <section class="card">
          <h1>Set up the GitHub App</h1>
          <p>
            As a GitHub App this service scans what is pushed to the repositories in which the app is installed, and
            says what it found in one check run on each commit. Each service has an app of its own, and this page
            registers yours at ${place.host}. You can change or delete it there at any time.
          </p>
        </section>
      `,
      why !== undefined &&
        html`
          <section class="card warning">
            <h2>${isHopeless ? 'GitHub cannot reach this service' : 'Can GitHub reach this service?'}</h2>
            <p>
              ${why} ${
                isHopeless
                  ? 'Set PUBLIC_URL to the https address under which this service is found from the internet, ' +
                    'start it ' +
                    'again, and open a new link.'
                  : `${place.host} has to reach ${manifest.hook_attributes.url}.`
              }
            </p>
          </section>
        `,
      html`<section class="card"><h2>What is registered</h2>
        <dl class="facts">
          <dt>Name</dt><dd>${manifest.name}, unless you choose another one at GitHub</dd>
          <dt>Events go to</dt><dd><code>${manifest.hook_attributes.url}</code></dd>
          <dt>Events</dt><dd>${manifest.default_events.join(', ')}</dd>
          <dt>Permissions</dt><dd>${Object.entries(manifest.default_permissions)
            .map(([name, right]) => `${name}: ${right}`)
            .join(', ')}</dd>
        </dl>
        <p class="quiet">The only thing that it can write is check runs.</p></section>`,
      !isHopeless && html`<section class="card"><h2>Register it</h2>${forms(setup)}</section>`,
    ] as Content,
  }
}

/** Two forms, since there is no script: the first chooses the owner, the second goes to GitHub. */
function forms({ place, manifest, state, organization }: GitHubSetup): Content {
  return [
    html`
      <form method="get" action="/github/setup">
        <p>
          For an organisation instead of
          yourself: <input name="organization" value=${organization ?? ''} maxlength="39" aria-label="Organisation" />
          <button>Choose</button>
        </p>
      </form>
    `,
    html`<form method="post" action=${manifestAction(place.host, { organization, state })}>
      <input type="hidden" name="manifest" value=${JSON.stringify(manifest)} />
      <p><button>Register at ${place.host} for ${organization === undefined ? 'yourself' : organization}</button></p>
    </form>`,
    html`
      <p class="quiet">
        Be signed in there before. GitHub asks you to confirm, and then sends you back here for the credentials.
      </p>
    `,
  ] as Content
}

/** The credentials as lines of settings, this once, and what to do with them. */
export function githubCredentialsPage(
  { id, webhookSecret, clientId, clientSecret, privateKey, page }: AppCredentials,
  { host }: GitHubPlace,
): Page {
  const lines = [
    `APP_ID=${id}`,
    `WEBHOOK_SECRET=${webhookSecret}`,
    `GITHUB_CLIENT_ID=${clientId}`,
    `GITHUB_CLIENT_SECRET=${clientSecret}`,
    // In base64 it is one line without signs that shells, env files and systemd read differently.
    `PRIVATE_KEY=${Buffer.from(privateKey).toString('base64')}`,
    ...(host === 'github.com' ? [] : [`GHE_HOST=${host}`]),
  ]
  return {
    title: 'The GitHub App is registered',
    content: [
      html`
        <section class="card">
          <h1>The GitHub App is registered</h1>
          <p>These are its credentials. They are shown this once and kept nowhere here.</p>
          <pre>${lines.join('\n')}</pre>
          <p class="quiet">
            Were they lost, make a new private key and a new webhook secret in the settings of the app at GitHub.
          </p>
        </section>
      `,
      html`
        <section class="card">
          <h2>What to do now</h2>
          <ol>
            <li>
              Put the lines into the environment of the service, of every process of it, where you keep other secrets.
            </li>
            <li>Start the service again.</li>
            <li>
              ${
                page === undefined
                  ? 'Install the app from its page at GitHub'
                  : html`<a href=${`${page}/installations/new`}>Install the app</a>`
              },
              in all repositories or in some.
            </li>
            <li>Push a commit or open a pull request: it gets a check named Assay.</li>
          </ol>
        </section>
      `,
    ] as Content,
  }
}
