import { html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import { findFinding } from '../../db/pages/findings.ts'
import { isOpen } from '../../../engine/model/finding.ts'
import { subjectOfSource } from '../../../engine/reports/subject.ts'
import type { Content, Page } from '../layout.ts'
import { findingCard } from '../parts/finding-card.ts'
import { visibleText } from '../visible-text.ts'
import { completedScanPage } from './completed-scan-page.ts'
import { failedScanPage } from './failed-scan-page.ts'
import { type AskInsider, findPublicScan, findReadableScan, readFinding } from './public-scan.ts'
import { scanAddress, type ScanQuery } from './scan-query.ts'
import { unfinishedScanPage } from './unfinished-scan-page.ts'

/** The page of a scan, for whoever has its id; undefined where they may not see it, or there is none. */
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

/** The page of one finding of a scan: its code, and the way of the data step by step. */
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
    title: visibleText(shown.title, 100),
    isSecret: isInside,
    content: html`
      <p class="crumbs"><a href=${scanAddress(scanId)}>Scan of <bdi>${name}</bdi></a></p>
      <h1 class="unseen">A finding in <bdi>${name}</bdi></h1>
      <section class="card">
        ${findingCard(shown, { heading: 'h2' })}
        ${
          shown.location?.path !== undefined &&
          shown.location.startLine === undefined &&
          html`
            <p class="quiet">
              Code and way of critical and high findings in code that no advisory tells of are not published at once:
              they would help attackers first. Whoever had it scanned sees them.
            </p>
          `
        }
      </section>
    ` as Content,
  }
}
