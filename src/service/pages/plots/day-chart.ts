import { scaleBand, scaleLinear } from 'd3-scale'
import { type Content, html } from '../html.ts'
import { shownDay, shownNumber } from '../moment.ts'

export interface DayValue {
  /** UTC day, such as `2026-01-31`. */
  readonly day: string
  readonly value: number
}

const [width, height] = [680, 190]
const edge = { top: 14, right: 6, bottom: 32, left: 52 }

/**
 * Returns a bar chart with one number per day, oldest day first, and the same numbers as a table. Omits the `limit`
 * line if it exceeds four times the highest bar, because it would flatten the bars.
 *
 * @param unit what is counted, in the plural
 */
export function dayChart(
  days: readonly DayValue[],
  { unit, limit }: { readonly unit: string; readonly limit: { readonly value: number; readonly title: string } },
): Content {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return undefined
  const peak = Math.max(...days.map(({ value }) => value))
  const isLimitShown = limit.value <= 4 * peak
  const x = scaleBand()
    .domain(days.map(({ day }) => day))
    .range([edge.left, width - edge.right])
    .paddingInner(0.25)
  const y = scaleLinear()
    .domain([0, Math.max(1, peak, isLimitShown ? limit.value : 0)])
    .nice(3)
    .range([height - edge.bottom, edge.top])
  return html`
    <figure class="figure">
      <svg class="plot" viewBox=${`0 0 ${width} ${height}`} role="img"
        aria-label=${
          `${unit} per day from ${dayText(first.day)} to ${dayText(last.day)}: ` +
          `at most ${shownNumber(peak)} on one day. The table below lists all days.`
        }>
        ${y
          .ticks(3)
          .filter(Number.isInteger)
          .map(
            (tick) =>
              html`
                <line class="axis" x1=${edge.left} x2=${width - edge.right} y1=${rounded(y(tick))}
                  y2=${rounded(y(tick))} />
                <text x=${edge.left - 8} y=${rounded(y(tick) + 4)} text-anchor="end">${shownNumber(tick)}</text>
              `,
          )}
        ${days.map(
          ({ day, value }) =>
            value > 0 &&
            html`
              <rect class="column" x=${rounded(x(day) ?? 0)} width=${rounded(x.bandwidth())} y=${rounded(y(value))}
                height=${rounded(y(0) - y(value))} rx="1.5">
                <title>${`${dayText(day)}: ${shownNumber(value)}`}</title>
              </rect>
            `,
        )}
        ${
          isLimitShown &&
          html`
            <line class="limit" x1=${edge.left} x2=${width - edge.right} y1=${rounded(y(limit.value))}
              y2=${rounded(y(limit.value))}><title>${limit.title}</title></line>
          `
        }
        <text x=${edge.left} y=${height - 8}>${dayText(first.day)}</text>
        <text x=${width - edge.right} y=${height - 8} text-anchor="end">${dayText(last.day)}</text>
      </svg>
      <figcaption>${tableOf(days, unit)}</figcaption>
    </figure>
  `
}

/** Returns a table of the days with a nonzero number, newest first. */
function tableOf(days: readonly DayValue[], unit: string): Content {
  return html`
    <details>
      <summary>${unit} per day as a table</summary>
      <table>
        <thead><tr><th scope="col">Day (UTC)</th><th scope="col" class="number">${unit}</th></tr></thead>
        <tbody>
          ${days
            .filter(({ value }) => value > 0)
            .toReversed()
            .map(
              ({ day, value }) => html`<tr><td>${dayText(day)}</td><td class="number">${shownNumber(value)}</td></tr>`,
            )}
        </tbody>
      </table>
      <p class="quiet">Days without ${unit.toLowerCase()} are omitted.</p>
    </details>
  `
}

const dayText = (day: string) => shownDay(new Date(`${day}T00:00:00Z`))

const rounded = (coordinate: number) => Math.round(coordinate * 10) / 10
