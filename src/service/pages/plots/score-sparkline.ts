import { scaleLinear, scaleUtc } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { type Content, html } from '../html.ts'
import { shownDay } from '../moment.ts'
import type { ScorePoint } from './score-plot.ts'

const [width, height, edge] = [112, 30, 3]

/**
 * Returns a small SVG line of scores over time, without axes. Points are oldest first. Returns undefined if there are
 * fewer than two points.
 */
export function scoreSparkline(points: readonly ScorePoint[]): Content {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return undefined
  const x = scaleUtc()
    .domain([first.at, last.at > first.at ? last.at : new Date(first.at.getTime() + 1)])
    .range([edge, width - edge])
  const y = scaleLinear()
    .domain([0, 100])
    .range([height - edge, edge])
  const steps = line<ScorePoint>()
    .x(({ at }) => x(at))
    .y(({ score }) => y(score))
    .curve(curveStepAfter)
    .digits(1)
  return html`
    <svg class="plot sparkline" viewBox=${`0 0 ${width} ${height}`} role="img"
      aria-label=${`Score since ${shownDay(first.at)}: first ${first.score}, now ${last.score}`}>
      <path class="line" d=${steps([...points])} />
      <circle cx=${x(last.at).toFixed(1)} cy=${y(last.score).toFixed(1)} r="2.6" />
    </svg>
  `
}
