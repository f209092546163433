import type { z } from 'zod'
import { html } from '../html.ts'
import type { Pagination } from '../../api/pagination.ts'
import type { DeliveryAnswer } from '../../api/v1/delivery-shape.ts'
import type { Content, Page } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { paging } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'
import { type Webhook, webhookState } from './webhooks-page.ts'

type Delivery = z.output<typeof DeliveryAnswer>

const tones: Readonly<Record<Delivery['status'], string>> = { waiting: 'calm', delivered: 'good', failed: 'bad' }

/** One endpoint: its state, what can be done with it, and the log of what was sent there. */
export function webhookPage(
  frame: AccountFrame,
  webhook: Webhook,
  { deliveries, pagination }: { readonly deliveries: readonly Delivery[]; readonly pagination: Pagination },
): Page {
  const { visitor } = frame
  const at = `/account/webhooks/${webhook.webhookId}`
  const button = (what: string, label: string) =>
    html`
      <form class="inline" method="post" action=${`${at}/${what}`}>${formToken(visitor)}<button>${label}</button></form>
    `
  return accountPage(frame, 'Webhook', [
    html`
      <section class="card">
        <p class="crumbs"><a href="/account/webhooks">Webhooks</a></p>
        <h1>${visibleText(webhook.url)}</h1>
        <dl class="facts">
          <dt>State</dt>
          <dd>${webhookState(webhook)}</dd>
          <dt>Events</dt>
          <dd>${webhook.events.join(', ')}</dd>
          ${webhook.description !== '' && [html`<dt>For</dt>`, html`<dd>${visibleText(webhook.description)}</dd>`]}
          <dt>Secret made</dt>
          <dd>${shownMoment(new Date(webhook.secret.createdAt))}</dd>
          <dt>Id</dt>
          <dd><code>${webhook.webhookId}</code></dd>
        </dl>
        <div class="actions">
          ${webhook.enabled ? [button('ping', 'Send a test'), button('pause', 'Pause')] : button('resume', 'Switch on')}
          ${button('rotate', 'Replace the secret')}
          <details class="inline">
            <summary>Delete</summary>
            <p>The log of its deliveries goes with it.</p>
            ${button('delete', 'Delete this endpoint')}
          </details>
        </div>
      </section>
    `,
    html`
      <section class="card">
        ${
          deliveries.length === 0
            ? html`<h2>Deliveries</h2><p>Nothing was sent yet.</p>`
            : html`
              <table class="blocks">
                <caption>Deliveries</caption>
                <thead>
                  <tr>
                    <th scope="col">When</th>
                    <th scope="col">Event</th>
                    <th scope="col">State</th>
                    <th scope="col">Attempts</th>
                    <th scope="col"><span class="unseen">What can be done</span></th>
                  </tr>
                </thead>
                <tbody>${deliveries.map((delivery) => deliveryRow(frame, at, delivery, webhook.enabled))}</tbody>
              </table>
            `
        }
        ${paging({ ...pagination, addressOf: (page) => `${at}?page=${page}` })}
        <p class="quiet">Load the page again to see what has come since.</p>
      </section>
    `,
  ] as Content)
}

function deliveryRow({ visitor }: AccountFrame, at: string, delivery: Delivery, isEnabled: boolean): Content {
  const { deliveryId, event, status, attempts, attemptCount, createdAt, nextAttemptAt } = delivery
  return html`
    <tr data-delivery=${deliveryId}>
      <td data-label="When">${shownMoment(new Date(createdAt))}</td>
      <td data-label="Event"><code>${event}</code></td>
      <td data-label="State">
        <span class=${`label ${tones[status]}`}>${status}</span>
        ${
          nextAttemptAt !== undefined && html`<p class="quiet">next attempt ${shownMoment(new Date(nextAttemptAt))}</p>`
        }
      </td>
      <td data-label="Attempts">
        <span data-attempts=${attemptCount}>${attemptCount}</span>
        ${attempts.map(
          ({ number, status: answered, durationMs, failure, responseHead }) =>
            html`
              <p class="quiet">
                ${number}: ${answered ?? 'no answer'} in ${durationMs} ms
                ${failure !== undefined && `, ${visibleText(failure, 200)}`}
                ${
                  responseHead !== undefined &&
                  responseHead !== '' &&
                  html`<br /><code>${visibleText(responseHead, 120)}</code>`
                }
              </p>
            `,
        )}
      </td>
      <td>
        ${
          isEnabled &&
          status !== 'waiting' &&
          html`
            <form method="post" action=${`${at}/deliveries/${deliveryId}/redeliver`}>
              ${formToken(visitor)}
              <button>Deliver again</button>
            </form>
          `
        }
      </td>
    </tr>
  ` as Content
}
