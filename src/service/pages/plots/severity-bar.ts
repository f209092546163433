import { stack } from 'd3-shape'
import { severities, type Severity, type SeverityCounts } from '../../../engine/model/severity.ts'
import { type Content, html } from '../html.ts'
import { shownNumber } from '../moment.ts'
import { severityIcon } from '../parts/icon.ts'
import { severityTone } from '../parts/tones.ts'
import { rounded } from './rounded.ts'

type Counts = Omit<SeverityCounts, 'total'>

/** Space between two segments, and the minimum width of a segment, in percent of the bar. */
const [gap, minWidth] = [0.6, 1.5]

/** Returns one bar with a segment for each severity that occurs, and the numbers as a list below it. */
export function severityBar(counts: Counts): Content {
  const occurring = severities.filter((severity) => counts[severity] > 0)
  if (occurring.length === 0) return html`<p class="quiet">No open findings</p>`
  return html`
    <figure class="figure severity-bar">
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        ${segmentsOf(counts, occurring).map(
          ({ severity, from, width }) =>
            html`<rect class=${severityTone[severity]} x=${from} width=${width} height="6" />`,
        )}
      </svg>
      <figcaption>
        <ul class="legend">
          ${occurring.map(
            (severity) =>
              html`
                <li class=${`ink-${severityTone[severity]}`}>
                  ${severityIcon(severity)} ${shownNumber(counts[severity])} ${severity}
                </li>
              `,
          )}
        </ul>
      </figcaption>
    </figure>
  `
}

/** Returns the start and the width of each segment in percent of the bar. */
function segmentsOf(counts: Counts, occurring: readonly Severity[]) {
  const total = occurring.reduce((sum, severity) => sum + counts[severity], 0)
  const layers = stack<Counts, Severity>().keys(occurring)([counts])
  return layers.map(({ key: severity, index, 0: range }) => {
    const [from, to] = [0, 1].map((end) => ((range?.[end] ?? 0) / total) * 100) as [number, number]
    const isLast = index === occurring.length - 1
    return { severity, from: rounded(from), width: rounded(Math.max(to - from - (isLast ? 0 : gap), minWidth)) }
  })
}
