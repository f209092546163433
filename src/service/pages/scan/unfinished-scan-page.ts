import { html } from '../html.ts'
import { scanProgress } from '../assets.ts'
import type { Page } from '../layout.ts'
import type { UnfinishedScan } from './public-scan.ts'
import type { ShownStage } from './scan-stages.ts'

const refreshSeconds = 5

/** Returns the page for a queued or running scan. It shows the progress and nothing about the project. */
export function unfinishedScanPage({ id, progress: { heading, percent, says, stages } }: UnfinishedScan): Page {
  return {
    title: `${heading}, ${percent}% done`,
    refreshSeconds,
    scripts: [scanProgress],
    content: html`
      <section class="card" data-progress=${`/scan/${id}/events`}>
        <h1>${heading}</h1>
        <p data-says role="status">${says}</p>
        <p>
          <label>
            <span class="quiet" data-percent>${percent}% done</span> <progress max="100" value=${percent}></progress>
          </label>
        </p>
        <ol class="stages" data-stages>${stages.map(stageItem)}</ol>
        <p class="quiet">
          The report appears here when the scan completes. You can close this page and open it again later. Assay shows
          the name of the project after it has verified that the project is public.
        </p>
      </section>
    `,
  }
}

function stageItem({ title, state, duration }: ShownStage) {
  return html`
    <li class=${state} aria-current=${state === 'running' ? 'step' : undefined}>
      <span>${title}</span> <span class="quiet">${duration === '' ? stateTexts[state] : duration}</span>
    </li>
  `
}

/** Text shown for a stage that has no duration. */
const stateTexts: Readonly<Record<ShownStage['state'], string>> = { done: 'done', running: 'running', next: '' }
