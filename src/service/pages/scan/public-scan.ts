import type { Database } from '../../db/client.ts'
import { listFindings } from '../../db/scans/findings.ts'
import { findScanOfAnybody } from '../../db/scans/public-scans.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { pageLimits } from '../page-limits.ts'
import type { Coverage, ScanFailureCode, ScanResults, ScanStage, Verdict } from '../../../engine/model/scan.ts'
import type { Severity } from '../../../engine/model/severity.ts'
import type { SourceIdentity } from '../../../engine/model/target.ts'
import { publishedFinding } from '../../../engine/reports/published-finding.ts'
import { queuePositionOf } from '../../scans/estimate-completion.ts'
import type { ScanQuery } from './scan-query.ts'

/** A scan that waits or runs. What it is of is told only once it is known to be public. */
export interface UnfinishedScan {
  readonly state: 'unfinished'
  readonly id: string
  readonly stage: ScanStage
  readonly percent: number
  /** From 1; undefined when it does not wait any more. */
  readonly queuePosition: number | undefined
}

/**
 * A scan without results: nobody knows whether its source is public, so that nothing but the kind of failure is told.
 */
export interface FailedScan {
  readonly state: 'failed'
  readonly code: ScanFailureCode
}

/** A scan of a public source, or one that its reader may see. */
export interface CompletedScan {
  readonly state: 'completed'
  readonly id: string
  /** Whoever reads it is of its account, or may read its source: findings are whole, in all states. */
  readonly isInside: boolean
  readonly source: SourceIdentity
  readonly results: ScanResults
  readonly verdict: Verdict
  readonly coverage: Coverage
  readonly failOn: Severity
  /** Only findings that the baseline did not have count for the verdict. */
  readonly hasBaseline: boolean
  readonly completedAt: Date
  readonly inventoryDigest: string | null
  /** As far as the reader may see them, worst first; those that were asked for. */
  readonly findings: readonly Finding[]
  /** Findings that were asked for, on all pages. */
  readonly total: number
  /** Findings that were set aside. */
  readonly suppressed: number
}

export type PublicScan = UnfinishedScan | FailedScan | CompletedScan

/** Ids that we make, and nothing else, are looked for: a NUL in a path would be an error of the database. */
const scanId = /^scan_[\w-]{1,100}$/

type ScanOfAnybody = NonNullable<Awaited<ReturnType<typeof findScanOfAnybody>>>

/** Whether somebody may see what not everybody may. Asked only about scans that there are. */
export type AskInsider = (scan: ScanOfAnybody) => Promise<boolean>

/**
 * A scan, and whether its reader is inside; undefined where it is private and he is not, or there is none: nobody can
 * tell these apart.
 */
export async function findReadableScan(
  db: Database,
  id: string,
  askInsider: AskInsider,
): Promise<{ readonly scan: ScanOfAnybody; readonly isInside: boolean } | undefined> {
  const scan = scanId.test(id) ? await findScanOfAnybody(db, id) : undefined
  if (!scan) return undefined
  const isInside = await askInsider(scan)
  const isPrivate =
    scan.isPrivate || scan.source?.isPrivate || scan.source?.isInternal || scan.source?.type === 'folder'
  return isPrivate && !isInside ? undefined : { scan, isInside }
}

/** What whoever has the id may see of a scan. */
export async function findPublicScan(
  db: Database,
  id: string,
  query: ScanQuery,
  askInsider: AskInsider,
): Promise<PublicScan | undefined> {
  const readable = await findReadableScan(db, id, askInsider)
  if (!readable) return undefined
  const { scan, isInside } = readable
  const {
    status,
    stage,
    percent,
    source,
    results,
    verdict,
    coverage,
    failOn,
    baseline,
    completedAt,
    errorCode,
    inventoryDigest,
  } = scan
  if (status === 'pending' || status === 'scanning') {
    return {
      state: 'unfinished',
      id,
      stage,
      percent,
      queuePosition: status === 'pending' ? await queuePositionOf(db, scan) : undefined,
    }
  }
  if (status === 'failed') return { state: 'failed', code: errorCode ?? 'INTERNAL' }
  if (!source || !results || !verdict || !coverage || !completedAt)
    throw new Error(`the completed scan ${id} lacks what it found`)
  const limit = query.isWithCode ? pageLimits.maxFindingsWithCode : pageLimits.maxFindings
  const states = isInside && query.state !== undefined ? [query.state] : (['new', 'existing'] as const)
  const [shown, suppressed] = await Promise.all([
    listFindings(
      db,
      { scanId: id, states, severity: query.severity, category: query.category },
      { limit, offset: (query.page - 1) * limit },
    ),
    listFindings(db, { scanId: id, states: ['suppressed'] }, { limit: 1, offset: 0 }),
  ])
  const findings = shown.findings.map((finding) => readFinding(finding, { isInside, completedAt }))
  return {
    state: 'completed',
    id,
    isInside,
    source,
    results,
    verdict,
    coverage,
    failOn,
    hasBaseline: baseline !== null,
    completedAt,
    inventoryDigest,
    findings,
    total: shown.total,
    suppressed: suppressed.total,
  }
}

/**
 * A finding of a scan as its reader may see it. From outside it is as old as that scan: the days for which its code is
 * kept back count from there, and when it was really first seen, which is what the submitter's earlier scans say, is
 * not told.
 */
export function readFinding(
  finding: Finding,
  { isInside, completedAt }: Pick<CompletedScan, 'isInside' | 'completedAt'>,
): Finding {
  if (isInside) return finding
  return publishedFinding(finding, { firstSeenAt: completedAt, now: new Date(), isClaimedByCaller: false })
}
