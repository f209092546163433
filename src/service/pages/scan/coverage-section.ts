import { html } from '../html.ts'
import type { Coverage, DetectorCoverage } from '../../../engine/model/scan.ts'
import type { Content } from '../layout.ts'
import { shownNumber } from '../moment.ts'
import type { Tone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'

const endings: Readonly<Record<DetectorCoverage['status'], { readonly title: string; readonly tone: Tone }>> = {
  succeeded: { title: 'succeeded', tone: 'good' },
  partial: { title: 'partial', tone: 'fair' },
  failed: { title: 'failed', tone: 'bad' },
  'timed-out': { title: 'timed out', tone: 'bad' },
  skipped: { title: 'left out as asked', tone: 'calm' },
}

/** How each detector ended, and how the code that read hostile files was kept apart. */
export function coverageSection({ detectors, isolation }: Pick<Coverage, 'detectors' | 'isolation'>): Content {
  return html`
    <section class="card" id="coverage">
      <h2>How it was examined</h2>
      ${
        detectors.length > 0 &&
        html`
          <table class="blocks">
            <caption class="unseen">Detectors and how they ended</caption>
            <thead>
              <tr><th scope="col">Detector</th><th scope="col">Ended</th><th scope="col" class="number">Files</th></tr>
            </thead>
            <tbody>${detectors.map(detectorRow)}</tbody>
          </table>
        `
      }
      <h3>Isolation</h3>
      ${isolationText(isolation)}
    </section>
  ` as Content
}

function detectorRow({ id, status, reason, files }: DetectorCoverage) {
  const { title, tone } = endings[status]
  return html`
    <tr>
      <td><code><bdi>${visibleText(id, 60)}</bdi></code></td>
      <td data-label="Ended">
        <span class=${`label ${tone}`}>${title}</span>
        ${reason !== undefined && html` <bdi>${visibleText(reason)}</bdi>`}
      </td>
      <td class="number" data-label="Files">${shownNumber(files)}</td>
    </tr>
  `
}

function isolationText(isolation: Coverage['isolation']): Content {
  if (isolation === 'in-process')
    return html`<p>Files were read in the process of the service: this version of it kept nothing apart.</p>` as Content
  const isCutOff = isolation.kind === 'child-process-without-network'
  return html`
    <p>
      Files were read in processes of this scan
      alone, ${isCutOff ? 'without a network' : 'which were not cut off from the network'}. In force on the machine that
      scanned:
    </p>
    <ul class="tags">
      ${isolation.bounds.slice(0, 40).map((bound) => html`<li class="tag">${visibleText(bound, 200)}</li>`)}
    </ul>
  ` as Content
}
