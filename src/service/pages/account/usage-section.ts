import { type Content, html } from '../html.ts'
import type { WindowUse } from '../../accounts/rate-windows.ts'
import type { ScanDay } from '../../db/scans/scans-by-day.ts'
import { shownMoment, shownNumber } from '../moment.ts'
import { dayChart } from '../plots/day-chart.ts'

export interface Usage {
  /** Scans by day, oldest day first. */
  readonly days: readonly ScanDay[]
  readonly rateLimits: { readonly quarterHour: WindowUse; readonly day: WindowUse }
}

/** Returns a chart of recent scans, and the usage of both rate limits. */
export function usageSection({ days, rateLimits }: Usage): Content {
  const { quarterHour, day } = rateLimits
  const total = days.reduce((sum, { scans }) => sum + scans, 0)
  return html`
    <section class="card">
      <h2>Usage</h2>
      <div class="wide-left">
        <div>
          <h3>Scans in the last ${days.length} days</h3>
          ${
            total === 0
              ? html`<p>No scans in this time. <a href="/#scan-a-project">Scan a project</a> to start.</p>`
              : dayChart(
                  days.map(({ day: name, scans }) => ({ day: name, value: scans })),
                  { unit: 'Scans', limit: { value: day.limit, title: `${shownNumber(day.limit)} requests per day` } },
                )
          }
          <p class="quiet">
            ${total > 0 && `${shownNumber(total)} ${total === 1 ? 'scan' : 'scans'} in total. `}Your limit
            is ${shownNumber(day.limit)} API requests per day. A scan that you submit on a page or with a key uses one
            request. Scans that the GitHub App starts use none.
          </p>
        </div>
        <div>
          <h3>API rate limits</h3>
          ${meter('Current 15 minutes', 'quarter', quarterHour)} ${meter('Today (UTC)', 'day', day)}
          <p class="quiet">
            Assay reserves up to 1% of the limit for your next requests. The number of used requests includes this
            reserve. Page views are free.
          </p>
        </div>
      </div>
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
