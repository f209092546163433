import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { type Content, html } from '../html.ts'
import type { Tone } from '../parts/tones.ts'

const [width, height, edge] = [120, 32, 4]

/**
 * Returns a small SVG line of recent scan scores, without axes. The color of the last dot shows the last score's
 * rating. Scores range from 0 to 100, oldest first. Returns undefined if there are fewer than two scores.
 *
 * @param of subject of the scores, for screen readers
 */
export function trendLine(
  scores: readonly number[],
  { tone, of }: { readonly tone: Tone; readonly of: string },
): Content {
  const last = scores.at(-1)
  if (last === undefined || scores.length < 2) return undefined
  const x = scalePoint<number>()
    .domain(scores.map((_, place) => place))
    .range([edge, width - edge])
  const y = scaleLinear()
    .domain([0, 100])
    .range([height - edge, edge])
  const path = line<number>()
    .x((_, place) => x(place) ?? 0)
    .y((score) => y(score))
    .digits(1)
  return html`
    <svg class="trend" viewBox=${`0 0 ${width} ${height}`} role="img"
      aria-label=${`Scores of ${of}, oldest first: ${scores.join(', ')}`}>
      <line x1="0" x2=${width} y1=${y(0)} y2=${y(0)} />
      <path d=${path([...scores])} />
      <circle class=${tone} cx=${width - edge} cy=${Math.round(y(last) * 10) / 10} r="3.5" />
    </svg>
  `
}
