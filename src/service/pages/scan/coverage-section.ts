import { type Content, html } from '../html.ts'
import type { Coverage, DetectorCoverage } from '../../../engine/model/scan.ts'
import { shownNumber } from '../moment.ts'
import type { Tone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'

const endings: Readonly<Record<DetectorCoverage['status'], { readonly title: string; readonly tone: Tone }>> = {
  succeeded: { title: 'succeeded', tone: 'good' },
  partial: { title: 'partial', tone: 'fair' },
  failed: { title: 'failed', tone: 'bad' },
  'timed-out': { title: 'timed out', tone: 'bad' },
  skipped: { title: 'skipped as requested', tone: 'calm' },
}

/** Returns the status of each detector, and the isolation in which files were read. */
export function coverageSection({ detectors, isolation }: Pick<Coverage, 'detectors' | 'isolation'>): Content {
  return html`
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

function detectorRow({ id, status, reason, files }: DetectorCoverage) {
  const { title, tone } = endings[status]
  return html`
    <tr>
      <td><code><bdi>${visibleText(id, 60)}</bdi></code></td>
      <td data-label="Status">
        <span class=${`label ${tone}`}>${title}</span>
        ${reason !== undefined && html` <bdi>${visibleText(reason)}</bdi>`}
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
