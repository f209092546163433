import { html } from '../html.ts'
import { failureAdvice } from './failure-advice.ts'
import type { Content, Page } from '../layout.ts'
import type { FailedScan } from './public-scan.ts'

/** The page of a scan that has no results: the kind of failure and what to do. */
export function failedScanPage({ code }: FailedScan): Page {
  const { meaning, advice } = failureAdvice[code]
  return {
    title: 'Scan without result',
    content: html`
      <section class="card">
        <h1>This scan has no result</h1>
        <p><span class="verdict calm">${code}</span></p>
        <p>${meaning} ${advice}</p>
        <p class="quiet">
          Nothing was found out about the project, good or bad. The account that submitted it reads more about the
          failure among its <a href="/account/scans">scans</a>.
        </p>
      </section>
    ` as Content,
  }
}
