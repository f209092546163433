import { html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import { findFinding } from '../../db/pages/findings.ts'
import { isOpen } from '../../../engine/model/finding.ts'
import { withoutMarkup } from '../../../engine/reports/check-run/markdown.ts'
import { subjectOfSource } from '../../../engine/reports/subject.ts'
import type { Page } from '../layout.ts'
import { findingCard } from '../parts/finding-card.ts'
import { visibleText } from '../visible-text.ts'
import { completedScanPage } from './completed-scan-page.ts'
import { failedScanPage } from './failed-scan-page.ts'
import { type AskInsider, findPublicScan, findReadableScan } from './public-scan.ts'
import { readFinding } from './published-finding.ts'
import { scanAddress, type ScanQuery } from './scan-query.ts'
import { unfinishedScanPage } from './unfinished-scan-page.ts'

/** Returns a scan's page, or undefined if the scan does not exist or the reader cannot see it. */
export async function scanPage(
  db: Database,
  scanId: string,
  query: ScanQuery,
  askInsider: AskInsider,
): Promise<Page | undefined> {
  const scan = await findPublicScan(db, scanId, query, askInsider)
  switch (scan?.state) {
    case undefined:
      return undefined
    case 'unfinished':
      return unfinishedScanPage(scan)
    case 'failed':
      return failedScanPage(scan)
    case 'completed':
      return completedScanPage(scan, query)
  }
}

/** Returns the page of one finding, with its code and data flow. */
export async function findingPage(
  db: Database,
  scanId: string,
  findingId: string,
  askInsider: AskInsider,
): Promise<Page | undefined> {
  const readable = await findReadableScan(db, scanId, askInsider)
  if (!readable) return undefined
  const {
    scan: { status, source, completedAt },
    isInside,
  } = readable
  if (status !== 'completed' || !source || !completedAt) return undefined
  const finding = /^[\w-]{1,100}$/.test(findingId) ? await findFinding(db, scanId, findingId) : undefined
  if (!finding || !(isInside || (isOpen(finding) && finding.category !== 'secret'))) return undefined
  const name = visibleText(subjectOfSource(source).name, 120)
  const shown = readFinding(finding, { isInside, completedAt })
  return {
    title: visibleText(withoutMarkup(shown.title), 100),
    isSecret: isInside,
    content: html`
      <p class="crumbs"><a href=${scanAddress(scanId)}>Scan of <bdi>${name}</bdi></a></p>
      <h1 class="unseen">Finding in <bdi>${name}</bdi></h1>
      <section class="card">
        ${findingCard(shown, { heading: 'h2' })}
        ${
          shown.location?.path !== undefined &&
          shown.location.startLine === undefined &&
          html`
            <p class="quiet">
              Assay does not publish the code or data flow of new critical and high code findings, because these
              details would help attackers. To see them, sign in to the account that started the scan.
            </p>
          `
        }
      </section>
    `,
  }
}
