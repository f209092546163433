import { scaleLinear } from 'd3-scale'
import { type Content, html } from '../html.ts'
import { shownNumber } from '../moment.ts'
import type { Tone } from '../parts/tones.ts'

export interface Bar {
  readonly title: Content
  readonly value: number
  readonly href?: string
  readonly tone?: Tone
}

/**
 * Returns a table of numbers with a bar for each. A full bar represents `max`, which defaults to the largest number.
 */
export function barTable(
  caption: string,
  bars: readonly Bar[],
  {
    max = Math.max(1, ...bars.map(({ value }) => value)),
    unit = 'Servers',
  }: { readonly max?: number; readonly unit?: string } = {},
): Content {
  const length = scaleLinear().domain([0, max]).range([0, 100]).clamp(true)
  return html`
    <table class="bars">
      <caption>${caption}</caption>
      <thead class="unseen">
        <tr><th scope="col">Value</th><th scope="col">Share</th><th scope="col">${unit}</th></tr>
      </thead>
      <tbody>
        ${bars.map(
          ({ title, value, href, tone }) =>
            html`
              <tr>
                <th scope="row">${href === undefined ? title : html`<a href=${href}>${title}</a>`}</th>
                <td>
                  <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                    <rect class=${tone} width=${Math.round(length(value) * 10) / 10} height="6" />
                  </svg>
                </td>
                <td class="number">${shownNumber(value)}</td>
              </tr>
            `,
        )}
      </tbody>
    </table>
  `
}
