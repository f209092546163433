import type { z } from 'zod'
import { html } from '../html.ts'
import type { WindowUse } from '../../accounts/rate-windows.ts'
import type { Account } from '../../api/v1/get-account.ts'
import type { Content, Page } from '../layout.ts'
import { shownDay, shownMoment, shownNumber } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage } from './account-frame.ts'

/** Plan, usage of both windows, and where the app is installed. */
export function overviewPage(
  frame: AccountFrame,
  { plan, createdAt, rateLimits, usage, webhooks }: z.output<typeof Account>,
): Page {
  const { account, installations } = frame
  const own = installations.filter(({ accountId }) => accountId === account.id)
  return accountPage(frame, 'Account', [
    html`
      <section class="card">
        <h1>Account</h1>
        <ul class="figures">
          <li><strong>${plan}</strong> plan</li>
          <li><strong>${shownNumber(usage.scans.today)}</strong> scans today</li>
          <li><strong>${shownNumber(usage.scans.unfinished)}</strong> waiting or running</li>
          <li><strong>${shownNumber(usage.scans.total)}</strong> <a href="/account/scans">scans in all</a></li>
          <li><strong>${shownNumber(usage.keys)}</strong> keys that work</li>
          <li><strong>${shownNumber(webhooks.endpoints)}</strong> webhooks</li>
        </ul>
        <p class="quiet">Since ${shownDay(new Date(createdAt))}.</p>
      </section>
    `,
    html`
      <section class="card">
        <h2>Requests to the API</h2>
        <div class="columns">
          ${meter('Of these 15 minutes', 'quarter', rateLimits.quarterHour)}
          ${meter('Of this day (UTC)', 'day', rateLimits.day)}
        </div>
        <p class="quiet">
          With up to a hundredth of each that is set aside for requests to come. Pages cost nothing; a scan that is
          submitted at one costs a request.
        </p>
      </section>
    `,
    webhooks.disabled.length > 0 &&
      html`
        <section class="card warning">
          <h2>Webhooks that get nothing</h2>
          <ul>
            ${webhooks.disabled.map(
              ({ webhookId, disabledReason, disabledAt }) =>
                html`
                  <li>
                    <a href=${`/account/webhooks/${webhookId}`}>
                    ${webhookId}</a>, ${
                      disabledReason === 'failing' ? 'since every attempt of days failed' : 'paused'
                    }, ${shownDay(new Date(disabledAt))}
                  </li>
                `,
            )}
          </ul>
        </section>
      `,
    html`
      <section class="card">
        <h2>Installations at GitHub</h2>
        ${
          own.length === 0
            ? html`
              <p>
                None. Where the app is installed, what is pushed gets a check, and private repositories can be scanned.
              </p>
            `
            : html`
              <table class="blocks">
                <thead>
                  <tr>
                    <th scope="col">Owner</th>
                    <th scope="col">Host</th>
                    <th scope="col">Since</th>
                    <th scope="col">State</th>
                  </tr>
                </thead>
                <tbody>
                  ${own.map(
                    ({ ownerLogin, host, createdAt: since, suspendedAt }) =>
                      html`
                        <tr>
                          <td data-label="Owner">${visibleText(ownerLogin)}</td>
                          <td data-label="Host">${host}</td>
                          <td data-label="Since">${shownDay(since)}</td>
                          <td data-label="State">${suspendedAt ? `suspended ${shownDay(suspendedAt)}` : 'at work'}</td>
                        </tr>
                      `,
                  )}
                </tbody>
              </table>
            `
        }
      </section>
    `,
  ] as Content)
}

function meter(title: string, id: string, { limit, used, remaining, reset }: WindowUse): Content {
  return html`
    <div>
      <p id=${`window-${id}`}>
        <strong>${title}</strong>: ${shownNumber(used)} of ${shownNumber(limit)}, ${shownNumber(remaining)} left
      </p>
      <progress class="meter" max=${limit} value=${used} aria-labelledby=${`window-${id}`}></progress>
      <p class="quiet">New ones at ${shownMoment(new Date(reset * 1_000))}.</p>
    </div>
  ` as Content
}
