import { scaleLinear, scaleUtc } from 'd3-scale'
import { curveMonotoneX, line } from 'd3-shape'
import { type Content, html } from '../html.ts'
import { shownDay, shownNumber, shownTick } from '../moment.ts'
import { rounded } from './rounded.ts'

export interface ChartPoint {
  readonly at: Date
  readonly value: number
}

/** A line of a chart. */
export interface ChartLine {
  readonly title: string
  /** Oldest first. */
  readonly points: readonly ChartPoint[]
}

export interface LineChart {
  /** What the chart shows. It is also the caption of the table. */
  readonly title: string
  /** At most four lines. Each has its own color and dash pattern. */
  readonly lines: readonly ChartLine[]
  /** Value at the top. Default: the largest value, rounded up. */
  readonly max?: number
  /** A limit that the chart marks with a horizontal line. */
  readonly limit?: { readonly title: string; readonly value: number }
}

const [width, height] = [680, 240]
const edge = { top: 12, right: 14, bottom: 30, left: 46 }
const maxLines = 4

/**
 * Returns a chart of values over time with axes, and a table with the same values. Returns undefined if no line has two
 * points.
 */
export function lineChart({ title, lines, max, limit }: LineChart): Content {
  const shown = lines.slice(0, maxLines)
  const all = shown.flatMap(({ points }) => points)
  const times = all.map(({ at }) => at.getTime())
  if (!shown.some(({ points }) => points.length > 1)) return undefined
  const x = scaleUtc()
    .domain([Math.min(...times), Math.max(...times)])
    .range([edge.left, width - edge.right])
  const y = scaleLinear()
    .domain([0, max ?? Math.max(1, limit?.value ?? 0, ...all.map(({ value }) => value))])
    .range([height - edge.bottom, edge.top])
    .clamp(true)
  if (max === undefined) y.nice(5)
  const path = line<ChartPoint>()
    .x(({ at }) => x(at))
    .y(({ value }) => y(value))
    .curve(curveMonotoneX)
    .digits(1)
  const across = (at: number) => `M${edge.left} ${rounded(at)}H${width - edge.right}`
  return html`
    <figure class="figure">
      <svg class="plot" viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${`${title}. ${summaryOf(shown)}`}>
        ${y.ticks(5).map(
          (tick) =>
            html`
              <path class="axis" d=${across(y(tick))} />
              <text x=${edge.left - 8} y=${rounded(y(tick) + 4)} text-anchor="end">${shownNumber(tick)}</text>
            `,
        )}
        ${x
          .ticks(5)
          .map(
            (tick) => html`<text x=${rounded(x(tick))} y=${height - 8} text-anchor="middle">${shownTick(tick)}</text>`,
          )}
        ${
          limit &&
          html`
            <path class="limit" d=${across(y(limit.value))} />
            <text x=${width - edge.right} y=${rounded(y(limit.value) - 5)} text-anchor="end">${limit.title}</text>
          `
        }
        ${shown.map(({ points }, index) => html`<path class=${`line line-${index + 1}`} d=${path([...points])} />`)}
      </svg>
      <figcaption>
        ${
          shown.length > 1 &&
          html`
            <ul class="legend">
              ${shown.map(
                (each, index) =>
                  html`
                    <li>
                      <svg class="plot" viewBox="0 0 24 8" aria-hidden="true">
                        <path class=${`line line-${index + 1}`} d="M0 4h24" />
                      </svg>
                      ${each.title}
                    </li>
                  `,
              )}
            </ul>
          `
        }
        ${valuesTable(title, shown)}
      </figcaption>
    </figure>
  `
}

function summaryOf(lines: readonly ChartLine[]): string {
  return lines
    .flatMap(({ title, points }) => {
      const [first, last] = [points[0], points.at(-1)]
      if (!first || !last) return []
      const [from, to] = [first, last].map(({ at, value }) => `${shownNumber(value)} on ${shownDay(at)}`)
      return [`${title}: from ${from} to ${to}.`]
    })
    .join(' ')
}

function valuesTable(title: string, lines: readonly ChartLine[]): Content {
  const times = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at.getTime())))].toSorted(
    (a, b) => b - a,
  )
  const valuesOf = lines.map(({ points }) => new Map(points.map(({ at, value }) => [at.getTime(), value])))
  return html`
    <details>
      <summary>Values as a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${title}>
        <table>
          <caption class="unseen">${title}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              ${lines.map((each) => html`<th scope="col" class="number">${each.title}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${times.map(
              (time) =>
                html`
                  <tr>
                    <th scope="row">${shownDay(new Date(time))}</th>
                    ${valuesOf.map((values) => html`<td class="number">${cellOf(values.get(time))}</td>`)}
                  </tr>
                `,
            )}
          </tbody>
        </table>
      </div>
    </details>
  `
}

const cellOf = (value: number | undefined) => (value === undefined ? '–' : shownNumber(value))
