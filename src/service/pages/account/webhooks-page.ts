import { z } from 'zod'
import { type Content, html } from '../html.ts'
import { Plan } from '../../accounts/plans.ts'
import type { WebhookAnswer } from '../../api/v1/webhook-shape.ts'
import type { Page } from '../layout.ts'
import { shownDay } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'

export type Webhook = z.output<typeof WebhookAnswer>

/** Event in the API response. */
export const ListedEvent = z.object({ name: z.string(), plans: z.array(Plan) })
type ListedEvent = z.output<typeof ListedEvent>

/** Returns the page with an account's webhook endpoints and the form that adds one. */
export function webhooksPage(frame: AccountFrame, webhooks: readonly Webhook[], events: readonly ListedEvent[]): Page {
  return accountPage(frame, 'Webhooks', [
    html`
      <section class="card">
        <h1>Webhooks</h1>
        <p class="lead">
          Assay sends signed events about this account to these URLs. The <a href="/docs/webhooks">webhook
          documentation</a> describes the events and explains how to verify signatures.
        </p>
        ${
          webhooks.length === 0
            ? html`<p>No endpoints yet. Add one below. Its page then sends a test event and lists the deliveries.</p>`
            : html`
              <table class="blocks">
                <caption class="unseen">Endpoints</caption>
                <thead>
                  <tr>
                    <th scope="col">URL</th>
                    <th scope="col">Description</th>
                    <th scope="col">Events</th>
                    <th scope="col">Status</th>
                  </tr>
                </thead>
                <tbody>
                  ${webhooks.map(
                    (webhook) =>
                      html`
                        <tr>
                          <th scope="row">
                            <a href=${`/account/webhooks/${webhook.webhookId}`}>${visibleText(webhook.url)}</a>
                          </th>
                          <td data-label="Description" class=${webhook.description === '' ? 'none' : undefined}>
                            ${visibleText(webhook.description)}
                          </td>
                          <td data-label="Events">${eventsText(webhook)}</td>
                          <td data-label="Status">${webhookState(webhook)}</td>
                        </tr>
                      `,
                  )}
                </tbody>
              </table>
            `
        }
      </section>
    `,
    newWebhookForm(frame, events),
  ])
}

function newWebhookForm({ visitor, account }: AccountFrame, events: readonly ListedEvent[]): Content {
  return html`
    <section class="card">
      <h2>Add an endpoint</h2>
      <form method="post" action="/account/webhooks">
        ${formToken(visitor)}
        <div class="row">
          <div class="field grow">
            <label for="url">URL (https)</label>
            <input id="url" name="url" type="url" required maxlength="2048"
              placeholder="https://hooks.example.com/assay" autocomplete="off" />
          </div>
          <div class="field grow">
            <label for="description">Description, optional</label>
            <input id="description" name="description" maxlength="200" autocomplete="off" />
          </div>
        </div>
        <fieldset>
          <legend>Events (select none to receive all events in your plan)</legend>
          ${eventsOf(account.plan, events).map(
            (name) =>
              html`
                <label class="check"><input type="checkbox" name="event" value=${name} /> <code>${name}</code></label>
              `,
          )}
        </fieldset>
        <p class="actions"><button class="main">Add endpoint</button></p>
      </form>
    </section>
  `
}

/** Returns the names of the events included in a plan, without the test event `ping`. */
function eventsOf(plan: Plan, events: readonly ListedEvent[]): readonly string[] {
  return events.filter(({ name, plans }) => plans.includes(plan) && name !== 'ping').map(({ name }) => name)
}

/** Returns the events to subscribe to. If no event is selected, subscribes to all. */
export function chosenEvents(events: readonly string[]): readonly string[] {
  return events.length === 0 ? ['*'] : events
}

/** Returns an endpoint's subscribed events as text. */
export function eventsText({ events }: Pick<Webhook, 'events'>): string {
  return events.map((event) => (event === '*' ? 'all events' : event)).join(', ')
}

/** Returns an endpoint's status as text. */
export function webhookState({ enabled, disabledReason, failingSince, lastSucceededAt }: Webhook): Content {
  if (!enabled)
    return html`
      <span class="label calm">${disabledReason === 'failing' ? 'disabled' : 'paused'}</span>
      ${disabledReason === 'failing' && ' after several days of failed deliveries'}
    `
  if (failingSince !== undefined)
    return html`<span class="label bad">failing</span> since ${shownDay(new Date(failingSince))}`
  return html`
    <span class="label good">enabled</span> ${
      lastSucceededAt === undefined
        ? 'no successful delivery yet'
        : `last success ${shownDay(new Date(lastSucceededAt))}`
    }
  `
}

/** Returns the page that shows an endpoint's new secret. No other page shows it. */
export function webhookSecretPage(
  frame: AccountFrame,
  {
    webhookId,
    secret,
    overlapUntil,
  }: { readonly webhookId: string; readonly secret: string; readonly overlapUntil?: string | undefined },
): Page {
  return accountPage(
    frame,
    'Webhook secret',
    html`
      <section class="card said">
        <h1>Webhook secret</h1>
        <p>
          Assay signs every event for this endpoint with this secret. Copy the secret now: it will not be shown again.
        </p>
        <pre class="secret" data-new-secret tabindex="0">${secret}</pre>
        ${
          overlapUntil !== undefined &&
          html`
            <p class="quiet">
              Until ${shownDay(new Date(overlapUntil))}, Assay also signs events with the previous secret.
            </p>
          `
        }
        <p class="actions"><a class="button" href=${`/account/webhooks/${webhookId}`}>Open the endpoint</a></p>
      </section>
    `,
  )
}
