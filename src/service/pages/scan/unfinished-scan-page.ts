import { html } from '../html.ts'
import type { ScanStage } from '../../../engine/model/scan.ts'
import { scanProgress } from '../assets.ts'
import type { Content, Page } from '../layout.ts'
import type { UnfinishedScan } from './public-scan.ts'

/** What is done at each stage, for people. */
export const stageWords: Readonly<Record<ScanStage, string>> = {
  queued: 'It waits for its turn.',
  source: 'The source is being fetched.',
  components: 'Its packages are being read.',
  code: 'Its code is being read.',
  advisories: 'Advisories about them are being looked up.',
  detectors: 'It is being examined.',
  finished: 'The results are being stored.',
}

const refreshSeconds = 5

/** The page of a scan that waits or runs: how far it is, and nothing of what it is about. */
export function unfinishedScanPage({ id, stage, percent, queuePosition }: UnfinishedScan): Page {
  return {
    title: `Scan, ${percent} %`,
    refreshSeconds,
    scripts: [scanProgress],
    content: html`
      <section class="card" data-progress=${`/scan/${id}/events`}>
        <h1>${stage === 'queued' ? 'This scan waits' : 'This scan is running'}</h1>
        <p data-says role="status">
          ${stageWords[stage]}
          ${queuePosition !== undefined && ` Place in the queue: ${queuePosition}.`}
        </p>
        <p>
          <label>
            <span class="quiet" data-percent>${percent} % done</span> <progress max="100" value=${percent}></progress>
          </label>
        </p>
        <p class="quiet">
          The report is shown here when it is there. What is scanned is shown once it is known that everybody may see
          it.
        </p>
      </section>
    ` as Content,
  }
}
