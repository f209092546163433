import type { z } from 'zod'
import { html } from '../html.ts'
import type { Plan } from '../../accounts/plans.ts'
import type { WebhookAnswer } from '../../api/v1/webhook-shape.ts'
import { webhookEventTypes } from '../../webhooks/catalogue.ts'
import { everyEvent } from '../../webhooks/subscription.ts'
import type { Content, Page } from '../layout.ts'
import { shownDay } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'

export type Webhook = z.output<typeof WebhookAnswer>

/** The webhook endpoints of an account, and the form that makes one. */
export function webhooksPage(frame: AccountFrame, webhooks: readonly Webhook[]): Page {
  return accountPage(frame, 'Webhooks', [
    html`
      <section class="card">
        <h1>Webhooks</h1>
        <p class="lead">
          What happens to this account is sent to these addresses, signed. <a href="/docs/webhooks">What is sent, and
          how to check it</a>.
        </p>
      </section>
    `,
    html`
      <section class="card">
        ${
          webhooks.length === 0
            ? html`<h2>Endpoints</h2><p>There are none yet.</p>`
            : html`
              <table class="blocks">
                <caption>Endpoints</caption>
                <thead>
                  <tr>
                    <th scope="col">Address</th>
                    <th scope="col">For</th>
                    <th scope="col">Events</th>
                    <th scope="col">State</th>
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
                          <td data-label="For" class=${webhook.description === '' ? 'none' : undefined}>
                            ${visibleText(webhook.description)}
                          </td>
                          <td data-label="Events">${webhook.events.join(', ')}</td>
                          <td data-label="State">${webhookState(webhook)}</td>
                        </tr>
                      `,
                  )}
                </tbody>
              </table>
            `
        }
      </section>
    `,
    newWebhookForm(frame),
  ] as Content)
}

function newWebhookForm({ visitor, account }: AccountFrame): Content {
  return html`
    <section class="card">
      <h2>Add an endpoint</h2>
      <form method="post" action="/account/webhooks">
        ${formToken(visitor)}
        <div class="row">
          <div class="field grow">
            <label for="url">Address, https</label>
            <input id="url" name="url" type="url" required maxlength="2048"
              placeholder="https://hooks.example.com/assay" autocomplete="off" />
          </div>
          <div class="field grow">
            <label for="description">What it is for</label>
            <input id="description" name="description" maxlength="200" autocomplete="off" />
          </div>
        </div>
        <fieldset>
          <legend>Events; none chosen is every event of the plan</legend>
          ${eventsOf(account.plan).map(
            (name) =>
              html`
                <label class="check"><input type="checkbox" name="event" value=${name} /> <code>${name}</code></label>
              `,
          )}
        </fieldset>
        <p class="actions"><button class="main">Add the endpoint</button></p>
      </form>
    </section>
  ` as Content
}

/** Names of the events that a plan has, but for the test that is sent on request alone. */
function eventsOf(plan: Plan): readonly string[] {
  return webhookEventTypes.filter(({ name, plans }) => plans.includes(plan) && name !== 'ping').map(({ name }) => name)
}

/** What a form without events means. */
export function chosenEvents(events: readonly string[]): readonly string[] {
  return events.length === 0 ? [everyEvent] : events
}

export function webhookState({ enabled, disabledReason, failingSince, lastSucceededAt }: Webhook): Content {
  if (!enabled)
    return html`
      <span class="label calm">${disabledReason === 'failing' ? 'switched off' : 'paused'}</span>
      ${disabledReason === 'failing' && ' since every attempt of days failed'}
    ` as Content
  if (failingSince !== undefined)
    return html`<span class="label bad">failing</span> since ${shownDay(new Date(failingSince))}` as Content
  return html`
    <span class="label good">on</span> ${
      lastSucceededAt === undefined ? 'nothing sent yet' : `last good ${shownDay(new Date(lastSucceededAt))}`
    }
  ` as Content
}

/** The one page that shows the secret of an endpoint. */
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
    'Secret of a webhook',
    html`
      <section class="card said">
        <h1>The secret of this endpoint</h1>
        <p>What is sent there is signed with it. It is shown this once: copy it to the receiver.</p>
        <pre class="secret" data-new-secret tabindex="0">${secret}</pre>
        ${
          overlapUntil !== undefined &&
          html`<p class="quiet">The one before signs too until ${shownDay(new Date(overlapUntil))}.</p>`
        }
        <p class="actions"><a class="button" href=${`/account/webhooks/${webhookId}`}>To the endpoint</a></p>
      </section>
    ` as Content,
  )
}
