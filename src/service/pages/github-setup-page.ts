import { type Content, html } from './html.ts'
import { type AppManifest, manifestAction } from '../github/manifest.ts'
import type { AppCredentials } from '../github/manifest-conversion.ts'
import type { GitHubPlace } from '../../settings/github-settings.ts'
import { whyUnreachable } from '../github/manifest-reach.ts'
import type { Page } from './layout.ts'

/** Data for the registration page. */
export interface GitHubSetup {
  readonly place: GitHubPlace
  readonly manifest: AppManifest
  readonly state: string
  /** Organization that will own the app. If omitted, the user who submits the form owns it. */
  readonly organization?: string | undefined
}

/** Reason why the app needs each permission. */
const permissionReasons: Readonly<Record<string, string>> = {
  checks: 'Creates and updates the check run of a commit.',
  contents: 'Reads the source, and the settings of the project.',
  merge_queues: 'Receives the events of merge queues.',
  metadata: 'Lists repositories. Every app has this permission.',
  pull_requests: 'Reads open pull requests, and receives their events.',
}

/** Returns the page that explains the app, with the form that registers it on GitHub. */
export function githubSetupPage(setup: GitHubSetup): Page {
  const { manifest, place } = setup
  const reason = whyUnreachable(manifest.url)
  // Checked only for github.com, because GitHub Enterprise can be in the same private network as the service.
  const isUnreachable = reason !== undefined && place.host === 'github.com'
  return {
    title: 'Set up the GitHub App',
    content: [
      html`
        <section class="card">
          <h1>Set up the GitHub App</h1>
          <p>
            As a GitHub App, this service scans every push to the repositories where the app is installed. It
            reports the findings in one check run per commit. Each service has its own app. This page registers your
            app on ${place.host}. You can change or delete it there at any time.
          </p>
          <p class="quiet">The setup has four steps and takes a few minutes.</p>
        </section>
      `,
      reason !== undefined &&
        html`
          <section class="card warning">
            <h2>${isUnreachable ? 'Service not reachable from GitHub' : 'Network access from GitHub'}</h2>
            <p>
              ${reason} ${
                isUnreachable
                  ? 'Set PUBLIC_URL to the public https URL of this service. Restart the service, and then create ' +
                    'and open a new setup link.'
                  : `${place.host} must be able to reach ${manifest.hook_attributes.url}.`
              }
            </p>
          </section>
        `,
      settingsStep(manifest),
      ...(isUnreachable ? [] : registrationSteps(setup)),
    ],
  }
}

function settingsStep({
  name,
  hook_attributes: hook,
  default_events: events,
  default_permissions: rights,
}: AppManifest) {
  return html`
    <section class="card">
      <h2>1. Check the settings</h2>
      <dl class="facts">
        <dt>Name</dt><dd>${name}, unless you choose another name on GitHub</dd>
        <dt>Webhook URL</dt><dd><code>${hook.url}</code></dd>
        <dt>Events</dt><dd>${events.join(', ')}</dd>
      </dl>
      <table class="blocks permissions">
        <caption class="unseen">Permissions</caption>
        <thead>
          <tr><th scope="col">Permission</th><th scope="col">Access</th><th scope="col">Reason</th></tr>
        </thead>
        <tbody>
          ${Object.entries(rights).map(
            ([right, access]) =>
              html`
                <tr>
                  <th scope="row"><code>${right}</code></th>
                  <td data-label="Access">${access}</td>
                  <td data-label="Reason">${permissionReasons[right] ?? 'Receives events.'}</td>
                </tr>
              `,
          )}
        </tbody>
      </table>
      <p class="quiet">The app has write access only to check runs.</p>
    </section>
  `
}

/**
 * Returns the steps with two forms, because the page has no script. One selects the owner; the other goes to GitHub.
 */
function registrationSteps({ place, manifest, state, organization }: GitHubSetup): Content[] {
  return [
    html`
      <section class="card">
        <h2>2. Choose the owner</h2>
        <p>
          ${
            organization === undefined
              ? html`Owner: <strong>your account</strong>. Choose an organization if more people maintain this service.`
              : html`
                Owner: the organization <strong>${organization}</strong>. You must be one of its owners.
                ${' '}<a href="/github/setup">Use your account instead</a>
              `
          }
        </p>
        <form method="get" action="/github/setup" class="row">
          <div class="field">
            <label for="organization">Organization</label>
            <input id="organization" name="organization" value=${organization ?? ''} maxlength="39"
              autocomplete="off" />
          </div>
          <button>Choose</button>
        </form>
      </section>
    `,
    html`
      <section class="card">
        <h2>3. Register the app</h2>
        <p>
          Sign in to ${place.host} first. After you confirm the registration, GitHub sends you back to this service for
          the credentials.
        </p>
        <form method="post" action=${manifestAction(place.host, { organization, state })}>
          <input type="hidden" name="manifest" value=${JSON.stringify(manifest)} />
          <p class="actions">
            <button class="main">
              Register on ${place.host} for ${organization === undefined ? 'yourself' : organization}
            </button>
          </p>
        </form>
      </section>
    `,
    html`
      <section class="card">
        <h2>4. Save the credentials, and install the app</h2>
        <p>
          The next page shows the credentials of the app once. Keep a terminal on the service host open, so that you can
          save them. That page then lists how to restart the service and install the app.
        </p>
      </section>
    `,
  ]
}

/**
 * Returns the page that shows the credentials as settings, with the next steps. No other page shows the credentials.
 */
export function githubCredentialsPage(
  { id, webhookSecret, clientId, clientSecret, privateKey, page }: AppCredentials,
  { host }: GitHubPlace,
): Page {
  const lines = [
    `APP_ID=${id}`,
    `WEBHOOK_SECRET=${webhookSecret}`,
    `GITHUB_CLIENT_ID=${clientId}`,
    `GITHUB_CLIENT_SECRET=${clientSecret}`,
    // Base64 keeps the key on one line, without characters that shells, env files, and systemd parse differently.
    `PRIVATE_KEY=${Buffer.from(privateKey).toString('base64')}`,
    ...(host === 'github.com' ? [] : [`GHE_HOST=${host}`]),
  ]
  return {
    title: 'GitHub App registered',
    content: [
      html`
        <section class="card">
          <h1>GitHub App registered</h1>
          <p>Copy these credentials now. Assay does not store them and cannot show them again.</p>
          <pre>${lines.join('\n')}</pre>
          <p class="quiet">
            If you lose them, create a new private key and a new webhook secret in the app settings on GitHub.
          </p>
        </section>
      `,
      html`
        <section class="card">
          <h2>Next steps</h2>
          <ol>
            <li>
              Add these lines to the environment of every service process, next to your other secrets. If you run
              <code>npm start</code> in a checkout, append them to the file <code>.env</code> in the folder of the
              checkout, and run <code>chmod 600 .env</code>.
            </li>
            <li>Restart the service.</li>
            <li>
              ${
                page === undefined
                  ? 'Install the app from its page on GitHub'
                  : html`<a href=${`${page}/installations/new`}>Install the app</a>`
              },
              in all repositories or in selected ones.
            </li>
            <li>Push a commit or open a pull request. The commit gets a check named Assay.</li>
          </ol>
        </section>
      `,
    ],
  }
}
