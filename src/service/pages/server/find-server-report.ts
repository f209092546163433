import type { Database } from '../../db/client.ts'
import { findPartialScan } from '../../db/scans/partial-scans.ts'
import { findServerComponents, type ServerComponents } from '../../db/pages/components.ts'
import { type DisputeRow, listDisputesOfFindings } from '../../db/registry/disputes.ts'
import { listEntryFindingsAt, listScoredFindings } from '../../db/registry/entries.ts'
import { listServerFindings } from '../../db/registry/findings-list.ts'
import { listServerHistory, type RegistryHistoryRow } from '../../db/registry/history-list.ts'
import { findServerParts, type RegistryServerRow, type RegistrySourceRow } from '../../db/registry/servers.ts'
import { listSignals, type SignalRow } from '../../db/registry/signals.ts'
import { findToolsOfServer, listToolChanges, type ToolChangesRow } from '../../db/registry/tools.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { pageLimits } from '../page-limits.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import { listReceiptedServers } from '../../registry/receipts/issue-receipts.ts'
import { type ExplainedScore, explainScore } from '../../registry/rescoring/explain-score.ts'
import { findLookalikes, type Lookalikes } from '../../registry/tools/find-lookalikes.ts'
import { publishedFinding } from '../../../engine/reports/published-finding.ts'
import { findReadableScan } from '../scan/public-scan.ts'
import type { ServerQuery } from './server-query.ts'

/** A published finding, with the dispute of its maintainer. */
export interface ShownFinding {
  readonly finding: Finding
  /** Only open and accepted disputes. */
  readonly dispute: DisputeRow | undefined
}

/** Points that one finding deducts from the score. */
export interface ShownDeduction {
  readonly points: number
  readonly scoreWithout: number
  readonly finding: Finding
}

/** Data of the page of a server. */
export interface ServerReport {
  readonly server: RegistryServerRow
  readonly sources: readonly RegistrySourceRow[]
  readonly isClaimed: boolean
  readonly hasReceipt: boolean
  /** Newest first. */
  readonly history: readonly RegistryHistoryRow[]
  /** Undefined for a server without a score. */
  readonly explained: ExplainedScore | undefined
  /** The largest deductions. */
  readonly deductions: readonly ShownDeduction[]
  readonly findings: readonly ShownFinding[]
  /** Number of findings that match the filter. */
  readonly totalFindings: number
  readonly tools: readonly ScannedTool[]
  readonly toolChanges: readonly ToolChangesRow[]
  readonly lookalikes: Lookalikes
  readonly signals: readonly SignalRow[]
  readonly components: ServerComponents | undefined
  /** Scan of the current score, if its report is public. */
  readonly scanId: string | undefined
  /**
   * Newest incomplete scan of the current revision of a server without a score, if its report is public.
   */
  readonly partialScanId: string | undefined
}

const shownDeductions = 8
const shownToolChanges = 10

/** The reader of the page of a server. */
export interface Reader {
  /** True for a verified maintainer of the server. */
  readonly isMaintainer: boolean
}

/** Reads the data of the page of a server that the reader can see. */
export async function findServerReport(
  db: Database,
  server: RegistryServerRow,
  query: ServerQuery,
  { isMaintainer }: Reader,
): Promise<ServerReport> {
  const { id } = server
  const limit = pageLimits.maxFindingsWithCode
  const [parts, history, explained, listed, revision, changes, lookalikes, signals, components, scan, receipted] =
    await Promise.all([
      findServerParts(db, id),
      listServerHistory(db, id, pageLimits.maxHistoryPoints),
      server.securityScore === null ? undefined : listScoredFindings(db, id).then(explainScore),
      listServerFindings(
        db,
        { serverId: id, severity: query.severity, category: query.category },
        { limit, offset: (query.page - 1) * limit },
      ),
      findToolsOfServer(db, id, undefined),
      listToolChanges(db, id, { limit: shownToolChanges, offset: 0 }),
      findLookalikes(db, server),
      listSignals(db, id),
      findServerComponents(db, id, pageLimits.maxComponents),
      server.scanId === null ? undefined : findReadableScan(db, server.scanId, async () => false),
      listReceiptedServers(db, [id]),
    ])
  const now = new Date()
  const published = (finding: Finding, firstSeenAt: Date) =>
    publishedFinding(finding, { firstSeenAt, now, isClaimedByCaller: isMaintainer })
  const largestDeductions = explained?.deductions.slice(0, shownDeductions) ?? []
  const [deductedFindings, disputes] = await Promise.all([
    listEntryFindingsAt(
      db,
      id,
      largestDeductions.map(({ ordinal }) => ordinal),
    ),
    listDisputesOfFindings(
      db,
      id,
      listed.findings.map(({ finding }) => finding.fingerprint),
    ),
  ])
  const deductions = largestDeductions.flatMap(({ ordinal, points, scoreWithout }) => {
    const entry = deductedFindings.find((each) => each.ordinal === ordinal)
    return entry ? [{ points, scoreWithout, finding: published(entry.finding, new Date(entry.firstSeenAt)) }] : []
  })
  const findings = listed.findings.map(({ finding, firstSeenAt }) => {
    const dispute = disputes.get(finding.fingerprint)
    return {
      finding: published(finding, firstSeenAt),
      dispute: dispute?.state === 'open' || dispute?.state === 'accepted' ? dispute : undefined,
    }
  })
  return {
    server,
    ...parts,
    hasReceipt: receipted.has(id),
    history,
    explained,
    deductions,
    findings,
    totalFindings: listed.total,
    tools: revision?.tools ?? [],
    toolChanges: changes.changes,
    lookalikes,
    signals,
    components,
    scanId: scan?.scan.id,
    partialScanId: server.grade === null ? await readablePartialScan(db, server, parts.sources) : undefined,
  }
}

async function readablePartialScan(
  db: Database,
  { sourceType }: RegistryServerRow,
  sources: readonly RegistrySourceRow[],
): Promise<string | undefined> {
  const source = sources.find(({ type }) => type === sourceType)
  const scanId = source && (await findPartialScan(db, source))
  return scanId === undefined ? undefined : (await findReadableScan(db, scanId, async () => false))?.scan.id
}
