import type { Database } from '../../db/client.ts'
import { type AcceptanceOfScan, listAcceptancesOfScan } from '../../db/github/acceptances.ts'
import { findServers, type RegistryServerRow } from '../../db/registry/servers.ts'
import { findSourceAt } from '../../db/registry/sources.ts'
import { findLaunchedServers, type LaunchedServer } from '../../db/pages/launched-servers.ts'
import { listFindings, tallyFindings } from '../../db/scans/findings.ts'
import { findScanOfAnybody } from '../../db/scans/public-scans.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { pageLimits } from '../page-limits.ts'
import type { Coverage, ScanFailureCode, ScanResults, Verdict } from '../../../engine/model/scan.ts'
import { severities, type Severity, type SeverityCounts } from '../../../engine/model/severity.ts'
import type { SourceIdentity } from '../../../engine/model/target.ts'
import { type FindingCounts, findingCounts } from '../../../engine/reports/check-run/finding-counts.ts'
import { readFinding } from './published-finding.ts'
import { findDifference, type ScanDifference } from './scan-changes.ts'
import type { ScanQuery } from './scan-query.ts'
import { findShownProgress, type ShownProgress } from './shown-progress.ts'

/** Queued or running scan. Its source stays private until Assay has verified that the source is public. */
export interface UnfinishedScan {
  readonly state: 'unfinished'
  readonly id: string
  readonly progress: ShownProgress
}

/** Failed scan. Its source may be private, so only the error code is public. */
export interface FailedScan {
  readonly state: 'failed'
  readonly code: ScanFailureCode
}

/** Completed scan as visible to the reader. */
export interface CompletedScan {
  readonly state: 'completed'
  readonly id: string
  /**
   * True if the reader manages the account or can read the private source. Findings then include all details and
   * states.
   */
  readonly isInside: boolean
  readonly source: SourceIdentity
  readonly results: ScanResults
  readonly verdict: Verdict
  readonly coverage: Coverage
  readonly failOn: Severity
  /** True if only findings that are missing from the baseline affect the verdict. */
  readonly hasBaseline: boolean
  readonly completedAt: Date
  readonly inventoryDigest: string | null
  /** Findings that match the query, highest severity first. Only include details that the reader can see. */
  readonly findings: readonly Finding[]
  /** Most important open findings, regardless of the query. Includes one of the highest severity. */
  readonly worst: readonly Finding[]
  /** Differences from an earlier scan of the source. Undefined if the reader can see no earlier scan. */
  readonly difference: ScanDifference | undefined
  /** Number of findings on all pages that match the query. */
  readonly total: number
  /** Number of findings by kind, regardless of the query. */
  readonly counts: FindingCounts
  /** Public registry server to which this source belongs. */
  readonly server: RegistryServerRow | undefined
  /** Findings that were accepted in pull requests. Empty for readers who see only the public parts. */
  readonly accepted: readonly AcceptanceOfScan[]
  /** Registry servers launched by the project. */
  readonly launched: readonly LaunchedServer[]
}

export type PublicScan = UnfinishedScan | FailedScan | CompletedScan

/** Maximum number of findings that determine the verdict text and its advice. */
const maxWorst = 50

/** Maximum number of accepted findings on the page. */
const maxAccepted = 100

/** Scan ID format. Other IDs are not looked up, because a NUL character in a path would cause a database error. */
const scanId = /^scan_[\w-]{1,100}$/

type ScanOfAnybody = NonNullable<Awaited<ReturnType<typeof findScanOfAnybody>>>

/** Reports whether the reader can see private parts of a scan. Called only for existing scans. */
export type AskInsider = (scan: ScanOfAnybody) => Promise<boolean>

/**
 * Returns a scan, and whether its reader can see private parts. Returns undefined both for a missing scan and for a
 * private scan that the reader cannot see, so that the reader cannot tell them apart.
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

/** Returns the parts of a scan that the reader can see. */
export async function findPublicScan(
  db: Database,
  id: string,
  query: ScanQuery,
  askInsider: AskInsider,
): Promise<PublicScan | undefined> {
  const found = await findReadableScan(db, id, askInsider)
  if (!found) return undefined
  const { scan, isInside } = found
  const { status, source, results, verdict, coverage, failOn, baseline, completedAt, errorCode, inventoryDigest } = scan
  if (status === 'pending' || status === 'scanning')
    return { state: 'unfinished', id, progress: await findShownProgress(db, scan) }
  if (status === 'failed') return { state: 'failed', code: errorCode ?? 'INTERNAL' }
  if (!source || !results || !verdict || !coverage || !completedAt)
    throw new Error(`the completed scan ${id} has no results`)
  const states = isInside && query.state !== undefined ? [query.state] : (['new', 'existing'] as const)
  const [shown, worst, tally, accepted, server, launched] = await Promise.all([
    listFindings(db, { scanId: id, states, severity: query.severity, category: query.category }, windowOf(query)),
    findWorst(db, id, results.vulnerabilities),
    tallyFindings(db, id),
    isInside ? listAcceptancesOfScan(db, { scanId: id, now: new Date(), most: maxAccepted }) : [],
    findServerOf(db, source),
    inventoryDigest === null ? [] : findLaunchedServers(db, inventoryDigest),
  ])
  const readable = (finding: Finding) => readFinding(finding, { isInside, completedAt })
  const difference = await findDifference(db, {
    id,
    accountId: scan.accountId,
    isInside,
    source,
    completedAt,
    baselineScanId: coverage.baseline?.scanId,
    serverId: server?.id,
  })
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
    findings: shown.findings.map(readable),
    worst: worst.map(readable),
    difference,
    total: shown.total,
    counts: findingCounts(tally, { isCompared: baseline !== null, failOn }),
    accepted,
    server,
    launched,
  }
}

/**
 * Returns the most important open findings, followed by one of the highest severity. The latter may be far down in the
 * list, because vulnerabilities whose code does not run come last.
 */
async function findWorst(db: Database, scanId: string, counts: SeverityCounts): Promise<readonly Finding[]> {
  const open = { scanId, states: ['new', 'existing'] } as const
  const severity = severities.find((each) => counts[each] > 0)
  const [first, severe] = await Promise.all([
    listFindings(db, open, { limit: maxWorst, offset: 0 }),
    listFindings(db, { ...open, severity }, { limit: 1, offset: 0 }),
  ])
  return [...first.findings, ...severe.findings]
}

/**
 * Returns the range of findings to read. The list groups only one window of findings, so that it does not read all of a
 * large project's findings.
 */
function windowOf({ isWithCode, page, part }: ScanQuery): { readonly limit: number; readonly offset: number } {
  const { maxFindings, maxReportCards } = pageLimits
  return isWithCode
    ? { limit: maxReportCards, offset: (page - 1) * maxReportCards }
    : { limit: maxFindings, offset: (part - 1) * maxFindings }
}

async function findServerOf(
  db: Database,
  { canonicalUrl, folder = '' }: SourceIdentity,
): Promise<RegistryServerRow | undefined> {
  const listed = await findSourceAt(db, canonicalUrl, folder)
  const [server] = listed ? await findServers(db, [listed.serverId]) : []
  return server
}
