import { scaleLinear, scaleUtc } from 'd3-scale'
import {
  area,
  curveStepAfter,
  line,
  symbol,
  symbolCircle,
  symbolDiamond2,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  type SymbolType,
} from 'd3-shape'
import { type Content, html } from '../html.ts'
import { gradeThresholds } from '../../../engine/model/score.ts'
import { shownDay } from '../moment.ts'
import { rounded } from './rounded.ts'

/** Reason why a score changed. `first`: no earlier score exists. */
export type Cause = 'first' | 'code' | 'advisory' | 'rules' | 'metadata' | 'resolution'

export interface ScorePoint {
  readonly at: Date
  /** Score from 0 to 100. */
  readonly score: number
  readonly cause: Cause
}

/** Each cause's title and shape. The shapes differ, so that the plot is readable without color. */
const marks: Readonly<Record<Cause, { readonly title: string; readonly shape: SymbolType }>> = {
  first: { title: 'first scan', shape: symbolCircle },
  code: { title: 'code changed', shape: symbolCircle },
  advisory: { title: 'advisories changed', shape: symbolDiamond2 },
  rules: { title: 'rules or formula changed', shape: symbolSquare },
  metadata: { title: 'metadata changed', shape: symbolTriangle },
  resolution: { title: 'resolved versions changed', shape: symbolStar },
}

/** Returns a cause's title, such as `code changed`. */
export function causeTitle(cause: Cause): string {
  return marks[cause].title
}

const [width, height] = [680, 230]
/** Minimum height of a labeled band. Text is larger on phones. */
const minLabelHeight = 18
const edge = { top: 10, right: 14, bottom: 28, left: 40 }

/**
 * Returns an SVG plot of scores over time, with a band for each grade. Points are oldest first. Returns undefined if
 * there are fewer than two points.
 */
export function scorePlot(points: readonly ScorePoint[]): Content {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return undefined
  const x = scaleUtc()
    .domain(
      first.at.getTime() === last.at.getTime() ? [new Date(first.at.getTime() - 1), last.at] : [first.at, last.at],
    )
    .range([edge.left, width - edge.right])
  const y = scaleLinear()
    .domain([0, 100])
    .range([height - edge.bottom, edge.top])
  const steps = line<ScorePoint>()
    .x(({ at }) => x(at))
    .y(({ score }) => y(score))
    .curve(curveStepAfter)
    .digits(1)
  const below = area<ScorePoint>()
    .x(({ at }) => x(at))
    .y0(y(0))
    .y1(({ score }) => y(score))
    .curve(curveStepAfter)
    .digits(1)
  const bands = gradeThresholds.map(([grade, minScore], index) => ({
    grade,
    bottom: y(minScore),
    top: y(index === 0 ? 100 : (gradeThresholds[index - 1]?.[1] ?? 100)),
    isOdd: index % 2 === 1,
  }))
  return html`
    <figure class="figure">
      <svg class="plot" viewBox=${`0 0 ${width} ${height}`} role="img"
        aria-label=${
          `Scores from ${shownDay(first.at)} to ${shownDay(last.at)}: ` +
          `first score ${first.score}, current score ${last.score}. ` +
          'The table below lists all scores.'
        }>
        ${bands.map(
          ({ grade, bottom, top, isOdd }) =>
            html`
              <rect class=${isOdd ? 'band odd' : 'band'} x=${edge.left} y=${rounded(top)}
                width=${width - edge.left - edge.right} height=${rounded(bottom - top)} />
              ${
                bottom - top >= minLabelHeight &&
                html`<text x=${edge.left - 8} y=${rounded((top + bottom) / 2 + 4)} text-anchor="end">${grade}</text>`
              }
            `,
        )}
        ${x.ticks(5).map(
          (tick) =>
            html`
                <line class="axis" x1=${rounded(x(tick))} x2=${rounded(x(tick))} y1=${height - edge.bottom}
                  y2=${height - edge.bottom + 4} />
              `,
        )}
        ${[first, last].map(
          ({ at }, index) =>
            html`
              <text x=${rounded(x(at))} y=${height - 6} text-anchor=${index === 0 ? 'start' : 'end'}>
                ${shownDay(at)}
              </text>
            `,
        )}
        <path class="area" d=${below([...points])} />
        <path class="line" d=${steps([...points])} />
        ${points.map(
          ({ at, score, cause }) =>
            html`
              <path class=${`mark-${cause}`} transform=${`translate(${rounded(x(at))} ${rounded(y(score))})`}
                d=${symbol(marks[cause].shape, 70)()}>
                <title>${`${shownDay(at)}: ${score}, ${marks[cause].title}`}</title>
              </path>
            `,
        )}
      </svg>
      <figcaption>
        <ul class="legend">
          ${[...new Set(points.map(({ cause }) => cause))].map(
            (cause) =>
              html`
                <li>
                  <svg viewBox="-8 -8 16 16" aria-hidden="true">
                    <path class=${`mark-${cause}`} d=${symbol(marks[cause].shape, 90)()} />
                  </svg>
                  ${marks[cause].title}
                </li>
              `,
          )}
        </ul>
      </figcaption>
    </figure>
  `
}
