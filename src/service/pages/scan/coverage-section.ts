import { type Content, html } from '../html.ts'
import type { NotAnalyzed, NotAnalyzedItem } from '../../../engine/model/not-analyzed.ts'
import type { Coverage, DetectorCoverage } from '../../../engine/model/scan.ts'
import { notAnalyzedByKind, notAnalyzedText } from '../../../engine/reports/not-analyzed-text.ts'
import { shownNumber } from '../moment.ts'
import { markedText } from '../parts/marked-text.ts'
import type { Tone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'
import { sentenceList } from './sentence-list.ts'

const endings: Readonly<Record<DetectorCoverage['status'], { readonly title: string; readonly tone: Tone }>> = {
  succeeded: { title: 'succeeded', tone: 'good' },
  partial: { title: 'partial', tone: 'fair' },
  failed: { title: 'failed', tone: 'bad' },
  'timed-out': { title: 'timed out', tone: 'bad' },
  skipped: { title: 'skipped as requested', tone: 'calm' },
}

/** Number of coverage gaps that are visible without expanding the list. */
const maxOpenGaps = 3

/** Maximum number of sandbox limits to list. */
const maxBounds = 40

/** Returns the scan coverage: gaps, detectors, sandbox, and material that was not analyzed. */
export function coverageSection({
  detectors,
  isolation,
  notAnalyzed,
  gaps,
  files,
  components,
}: Pick<Coverage, 'detectors' | 'isolation' | 'notAnalyzed' | 'gaps' | 'files' | 'components'>): Content {
  const incomplete = detectors.filter(({ status }) => status !== 'succeeded' && status !== 'skipped').length
  return html`
    <section class=${gaps.length > 0 ? 'card warning' : 'card'} id="coverage">
      <h2>Coverage</h2>
      <p>
        Files: ${shownNumber(files.scanned)}. Packages: ${shownNumber(components.total)}. Detectors:${' '}
        ${shownNumber(detectors.length)}${incomplete > 0 && `, ${shownNumber(incomplete)} of them incomplete`}. Coverage
        gaps: ${shownNumber(gaps.length)}.
      </p>
      ${gaps.length > 0 && html`<h3>Coverage gaps</h3>${sentenceList(gaps, maxOpenGaps)}`}
      <details>
        <summary>Detectors and isolation</summary>
        ${
          detectors.length > 0 &&
          html`
            <table class="blocks">
              <caption class="unseen">Detectors and their status</caption>
              <thead>
                <tr>
                  <th scope="col">Detector</th>
                  <th scope="col">Status</th>
                  <th scope="col" class="number">Files</th>
                </tr>
              </thead>
              <tbody>${detectors.map(detectorRow)}</tbody>
            </table>
          `
        }
        ${isolationText(isolation)}
      </details>
    </section>
    ${notAnalyzed !== undefined && notAnalyzedSection(notAnalyzed)}
  `
}

/** Lists material that was not analyzed. It affects neither the verdict nor the score. */
function notAnalyzedSection(material: NotAnalyzed): Content {
  const rest = material.total - material.items.length
  const kinds = notAnalyzedByKind(material)
  return html`
    <section class="card" id="not-analyzed">
      <h2>Not analyzed</h2>
      <p>Assay names this material but does not analyze it. It does not change the verdict or the score.</p>
      <details>
        <summary>${kinds.map(({ heading, items }) => `${heading}: ${shownNumber(items.length)}`).join(', ')}</summary>
        ${kinds.map(
          ({ heading, items }) => html`
            <h3>${heading}</h3>
            <ul>${items.map(itemRow)}</ul>
          `,
        )}
        ${rest > 0 && html`<p>${shownNumber(rest)} more items are not listed.</p>`}
      </details>
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
  const bounds = isolation.bounds.slice(0, maxBounds).map((bound) => visibleText(bound, 200))
  return html`
    <p>
      Assay read the files in separate processes for this
      scan, ${hasNoNetwork ? 'without network access' : 'with network access'}.
      ${bounds.length > 0 && ` The machine that ran the scan enforced these limits: ${bounds.join('; ')}.`}
    </p>
  `
}
