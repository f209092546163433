import { html } from '../html.ts'
import { failureAdvice } from './failure-advice.ts'
import type { Page } from '../layout.ts'
import type { FailedScan } from './public-scan.ts'

/** Returns the page for a failed scan, with the meaning of the failure and advice. */
export function failedScanPage({ code }: FailedScan): Page {
  const { meaning, advice } = failureAdvice[code]
  return {
    title: 'Scan failed',
    content: html`
      <section class="card">
        <h1>Scan failed</h1>
        <dl class="facts">
          <dt>What happened</dt>
          <dd>${meaning}</dd>
          <dt>What to do</dt>
          <dd>${advice}</dd>
          <dt>Error code</dt>
          <dd><code>${code}</code> (<a href="/docs/errors">all error codes</a>)</dd>
        </dl>
        <p><a class="button" href="/">Start another scan</a></p>
        <p class="quiet">
          A failed scan provides no information about the security of the project. If your account started the scan,
          you can find details in your <a href="/account/scans">list of scans</a>.
        </p>
      </section>
    `,
  }
}
