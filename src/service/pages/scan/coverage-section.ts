import { type Content, html } from '../html.ts'
import type { NotAnalyzed, NotAnalyzedItem } from '../../../engine/model/not-analyzed.ts'
import type { Coverage, DetectorCoverage } from '../../../engine/model/scan.ts'
import { notAnalyzedByKind, notAnalyzedText } from '../../../engine/reports/not-analyzed-text.ts'
import { shownNumber } from '../moment.ts'
import { markedText } from '../parts/marked-text.ts'
import type { Tone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'

const endings: Readonly<Record<DetectorCoverage['status'], { readonly title: string; readonly tone: Tone }>> = {
  succeeded: { title: 'succeeded', tone: 'good' },
  partial: { title: 'partial', tone: 'fair' },
  failed: { title: 'failed', tone: 'bad' },
  'timed-out': { title: 'timed out', tone: 'bad' },
  skipped: { title: 'skipped as requested', tone: 'calm' },
}

/** Returns the status of each detector, the isolation in which files were read, and what was not analyzed. */
export function coverageSection({
  detectors,
  isolation,
  notAnalyzed,
}: Pick<Coverage, 'detectors' | 'isolation' | 'notAnalyzed'>): Content {
  return html`
    ${notAnalyzed !== undefined && notAnalyzedSection(notAnalyzed)}
    <section class="card" id="coverage">
      <h2>Detectors and isolation</h2>
      ${
        detectors.length > 0 &&
        html`
          <table class="blocks">
            <caption class="unseen">Detectors and their status</caption>
            <thead>
              <tr><th scope="col">Detector</th><th scope="col">Status</th><th scope="col" class="number">Files</th></tr>
            </thead>
            <tbody>${detectors.map(detectorRow)}</tbody>
          </table>
        `
      }
      <h3>Isolation</h3>
      ${isolationText(isolation)}
    </section>
  `
}

/** Material that changes neither the verdict nor the score. */
function notAnalyzedSection(material: NotAnalyzed): Content {
  const rest = material.total - material.items.length
  return html`
    <section class="card" id="not-analyzed">
      <h2>Not analyzed</h2>
      <p>Assay names this material but does not analyze it. It does not change the verdict or the score.</p>
      ${notAnalyzedByKind(material).map(
        ({ heading, items }) => html`
          <h3>${heading}</h3>
          <ul>${items.map(itemRow)}</ul>
        `,
      )}
      ${rest > 0 && html`<p>${shownNumber(rest)} more items are not listed.</p>`}
    </section>
  `
}

const itemRow = (item: NotAnalyzedItem) =>
  html`<li><code><bdi>${visibleText(notAnalyzedText(item), 300)}</bdi></code></li>`

function detectorRow({ id, status, reason, files }: DetectorCoverage) {
  const { title, tone } = endings[status]
  return html`
    <tr>
      <td><code><bdi>${visibleText(id, 60)}</bdi></code></td>
      <td data-label="Status">
        <span class=${`label ${tone}`}>${title}</span>
        ${reason !== undefined && html` <bdi>${markedText(visibleText(reason))}</bdi>`}
      </td>
      <td class="number" data-label="Files">${shownNumber(files)}</td>
    </tr>
  `
}

function isolationText(isolation: Coverage['isolation']): Content {
  if (isolation === 'in-process') return html`<p>The service read the files in its own process, without isolation.</p>`
  const hasNoNetwork = isolation.kind !== 'child-process'
  return html`
    <p>
      Assay read the files in separate processes for this
      scan, ${hasNoNetwork ? 'without network access' : 'with network access'}. The machine that ran the
      scan enforced these limits:
    </p>
    <ul class="tags">
      ${isolation.bounds.slice(0, 40).map((bound) => html`<li class="tag">${visibleText(bound, 200)}</li>`)}
    </ul>
  `
}
