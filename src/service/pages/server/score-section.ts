import { html } from '../html.ts'
import type { Content } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { severityTone } from '../parts/tones.ts'
import { causeTitle, scorePlot } from '../plots/score-plot.ts'
import { scanAddress } from '../scan/scan-query.ts'
import { visibleText } from '../visible-text.ts'
import type { ServerReport } from './find-server-report.ts'

/** Points of the history that stand in the table before it is opened. */
const shownPoints = 6

/** Why the score is what it is: caps, and what each of the weightiest findings takes. */
export function scoreSection({ explained, deductions, partialScanId }: ServerReport): Content {
  if (!explained)
    return html`
      <section class="card" id="score">
        <h2>Why no grade yet</h2>
        <p>
          There was no complete scan of its current version yet. What could not be seen whole gives no grade: it would
          say more than is known.
        </p>
        ${
          partialScanId !== undefined &&
          html`
            <p>
              <a href=${scanAddress(partialScanId)} rel="nofollow">Report of the latest scan, which was not complete</a>
            </p>
          `
        }
      </section>
    ` as Content
  const { score, deducted, caps, method } = explained
  return html`
    <section class="card" id="score">
      <h2>Why ${score}</h2>
      <p>
        ${
          deductions.length === 0
            ? 'Nothing was found that takes points: 100.'
            : `100, less ${shownPointsOf(deducted)} for what was found${caps.length > 0 ? '' : ', rounded down'}.`
        }
        ${caps.map((cap) => html` At most <strong>${cap.score}</strong>, because of ${cap.reason}.`)}
      </p>
      ${
        deductions.length > 0 &&
        html`
          <table class="blocks">
            <caption class="unseen">What the weightiest findings take from the score</caption>
            <thead>
              <tr>
                <th scope="col">Finding</th>
                <th scope="col" class="number">Takes</th>
                <th scope="col" class="number">Without it</th>
              </tr>
            </thead>
            <tbody>
              ${deductions.map(
                ({ points, scoreWithout, finding }) =>
                  html`
                    <tr>
                      <td>
                        <span class=${`label ${severityTone[finding.severity]}`}>${finding.severity}</span>${' '}
                        <bdi>${visibleText(finding.title, 200)}</bdi>
                      </td>
                      <td class="number" data-label="Takes">${shownPointsOf(points)}</td>
                      <td class="number" data-label="Without it">${scoreWithout}</td>
                    </tr>
                  `,
              )}
            </tbody>
          </table>
        `
      }
      <p class="quiet">
        By version ${visibleText(method, 20)} of the formula, which <a href="/docs/scoring">is public</a>. Each further
        finding of a severity takes less than the one before.
      </p>
    </section>
  ` as Content
}

/** How the score went, as a plot and as a table. */
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
          <td data-label="When">${shownMoment(changedAt ?? scannedAt)}</td>
          <td>${gradeChip(grade, { small: true })} ${securityScore}</td>
          <td data-label="Because">
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
            <th scope="col">When</th>
            <th scope="col">Score</th>
            <th scope="col">Because</th>
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
      ${table(rows.slice(0, shownPoints), 'Scores, the newest first')}
      ${
        rows.length > shownPoints &&
        html`
          <details>
            <summary>${rows.length - shownPoints} earlier ones</summary>
            ${table(rows.slice(shownPoints), 'Earlier scores')}
          </details>
        `
      }
    </section>
  ` as Content
}

const shownPointsOf = (points: number) => (Math.round(points * 10) / 10).toLocaleString('en-GB')
