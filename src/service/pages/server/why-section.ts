import { type Content, html } from '../html.ts'
import {
  type ExplainedScore,
  type ExplainedSeverity,
  explainScore,
  explainSeverities,
  type ScoredPlace,
} from '../../registry/rescoring/explain-score.ts'
import { shownNumber } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { severityTone } from '../parts/tones.ts'
import { scanAddress } from '../scan/scan-query.ts'
import { visibleText } from '../visible-text.ts'
import { findingsAddress } from './server-query.ts'

/** Returns the section that explains the score: its caps, and the points deducted for each severity. */
export function whySection(slug: string, findings: readonly ScoredPlace[]): Content {
  const explained = explainScore(findings)
  const { score, deducted, method } = explained
  // A cap above the score has no effect.
  const caps = explained.caps.filter((cap) => cap.score <= score)
  return html`
    <section class="card" id="score">
      <h2>Why ${score}</h2>
      <p>
        ${
          findings.length === 0
            ? 'No finding deducts points.'
            : `100 points minus ${pointsText(deducted)} for findings${caps.length > 0 ? '' : ', rounded down'}.`
        }
        ${caps.map((cap) => html` The maximum score is <strong>${cap.score}</strong> because of ${cap.reason}.`)}
      </p>
      ${findings.length > 0 && table(slug, explainSeverities(findings), explained)}
      <p class="quiet">
        Calculated with version ${visibleText(method, 20)} of the <a href="/docs/scoring">scoring formula</a>. Each
        additional finding with the same severity deducts fewer points.
      </p>
    </section>
  `
}

function table(slug: string, rows: readonly ExplainedSeverity[], { score }: ExplainedScore): Content {
  return html`
    <table class="blocks compact">
      <caption class="unseen">Points that the findings of each severity deduct</caption>
      <thead>
        <tr>
          <th scope="col">Findings</th>
          <th scope="col" class="number">Points</th>
          <th scope="col">Score without them</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ severity, findings, points, scoreWithout, gradeWithout }) =>
            html`
              <tr>
                <td>
                  <span class=${`label ${severityTone[severity]}`}>${severity}</span>${' '}
                  <a href=${findingsAddress(slug, { severity })}>
                    ${shownNumber(findings)} ${findings === 1 ? 'finding' : 'findings'}
                  </a>
                </td>
                <td class="number" data-label="Points">${pointsText(points)}</td>
                <td data-label="Score without them">
                  ${scoreWithout === score ? score : html`${scoreWithout} ${gradeChip(gradeWithout, { small: true })}`}
                </td>
              </tr>
            `,
        )}
      </tbody>
    </table>
  `
}

const pointsText = (points: number) => (Math.round(points * 10) / 10).toLocaleString('en-GB')

/**
 * Returns the section for a server that has no score.
 *
 * @param partialScanId latest incomplete scan, if its report is public
 */
export function noScoreSection(partialScanId: string | undefined): Content {
  return html`
    <section class="card" id="score">
      <h2>No grade yet</h2>
      <p>
        No complete scan of the current version exists yet. An incomplete scan produces no grade, because it can miss
        findings.
      </p>
      ${
        partialScanId !== undefined &&
        html`<p><a href=${scanAddress(partialScanId)} rel="nofollow">Report of the latest incomplete scan</a></p>`
      }
    </section>
  `
}
