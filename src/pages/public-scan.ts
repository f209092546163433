import type { Database } from '../db/client.ts'
import { listFindings } from '../db/findings.ts'
import { findScanOfAnybody } from '../db/public-scans.ts'
import { limits } from '../model/limits.ts'
import type { Coverage, ScanFailureCode, ScanResults, ScanStage, Verdict } from '../model/scan.ts'
import type { Severity } from '../model/severity.ts'
import type { SourceIdentity } from '../model/target.ts'
import { queuePositionOf } from '../scan/estimate-completion.ts'
import { type PublishedFinding, publishedFindings } from './published-finding.ts'

/** A scan that waits or runs. What it is of is told only once it is known to be public. */
export interface UnfinishedScan {
  readonly state: 'unfinished'
  readonly stage: ScanStage
  readonly percent: number
  /** From 1; undefined when it does not wait any more. */
  readonly queuePosition: number | undefined
}

/** A scan without results: nobody knows whether its source is public, so that nothing but the kind of failure is told. */
export interface FailedScan {
  readonly state: 'failed'
  readonly code: ScanFailureCode
}

/** A scan of a public source. */
export interface CompletedScan {
  readonly state: 'completed'
  readonly source: SourceIdentity
  readonly results: ScanResults
  readonly verdict: Verdict
  readonly coverage: Coverage
  readonly failOn: Severity
  /** Only findings that the baseline did not have count for the verdict. */
  readonly hasBaseline: boolean
  readonly completedAt: Date
  /** Open ones, worst first. */
  readonly findings: readonly PublishedFinding[]
  /** Open findings beyond those that are listed. */
  readonly unlisted: number
  /** Findings that were set aside. */
  readonly suppressed: number
}

export type PublicScan = UnfinishedScan | FailedScan | CompletedScan

/** Ids that we make, and nothing else, are looked for: a NUL in a path would be an error of the database. */
const scanId = /^scan_[\w-]{1,100}$/

/** What anybody who has the id may see of a scan; undefined where it is private, or there is none: nobody can tell these apart. */
export async function findPublicScan(db: Database, id: string): Promise<PublicScan | undefined> {
  const scan = scanId.test(id) ? await findScanOfAnybody(db, id) : undefined
  if (!scan || scan.isPrivate || scan.source?.isPrivate || scan.source?.isInternal || scan.source?.type === 'folder') return undefined
  const { status, stage, percent, source, results, verdict, coverage, failOn, baseline, completedAt, errorCode } = scan
  if (status === 'pending' || status === 'scanning') {
    return { state: 'unfinished', stage, percent, queuePosition: status === 'pending' ? await queuePositionOf(db, scan) : undefined }
  }
  if (status === 'failed') return { state: 'failed', code: errorCode ?? 'INTERNAL' }
  if (!source || !results || !verdict || !coverage || !completedAt) throw new Error(`the completed scan ${id} lacks what it found`)
  const [open, suppressed] = await Promise.all([
    listFindings(db, { scanId: id, states: ['new', 'existing'] }, { limit: limits.page.findings, offset: 0 }),
    listFindings(db, { scanId: id, states: ['suppressed'] }, { limit: 1, offset: 0 }),
  ])
  return { state: 'completed', source, results, verdict, coverage, failOn, hasBaseline: baseline !== null, completedAt, findings: publishedFindings(open.findings), unlisted: open.total - open.findings.length, suppressed: suppressed.total }
}
