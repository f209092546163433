import { type Content, html } from '../html.ts'
import { shownMoment } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { markedText } from '../parts/marked-text.ts'
import { severityTone } from '../parts/tones.ts'
import { causeTitle, scorePlot } from '../plots/score-plot.ts'
import { scanAddress } from '../scan/scan-query.ts'
import { visibleText } from '../visible-text.ts'
import type { ServerReport } from './find-server-report.ts'

/** Number of scores that are visible without expanding the history. */
const shownPoints = 6

/** Returns the section that explains the score: its caps, and the points that the largest deductions take. */
export function scoreSection({ explained, deductions, partialScanId }: ServerReport): Content {
  if (!explained)
    return html`
      <section class="card" id="score">
        <h2>No grade yet</h2>
        <p>
          No complete scan of the current version exists yet. An incomplete scan produces no grade, because it can miss
          findings.
        </p>
        ${
          partialScanId !== undefined &&
          html`
            <p>
              <a href=${scanAddress(partialScanId)} rel="nofollow">Report of the latest incomplete scan</a>
            </p>
          `
        }
      </section>
    `
  const { score, deducted, caps, method } = explained
  return html`
    <section class="card" id="score">
      <h2>Score ${score}</h2>
      <p>
        ${
          deductions.length === 0
            ? 'No finding deducts points.'
            : `100 points minus ${shownPointsOf(deducted)} for findings${caps.length > 0 ? '' : ', rounded down'}.`
        }
        ${caps.map((cap) => html` The maximum score is <strong>${cap.score}</strong> because of ${cap.reason}.`)}
      </p>
      ${
        deductions.length > 0 &&
        html`
          <table class="blocks">
            <caption class="unseen">Findings with the largest deductions</caption>
            <thead>
              <tr>
                <th scope="col">Finding</th>
                <th scope="col" class="number">Points</th>
                <th scope="col" class="number">Score without it</th>
              </tr>
            </thead>
            <tbody>
              ${deductions.map(
                ({ points, scoreWithout, finding }) =>
                  html`
                    <tr>
                      <td>
                        <span class=${`label ${severityTone[finding.severity]}`}>${finding.severity}</span>${' '}
                        <bdi>${markedText(visibleText(finding.title, 200))}</bdi>
                      </td>
                      <td class="number" data-label="Points">${shownPointsOf(points)}</td>
                      <td class="number" data-label="Score without it">${scoreWithout}</td>
                    </tr>
                  `,
              )}
            </tbody>
          </table>
        `
      }
      <p class="quiet">
        Calculated with version ${visibleText(method, 20)} of the <a href="/docs/scoring">scoring formula</a>. Each
        additional finding with the same severity deducts fewer points.
      </p>
    </section>
  `
}

/** Returns the history of the score as a plot and as a table. */
export function historySection({ history }: ServerReport): Content {
  if (history.length === 0) return undefined
  const points = history.toReversed().map(({ scannedAt, changedAt, securityScore, cause }) => ({
    at: changedAt ?? scannedAt,
    score: securityScore,
    cause,
  }))
  const rows = history.map(
    ({ scannedAt, changedAt, securityScore, grade, version, cause, advisories }) =>
      html`
        <tr>
          <td data-label="Date">${shownMoment(changedAt ?? scannedAt)}</td>
          <td>${gradeChip(grade, { small: true })} ${securityScore}</td>
          <td data-label="Cause">
            ${causeTitle(cause)}
            ${
              advisories.length > 0 &&
              html`
                : ${advisories.slice(0, 5).map(
                  (id, index) =>
                    html`
                        ${index > 0 && ', '}
                        <a href=${`/advisories/${encodeURIComponent(id)}`}><bdi>${visibleText(id, 60)}</bdi></a>
                      `,
                )}
              `
            }
          </td>
          <td data-label="Version"><code><bdi>${visibleText(version, 40)}</bdi></code></td>
        </tr>
      `,
  )
  const table = (shown: typeof rows, caption: string) =>
    html`
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
        <tbody>${shown}</tbody>
      </table>
    `
  return html`
    <section class="card" id="history">
      <h2>History</h2>
      ${scorePlot(points)}
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

const shownPointsOf = (points: number) => (Math.round(points * 10) / 10).toLocaleString('en-GB')
