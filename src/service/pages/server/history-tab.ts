import { type Content, html } from '../html.ts'
import { shownMoment } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { causeTitle, scorePlot } from '../plots/score-plot.ts'
import type { ServerFrame } from './find-server-frame.ts'
import { advisoryLinks } from './score-change.ts'
import { causeOf, momentOf, scorePoints } from './score-points.ts'
import { versionText } from './version-choice.ts'

/** Number of scores that are visible without expanding the history. */
const shownPoints = 12

/** Returns the score history as a plot and as a table. */
export function historyTab({ history }: ServerFrame): Content {
  if (history.length === 0)
    return html`
      <section class="card" id="history"><h2>History</h2><p>This server has no score yet.</p></section>
    `
  const rows = history.map(
    (point) =>
      html`
        <tr>
          <td data-label="Date">${shownMoment(momentOf(point))}</td>
          <td>${gradeChip(point.grade, { small: true })} ${point.securityScore}</td>
          <td data-label="Cause">${causeTitle(causeOf(point))}${advisoryLinks(point.advisories)}</td>
          <td data-label="Version"><code><bdi>${versionText(point.version, 40)}</bdi></code></td>
        </tr>
      `,
  )
  return html`
    <section class="card" id="history">
      <h2>History</h2>
      ${scorePlot(scorePoints(history))}
      ${table(rows.slice(0, shownPoints), 'Scores, latest first')}
      ${
        rows.length > shownPoints &&
        html`
          <details>
            <summary>${rows.length - shownPoints} earlier scores</summary>
            ${table(rows.slice(shownPoints), 'Earlier scores')}
          </details>
        `
      }
    </section>
  `
}

function table(rows: readonly Content[], caption: string): Content {
  return html`
    <table class="blocks">
      <caption class="unseen">${caption}</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Score</th>
          <th scope="col">Cause</th>
          <th scope="col">Version</th>
        </tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  `
}
