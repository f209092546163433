import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'
import { type DeliveryLog, deliveryLog } from './delivery-log.ts'
import { eventsText, type Webhook, webhookState } from './webhooks-page.ts'

/** Returns a webhook endpoint's page with its status, actions, and deliveries. */
export function webhookPage(
  frame: AccountFrame,
  webhook: Webhook,
  log: Pick<DeliveryLog, 'deliveries' | 'pagination' | 'status'>,
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
    deliveryLog(frame, { ...log, address, isEnabled: webhook.enabled }),
  ])
}
