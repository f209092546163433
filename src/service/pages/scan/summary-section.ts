import { type Content, html } from '../html.ts'
import { shownMoment } from '../moment.ts'
import { gradePanel } from '../parts/grades.ts'
import { linkable, visibleText } from '../visible-text.ts'
import { answerRows } from './answer-rows.ts'
import type { CompletedScan } from './public-scan.ts'
import { verdictLead } from './verdict-lead.ts'

/** Returns a report's first section: what to do, and the answers that a reader needs first. */
export function summarySection(scan: CompletedScan, name: string): Content {
  const { id, source, results, completedAt, inventoryDigest } = scan
  const href = linkable(source.canonicalUrl)
  const url = html`<bdi>${visibleText(source.canonicalUrl)}</bdi>`
  return html`
    <section class="card summary report-summary">
      ${gradePanel(results.grade, results.securityScore)}
      <div>
        <h1><bdi>${name}</bdi></h1>
        ${verdictLead(scan)}
      </div>
      <dl class="facts answers">
        ${answerRows(scan).map(
          ({ question, answer }) =>
            html`
              <dt>${question}</dt>
              <dd>${answer}</dd>
            `,
        )}
      </dl>
      <div class="answers-foot">
        <p class="quiet">
          ${href === undefined ? url : html`<a href=${href} rel="noopener noreferrer nofollow">${url}</a>`}, scanned
          on ${shownMoment(completedAt)}
        </p>
        <ul class="actions" aria-label="Downloads">
          <li><a class="button" href=${`/scan/${id}/report.html`} download>HTML</a></li>
          <li><a class="button" href=${`/scan/${id}/report.json`} download>JSON</a></li>
          <li><a class="button" href=${`/scan/${id}/report.sarif`} download>SARIF</a></li>
          ${
            inventoryDigest !== null &&
            html`<li><a class="button" href=${`/scan/${id}/sbom.cdx.json`} download>SBOM (CycloneDX)</a></li>
              <li><a class="button" href=${`/scan/${id}/sbom.spdx.json`} download>SBOM (SPDX)</a></li>`
          }
        </ul>
      </div>
    </section>
  `
}
