import type { z } from 'zod'
import { type Content, html } from '../html.ts'
import type { Pagination } from '../../api/pagination.ts'
import { type DeliveryAnswer, DeliveryStatus } from '../../api/v1/delivery-shape.ts'
import { shownMoment, shownNumber } from '../moment.ts'
import { addressWith, paging } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, formToken } from './account-frame.ts'
import { emptyState } from '../parts/empty-state.ts'

type Delivery = z.output<typeof DeliveryAnswer>
type Status = z.output<typeof DeliveryStatus>
type Attempt = Delivery['attempts'][number]

export interface DeliveryLog {
  readonly deliveries: readonly Delivery[]
  readonly pagination: Pagination
  /** Status filter. If undefined, all deliveries are listed. */
  readonly status: Status | undefined
  readonly address: string
  /** False if the endpoint is disabled, so that nothing can be redelivered. */
  readonly isEnabled: boolean
}

const tones: Readonly<Record<Status, string>> = { waiting: 'calm', delivered: 'good', failed: 'bad' }

/** Returns an endpoint's deliveries, newest first, each with its attempts and a button to send it again. */
export function deliveryLog(frame: AccountFrame, log: DeliveryLog): Content {
  const { deliveries, pagination, status, address, isEnabled } = log
  const isUnused = deliveries.length === 0 && status === undefined && pagination.page === 1
  return html`
    <section class="card">
      <h2>Deliveries</h2>
      ${!isUnused && filterForm(log)}
      ${deliveries.length === 0 ? nothingListed(log) : tableOf(frame, log)}
      ${paging({
        ...pagination,
        isNewestFirst: true,
        addressOf: (page) => addressWith(address, { status, page: page === 1 ? undefined : page }),
      })}
      <p class="quiet">
        ${isEnabled ? 'Reload the page to see new deliveries.' : 'Enable the endpoint to send events again.'}
      </p>
    </section>
  `
}

function filterForm({ address, status }: DeliveryLog): Content {
  return html`
    <form method="get" action=${address} class="row">
      <div class="field">
        <label for="status">Status</label>
        <select id="status" name="status">
          <option value="">all</option>
          ${DeliveryStatus.options.map(
            (each) => html`<option value=${each} selected=${each === status}>${each}</option>`,
          )}
        </select>
      </div>
      <button>Filter</button>
    </form>
  `
}

function nothingListed({ status, pagination, address, isEnabled }: DeliveryLog): Content {
  if (status !== undefined || pagination.page > 1)
    return html`<p>No deliveries match this filter. <a href=${address}>Show all deliveries</a></p>`
  return emptyState({
    title: 'No deliveries yet',
    text: isEnabled ? 'Select "Send test" above to send the first event.' : 'The webhook is paused.',
  })
}

function tableOf(frame: AccountFrame, log: DeliveryLog): Content {
  return html`
    <table class="blocks">
      <caption class="unseen">Deliveries, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Event</th>
          <th scope="col">Status</th>
          <th scope="col">Last response</th>
          <th scope="col">Attempts</th>
          <th scope="col"><span class="unseen">Actions</span></th>
        </tr>
      </thead>
      <tbody>${log.deliveries.map((delivery) => deliveryRow(frame, log, delivery))}</tbody>
    </table>
  `
}

function deliveryRow({ visitor }: AccountFrame, { address, isEnabled }: DeliveryLog, delivery: Delivery): Content {
  const { deliveryId, event, status, attempts, attemptCount, createdAt, nextAttemptAt } = delivery
  const time = shownMoment(new Date(createdAt))
  const last = attempts.at(-1)
  const earlier = attempts.slice(0, -1)
  return html`
    <tr data-delivery=${deliveryId}>
      <td data-label="Time"><time datetime=${createdAt}>${time}</time></td>
      <td data-label="Event"><code>${event}</code></td>
      <td data-label="Status">
        <span class=${`label ${tones[status]}`}>${status}</span>
        ${
          nextAttemptAt !== undefined && html`<p class="quiet">next attempt ${shownMoment(new Date(nextAttemptAt))}</p>`
        }
      </td>
      <td data-label="Last response">${last ? response(last) : html`<span class="quiet">none yet</span>`}</td>
      <td data-label="Attempts">
        <span data-attempts=${attemptCount}>${shownNumber(attemptCount)}</span>
        ${
          earlier.length > 0 &&
          html`<details><summary>Earlier responses</summary>${earlier.toReversed().map(earlierResponse)}</details>`
        }
      </td>
      <td>
        ${
          isEnabled &&
          status !== 'waiting' &&
          html`
            <form method="post" action=${`${address}/deliveries/${deliveryId}/redeliver`}>
              ${formToken(visitor)}
              <button aria-label=${`Redeliver ${event} of ${time}`}>Redeliver</button>
            </form>
          `
        }
      </td>
    </tr>
  `
}

function response({ status, durationMs, failure, responseHead }: Attempt): Content {
  const isSuccess = failure === undefined
  return html`
    <p>
      <span class=${`label ${isSuccess ? 'good' : 'bad'}`}>${status ?? 'no response'}</span>
      ${' '}in ${shownNumber(durationMs)} ms
    </p>
    ${!isSuccess && html`<p class="quiet"><bdi>${visibleText(failure, 200)}</bdi></p>`}
    ${
      responseHead !== undefined &&
      responseHead !== '' &&
      html`<p><code><bdi>${visibleText(responseHead, 120)}</bdi></code></p>`
    }
  `
}

/** Returns an attempt before the last one. Displayed attempt numbers start at 1. */
function earlierResponse(attempt: Attempt): Content {
  return html`
    <p class="quiet">Attempt ${attempt.number + 1}, ${shownMoment(new Date(attempt.startedAt))}</p>
    ${response(attempt)}
  `
}
