import type { Database } from '../../db/client.ts'
import { type EntryRow, listEntryFindings, replaceEntryFindings, updateEntry } from '../../db/registry/entries.ts'
import { findLastPoint, insertPoint } from '../../db/registry/history.ts'
import { findRevision, keepRevisionFindings, type RevisionRow } from '../../db/registry/revisions.ts'
import type { SourceRow } from '../../db/registry/sources.ts'
import { insertToolChanges, replaceTools } from '../../db/registry/tools.ts'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import { toolChanges } from '../tools/tool-changes.ts'
import { indexedTools } from '../tools/tool-index.ts'
import type { AnnounceServerChange, RatedVersion } from './announce-server-change.ts'
import { historyCause, type ScoredState } from './history-cause.ts'

/** Revision of a source, with the scan result that is being replaced. */
export interface OverwrittenRevision {
  readonly sourceId: string
  readonly row: RevisionRow
  /** True if the stored dependency findings equal what the new scan's engine reports with the earlier advisories. */
  readonly isMatchedAlike: boolean
}

interface Showing {
  readonly server: EntryRow
  readonly sources: readonly SourceRow[]
  readonly source: SourceRow
  /** Revision, including its findings. */
  readonly revision: RevisionRow
  readonly now: Date
  readonly overwritten?: OverwrittenRevision | undefined
}

/**
 * Makes a server show a revision, with its score, findings, and tools. If anything changed, adds a point to the history
 * and notifies listeners.
 */
export async function showRevision(
  { announceServerChange }: { readonly announceServerChange: AnnounceServerChange },
  tx: Database,
  showing: Showing,
): Promise<void> {
  const { server, source, revision, now } = showing
  const known = await listEntryFindings(tx, server.id)
  const before = await shownBefore(tx, showing)
  const findings = seenSince(revision.findings ?? [], known, server.scanId === null ? undefined : revision.scannedAt)
  const { securityScore, grade, vulnerabilities, method } = revision.results
  const { total: _, ...counts } = vulnerabilities
  await updateEntry(tx, server.id, {
    sourceType: source.type,
    securityScore,
    grade,
    method,
    version: revision.revision,
    scanId: revision.scanId,
    lastScannedAt: revision.scannedAt,
    ...counts,
    suppressed: findings.filter(({ finding }) => finding.suppression).length,
    toolsHash: revision.toolsHash,
    updatedAt: now,
  })
  await replaceEntryFindings(tx, server.id, findings)
  await keepRevisionFindings(tx, revision, null)
  await replaceTools(tx, server.id, indexedTools(revision.tools ?? []))

  const after: RatedVersion = { version: revision.revision, scanId: revision.scanId, securityScore, grade, method }
  const { cause, advisories } = historyCause(
    before && stateOf(before.sourceId, before.row, known),
    stateOf(source.id, revision, findings),
    { isMatchedAlike: before?.isMatchedAlike ?? false },
  )
  await addPoint(tx, server.id, { ...after, revision, cause, advisories })
  if (!before) return
  const rated = ratingOf(server)
  const changes =
    before.sourceId === source.id && before.row.revision !== revision.revision
      ? toolChanges(before.row.tools ?? [], revision.tools ?? [])
      : []
  if (changes.length > 0)
    await insertToolChanges(tx, {
      serverId: server.id,
      fromVersion: before.row.revision,
      fromScanId: before.row.scanId,
      toVersion: revision.revision,
      toScanId: revision.scanId,
      at: now,
      changes: changes.slice(0, 1_000),
    })
  if (rated && (rated.grade !== grade || changes.length > 0))
    await announceServerChange(tx, {
      server,
      at: now,
      before: rated,
      after,
      cause,
      advisories,
      ...(changes.length > 0 && { tools: { changes, toolsHash: revision.toolsHash } }),
    })
}

/** Returns the previously shown revision and its scan result. */
async function shownBefore(
  tx: Database,
  { server, sources, overwritten }: Showing,
): Promise<OverwrittenRevision | undefined> {
  if (server.scanId === null || server.version === null) return undefined
  if (overwritten?.row.scanId === server.scanId) return overwritten
  for (const { id } of sources) {
    const row = await findRevision(tx, id, server.version)
    if (row?.scanId === server.scanId) return { sourceId: id, row, isMatchedAlike: false }
  }
  return undefined
}

const stateOf = (
  sourceId: string,
  { revision, digest, engine, results, advisoryDate, inventoryDigest }: RevisionRow,
  findings: readonly RegistryFinding[],
): ScoredState => ({
  sourceId,
  version: revision,
  digest,
  engine,
  method: results.method,
  advisoryDate,
  inventoryDigest,
  findings: findings.map(({ finding }) => finding),
})

function ratingOf({ version, scanId, securityScore, grade, method }: EntryRow): RatedVersion | undefined {
  return version === null || scanId === null || securityScore === null || grade === null || method === null
    ? undefined
    : { version, scanId, securityScore, grade, method }
}

/**
 * Returns the findings with the time when the server first had them. Findings that the server did not have are new.
 * `scannedAt` is undefined before the first scan, and then no finding is new.
 */
function seenSince(
  findings: readonly RegistryFinding[],
  known: readonly RegistryFinding[],
  scannedAt: Date | undefined,
): RegistryFinding[] {
  const since = new Map(known.map(({ finding, firstSeenAt }) => [finding.fingerprint, firstSeenAt]))
  return findings.map(({ finding, firstSeenAt }) => {
    const seen = since.get(finding.fingerprint) ?? firstSeenAt
    const isNew = !since.has(finding.fingerprint) && firstSeenAt === scannedAt?.toISOString()
    return { finding: { ...finding, state: isNew ? 'new' : 'existing', firstSeenAt: seen }, firstSeenAt: seen }
  })
}

/** Adds a history point, unless the result equals the previous one. */
async function addPoint(
  tx: Database,
  serverId: string,
  {
    revision,
    version,
    scanId,
    securityScore,
    grade,
    method,
    cause,
    advisories,
  }: RatedVersion & {
    readonly revision: RevisionRow
    readonly cause: ReturnType<typeof historyCause>['cause']
    readonly advisories: readonly string[]
  },
): Promise<void> {
  const last = await findLastPoint(tx, serverId)
  const { vulnerabilities } = revision.results
  const isSame =
    last &&
    last.version === version &&
    last.method === method &&
    last.securityScore === securityScore &&
    Object.entries(vulnerabilities).every(
      ([severity, count]) => last.vulnerabilities[severity as keyof typeof vulnerabilities] === count,
    )
  if (isSame && cause !== 'code') return
  await insertPoint(tx, {
    serverId,
    number: (last?.number ?? 0) + 1,
    scanId,
    scannedAt: revision.scannedAt,
    securityScore,
    grade,
    vulnerabilities,
    version,
    cause,
    method,
    advisories: [...advisories],
  })
}
