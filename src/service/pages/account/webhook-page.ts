import type { z } from 'zod'
import { type Content, html } from '../html.ts'
import type { Pagination } from '../../api/pagination.ts'
import type { DeliveryAnswer } from '../../api/v1/delivery-shape.ts'
import type { Page } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { paging } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'
import { eventsText, type Webhook, webhookState } from './webhooks-page.ts'

type Delivery = z.output<typeof DeliveryAnswer>

const tones: Readonly<Record<Delivery['status'], string>> = { waiting: 'calm', delivered: 'good', failed: 'bad' }

/** Returns the page of one webhook endpoint: its status, its actions, and its deliveries. */
export function webhookPage(
  frame: AccountFrame,
  webhook: Webhook,
  { deliveries, pagination }: { readonly deliveries: readonly Delivery[]; readonly pagination: Pagination },
): Page {
  const { visitor } = frame
  const address = `/account/webhooks/${webhook.webhookId}`
  const button = (action: string, label: string) =>
    html`
      <form class="inline" method="post" action=${`${address}/${action}`}>
        ${formToken(visitor)}<button>${label}</button>
      </form>
    `
  return accountPage(frame, 'Webhook', [
    html`
      <section class="card">
        <p class="crumbs"><a href="/account/webhooks">Webhooks</a></p>
        <h1>${visibleText(webhook.url)}</h1>
        <dl class="facts">
          <dt>Status</dt>
          <dd>${webhookState(webhook)}</dd>
          <dt>Events</dt>
          <dd>${eventsText(webhook)}</dd>
          ${
            webhook.description !== '' && [
              html`<dt>Description</dt>`,
              html`<dd>${visibleText(webhook.description)}</dd>`,
            ]
          }
          <dt>Secret created</dt>
          <dd>${shownMoment(new Date(webhook.secret.createdAt))}</dd>
          <dt>ID</dt>
          <dd><code>${webhook.webhookId}</code></dd>
        </dl>
        <div class="actions">
          ${webhook.enabled ? [button('ping', 'Send test'), button('pause', 'Pause')] : button('resume', 'Enable')}
          ${button('rotate', 'Rotate secret')}
          <details class="inline">
            <summary>Delete</summary>
            <p>This also deletes the delivery log of the endpoint.</p>
            ${button('delete', 'Delete endpoint')}
          </details>
        </div>
      </section>
    `,
    html`
      <section class="card">
        ${
          deliveries.length === 0
            ? html`<h2>Deliveries</h2><p>No deliveries yet.</p>`
            : html`
              <table class="blocks">
                <caption>Deliveries</caption>
                <thead>
                  <tr>
                    <th scope="col">Time</th>
                    <th scope="col">Event</th>
                    <th scope="col">Status</th>
                    <th scope="col">Attempts</th>
                    <th scope="col"><span class="unseen">Actions</span></th>
                  </tr>
                </thead>
                <tbody>${deliveries.map((delivery) => deliveryRow(frame, address, delivery, webhook.enabled))}</tbody>
              </table>
            `
        }
        ${paging({ ...pagination, addressOf: (page) => `${address}?page=${page}` })}
        <p class="quiet">Reload the page to see new deliveries.</p>
      </section>
    `,
  ])
}

function deliveryRow({ visitor }: AccountFrame, address: string, delivery: Delivery, isEnabled: boolean): Content {
  const { deliveryId, event, status, attempts, attemptCount, createdAt, nextAttemptAt } = delivery
  return html`
    <tr data-delivery=${deliveryId}>
      <td data-label="Time">${shownMoment(new Date(createdAt))}</td>
      <td data-label="Event"><code>${event}</code></td>
      <td data-label="Status">
        <span class=${`label ${tones[status]}`}>${status}</span>
        ${
          nextAttemptAt !== undefined && html`<p class="quiet">next attempt ${shownMoment(new Date(nextAttemptAt))}</p>`
        }
      </td>
      <td data-label="Attempts">
        <span data-attempts=${attemptCount}>${attemptCount}</span>
        ${attempts.map(
          ({ number, status: responseStatus, durationMs, failure, responseHead }) =>
            html`
              <p class="quiet">
                ${number}: ${responseStatus ?? 'no response'} in ${durationMs} ms
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
            <form method="post" action=${`${address}/deliveries/${deliveryId}/redeliver`}>
              ${formToken(visitor)}
              <button>Redeliver</button>
            </form>
          `
        }
      </td>
    </tr>
  `
}
