import { html } from '../html.ts'
import type { ScanStage } from '../../../engine/model/scan.ts'
import { scanProgress } from '../assets.ts'
import type { Page } from '../layout.ts'
import type { UnfinishedScan } from './public-scan.ts'

/** Description of each stage. */
export const stageWords: Readonly<Record<ScanStage, string>> = {
  queued: 'The scan is waiting to start.',
  source: 'Assay is fetching the source.',
  components: 'Assay is reading the dependencies.',
  code: 'Assay is reading the code.',
  advisories: 'Assay is looking up advisories.',
  detectors: 'Assay is running its detectors.',
  finished: 'Assay is storing the results.',
}

/** Returns the heading of the page at a stage. */
export const stageHeading = (stage: ScanStage): string => (stage === 'queued' ? 'Scan waiting' : 'Scan in progress')

const refreshSeconds = 5

/** Returns the page of a waiting or running scan. It shows the progress and nothing about the project. */
export function unfinishedScanPage({ id, stage, percent, queuePosition }: UnfinishedScan): Page {
  return {
    title: `Scan, ${percent}% done`,
    refreshSeconds,
    scripts: [scanProgress],
    content: html`
      <section class="card" data-progress=${`/scan/${id}/events`}>
        <h1>${stageHeading(stage)}</h1>
        <p data-says role="status">
          ${stageWords[stage]}
          ${queuePosition !== undefined && ` Position in the queue: ${queuePosition}.`}
        </p>
        <p>
          <label>
            <span class="quiet" data-percent>${percent}% done</span> <progress max="100" value=${percent}></progress>
          </label>
        </p>
        <p class="quiet">
          The report appears here when the scan completes. Assay shows the name of the project after it has verified
          that the project is public.
        </p>
      </section>
    `,
  }
}
