import { scaleLinear } from 'd3-scale'
import { curveMonotoneX, line } from 'd3-shape'
import { type Content, html } from '../html.ts'
import { rounded } from './rounded.ts'

const [width, height, edge] = [96, 24, 3] as const

/**
 * Returns a small line of values, oldest first, with a dot at the last one. Returns undefined for fewer than two
 * values.
 *
 * @param label describes the values for readers who do not see the line
 * @param domain the values at the bottom and at the top. Default: the scores from 0 to 100
 */
export function sparkline(
  values: readonly number[],
  label: string,
  domain: readonly [number, number] = [0, 100],
): Content {
  const last = values.at(-1)
  if (last === undefined || values.length < 2) return undefined
  const x = scaleLinear()
    .domain([0, values.length - 1])
    .range([edge, width - edge])
  const y = scaleLinear()
    .domain(domain)
    .range([height - edge, edge])
    .clamp(true)
  const path = line<number>()
    .x((_value, index) => x(index))
    .y((value) => y(value))
    .curve(curveMonotoneX)
    .digits(1)
  return html`
    <svg class="spark" viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label}>
      <path class="line" d=${path([...values])} />
      <circle cx=${rounded(x(values.length - 1))} cy=${rounded(y(last))} r="2.6" />
    </svg>
  `
}
