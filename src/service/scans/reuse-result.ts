import { createHash } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { listFindingRecords } from '../db/scans/findings.ts'
import { hasReadingRecord } from '../db/scans/readings.ts'
import { findReusableScans, isScanKept, type ScanRow } from '../db/scans/scans.ts'
import type { DetectedFinding } from '../../engine/model/finding-record.ts'
import { scanLimits } from './scan-limits.ts'
import type { ProjectFacts } from '../../engine/model/project-facts.ts'
import type { ScannedTool } from '../../engine/model/scanned-tool.ts'
import type { Coverage } from '../../engine/model/scan.ts'
import type { SourceIdentity } from '../../engine/model/target.ts'
import type { ResolvedSource } from '../../engine/sources/source.ts'
import { advisoryStaleMs } from './advisories/await-advisories.ts'
import { engineVersion } from '../../engine/scanner/engine-version.ts'

/** The result of an earlier scan that stands for this one too. */
export interface ReusedResult {
  readonly scanId: string
  readonly source: SourceIdentity
  readonly inventoryDigest: string
  readonly findings: readonly DetectedFinding[]
  readonly coverage: Coverage
  readonly tools: readonly ScannedTool[]
  readonly facts: ProjectFacts
  readonly advisoryGenerations: Readonly<Record<string, string>>
  readonly examinedAt: Date
  /** See `ScanFindings`. */
  readonly projectConfig: unknown
}

/**
 * Stands for the bytes that a revision has, and for the engine that examines them. For packages everything
 * that the registry says of the version counts, with the digest of its archive; for repositories the
 * address and the commit. Undefined for what has no name before it is read.
 */
export function reuseKeyOf(resolved: ResolvedSource): string | undefined {
  if (resolved.type === 'folder') return undefined
  const { type, canonicalUrl, revision } = resolved
  const bytes = type === 'git' ? { type, canonicalUrl, revision, folder: resolved.folder } : resolved
  return createHash('sha256')
    .update(JSON.stringify([engineVersion(), bytes]))
    .digest('base64url')
}

/**
 * The newest complete result under a key that the account may be given and that holds for the advisories as they are.
 */
export async function findReusableResult(
  db: Database,
  {
    reuseKey,
    accountId,
    resolved,
    generations,
    now,
  }: {
    reuseKey: string
    accountId: string
    resolved: ResolvedSource
    generations: Readonly<Record<string, string>>
    now: Date
  },
): Promise<ReusedResult | undefined> {
  const candidates = await findReusableScans(db, {
    reuseKey,
    accountId,
    since: new Date(now.getTime() - scanLimits.maxReuseAgeMs),
  })
  for (const scan of candidates) {
    const { source, inventoryDigest, coverage, tools, facts, advisoryGenerations, examinedAt, projectConfig } = scan
    // A baseline needs the record: a scan from before there were any is made again.
    if (resolved.type === 'git' && !(await hasReadingRecord(db, scan.id))) continue
    if (!source || inventoryDigest === null || !coverage || !facts || !advisoryGenerations || !examinedAt) continue
    if (!isOfNow(advisoryGenerations, coverage, generations, now)) continue
    const { baseline: _, ...sameCoverage } = coverage
    const findings = await foundBy(db, scan)
    // Removed meanwhile: the findings that were read may be gone with it, and none of them is not a result.
    if (!(await isScanKept(db, scan.id))) continue
    return {
      scanId: scan.id,
      source: sourceAsResolved(source, scan, resolved),
      inventoryDigest,
      findings,
      coverage: sameCoverage,
      tools: tools ?? [],
      facts,
      advisoryGenerations,
      examinedAt,
      projectConfig,
    }
  }
  return undefined
}

/** The advisories that it rests on are those of now, and were synced lately enough. */
function isOfNow(
  then: Readonly<Record<string, string>>,
  { advisories }: Coverage,
  generations: Readonly<Record<string, string>>,
  now: Date,
): boolean {
  const areSame = Object.entries(then).every(([ecosystem, generation]) => generations[ecosystem] === generation)
  return (
    areSame &&
    Object.values(advisories).every(({ syncedAt }) => now.getTime() - Date.parse(syncedAt) <= advisoryStaleMs)
  )
}

/**
 * The bytes are the same; by what name they were asked for, and with whose rights, is this scan's own. What
 * was once read with credentials stays private to its account.
 */
function sourceAsResolved(
  { ref: _ref, unverifiedRevision: _unverifiedRevision, isPrivate: _isPrivate, ...bytes }: SourceIdentity,
  { isPrivate }: ScanRow,
  resolved: ResolvedSource,
): SourceIdentity {
  if (resolved.type !== 'git') return { ...bytes, ...(isPrivate && { isPrivate }) }
  const { ref, unverifiedRevision } = resolved
  return {
    ...bytes,
    ...(ref !== undefined && { ref }),
    ...(unverifiedRevision && { unverifiedRevision }),
    ...((isPrivate || resolved.isPrivate === true) && { isPrivate: true as const }),
  }
}

/** What the detectors had found; since when, and what was set aside, is each account's own. */
async function foundBy(db: Database, scan: ScanRow): Promise<DetectedFinding[]> {
  const findings = await listFindingRecords(db, scan.id, ['new', 'existing', 'suppressed'])
  return findings.map(
    ({ id: _id, state: _state, firstSeenAt: _firstSeenAt, suppression: _suppression, ...detected }) => detected,
  )
}
