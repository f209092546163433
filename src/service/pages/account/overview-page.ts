import type { z } from 'zod'
import { type Content, html } from '../html.ts'
import type { WindowUse } from '../../accounts/rate-windows.ts'
import type { Account } from '../../api/v1/get-account.ts'
import type { Page } from '../layout.ts'
import { shownDay, shownMoment, shownNumber } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'
import { organizationAddress } from './personal-page.ts'

/** Returns the overview of an account: plan, rate limits, and GitHub App installations. */
export function overviewPage(
  frame: AccountFrame,
  { plan, createdAt, rateLimits, usage, webhooks, resolvesPrivateSources }: z.output<typeof Account>,
): Page {
  const { account, installations } = frame
  const accountInstallations = installations.filter(({ accountId }) => accountId === account.id)
  return accountPage(frame, 'Account', [
    html`
      <section class="card">
        <h1>Account</h1>
        <ul class="figures">
          <li><strong>${plan}</strong> plan</li>
          <li><strong>${shownNumber(usage.scans.today)}</strong> scans today</li>
          <li><strong>${shownNumber(usage.scans.unfinished)}</strong> waiting or running</li>
          <li><strong>${shownNumber(usage.scans.total)}</strong> <a href="/account/scans">scans in total</a></li>
          <li><strong>${shownNumber(usage.keys)}</strong> active keys</li>
          <li><strong>${shownNumber(webhooks.endpoints)}</strong> webhooks</li>
        </ul>
        <p class="quiet">Created on ${shownDay(new Date(createdAt))}.</p>
      </section>
    `,
    html`
      <section class="card">
        <h2>API rate limits</h2>
        <div class="columns">
          ${meter('Current 15 minutes', 'quarter', rateLimits.quarterHour)}
          ${meter('Today (UTC)', 'day', rateLimits.day)}
        </div>
        <p class="quiet">
          Assay reserves up to 1% of the limit for your next requests. The number of used requests includes this
          reserve. Page views are free. A scan that you start on a page counts as one request.
        </p>
      </section>
    `,
    webhooks.disabled.length > 0 &&
      html`
        <section class="card warning">
          <h2>Disabled webhooks</h2>
          <ul>
            ${webhooks.disabled.map(
              ({ webhookId, disabledReason, disabledAt }) =>
                html`
                  <li>
                    <a href=${`/account/webhooks/${webhookId}`}>
                    ${webhookId}</a>, ${
                      disabledReason === 'failing' ? 'disabled after several days of failed deliveries' : 'paused'
                    }, ${shownDay(new Date(disabledAt))}
                  </li>
                `,
            )}
          </ul>
        </section>
      `,
    html`
      <section class="card">
        <h2>GitHub App installations</h2>
        ${
          accountInstallations.length === 0
            ? html`
              <p>
                No installations. Install the app to check every push and to scan private repositories.
              </p>
            `
            : html`
              <table class="blocks">
                <thead>
                  <tr>
                    <th scope="col">Owner</th>
                    <th scope="col">Host</th>
                    <th scope="col">Installed</th>
                    <th scope="col">Status</th>
                  </tr>
                </thead>
                <tbody>
                  ${accountInstallations.map(
                    ({ ownerLogin, ownerId, host, createdAt: since, suspendedAt }) =>
                      html`
                        <tr>
                          <td data-label="Owner">
                            <a href=${organizationAddress({ host, ownerId })}><bdi>${visibleText(ownerLogin)}</bdi></a>
                          </td>
                          <td data-label="Host">${host}</td>
                          <td data-label="Installed">${shownDay(since)}</td>
                          <td data-label="Status">${suspendedAt ? `suspended ${shownDay(suspendedAt)}` : 'active'}</td>
                        </tr>
                      `,
                  )}
                </tbody>
              </table>
            `
        }
      </section>
    `,
    privateRepositories(frame, resolvesPrivateSources),
  ])
}

function privateRepositories({ visitor }: AccountFrame, isOn: boolean): Content {
  return html`
    <section class="card">
      <h2>Private repositories</h2>
      <p>
        ${
          isOn
            ? html`Dependencies without a lockfile: <strong>resolved in package registries</strong>.`
            : html`Dependencies without a lockfile: <strong>not resolved</strong>. They are coverage gaps.`
        }
      </p>
      <p class="quiet">
        To resolve dependencies, Assay sends their names to package registries. Assay never sends the names of projects
        in the repository, or names that the project gets from another registry.
      </p>
      <form class="inline" method="post" action="/account/private-sources">
        ${formToken(visitor)}
        <input type="hidden" name="resolve" value=${isOn ? 'off' : 'on'} />
        <button>${isOn ? 'Stop resolving in private repositories' : 'Resolve in private repositories'}</button>
      </form>
    </section>
  `
}

function meter(title: string, id: string, { limit, used, remaining, reset }: WindowUse): Content {
  return html`
    <div>
      <p id=${`window-${id}`}>
        <strong>${title}</strong>: ${shownNumber(used)} of ${shownNumber(limit)}, ${shownNumber(remaining)} left
      </p>
      <progress class="meter" max=${limit} value=${used} aria-labelledby=${`window-${id}`}></progress>
      <p class="quiet">Resets on ${shownMoment(new Date(reset * 1_000))}.</p>
    </div>
  `
}
