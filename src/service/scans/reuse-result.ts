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
import type { Revision } from '../../engine/scanner/source-scanner.ts'
import { advisoryStaleMs } from '../../engine/advisories/sync/advisory-readiness.ts'
import { engineVersion } from '../../engine/scanner/engine-version.ts'
import { notPrivate } from '../../engine/scanner/resolution-policy.ts'

/** Result of an earlier scan that this scan reuses. */
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
 * Returns a key for the content of a revision and the engine, or undefined for sources whose content is unknown before
 * they are read.
 *
 * @param scan.resolves True if manifests without a lockfile are resolved in registries.
 * @param scan.judgesReachability True if scans judge whether the project reaches vulnerable code.
 */
export function reuseKeyOf(
  { type, canonicalUrl, revision, contentDigest }: Revision,
  { resolves, judgesReachability = false }: { readonly resolves: boolean; readonly judgesReachability?: boolean },
): string | undefined {
  if (contentDigest === undefined) return undefined
  return createHash('sha256')
    .update(
      JSON.stringify([engineVersion(), type, canonicalUrl, revision, contentDigest, { resolves, judgesReachability }]),
    )
    .digest('base64url')
}

/**
 * Returns the newest complete result with a key that the account may use and that is up to date with the advisories.
 */
export async function findReusableResult(
  db: Database,
  {
    reuseKey,
    accountId,
    resolved,
    generations,
    resolvedAt,
    resolvesPrivate,
    now,
  }: {
    reuseKey: string
    accountId: string
    resolved: Revision
    generations: Readonly<Record<string, string>>
    /** Registry snapshot time of this scan. */
    resolvedAt: Date | undefined
    /** True if the account allows registry requests for its private sources. */
    resolvesPrivate: boolean
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
    // A baseline needs the record of read files, so results without one are not reused.
    if (resolved.type === 'git' && !(await hasReadingRecord(db, scan.id))) continue
    if (!source || inventoryDigest === null || !coverage || !facts || !advisoryGenerations || !examinedAt) continue
    if (resolved.type === 'git' && !isOfSnapshot(coverage, resolvedAt)) continue
    const mayResolve = resolved.type !== 'git' || resolved.isPrivate !== true || resolvesPrivate
    if (mayResolve && isLeftPrivate(coverage)) continue
    if (!isOfNow(advisoryGenerations, coverage, generations, now)) continue
    const { baseline: _, ...sameCoverage } = coverage
    const findings = await foundBy(db, scan)
    // The scan was removed in the meantime. Its findings may be missing, which would look like a clean result.
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

/** Reports whether nothing was resolved in a registry, or everything in the same snapshot. */
function isOfSnapshot({ components }: Coverage, resolvedAt: Date | undefined): boolean {
  return components.resolvedAt === undefined || Date.parse(components.resolvedAt) === resolvedAt?.getTime()
}

/** Reports whether names were not sent to registries because the source was private. */
const isLeftPrivate = ({ components }: Coverage): boolean =>
  components.unresolved.some(({ reason }) => reason.includes(notPrivate))

/** Reports whether the result used the current advisories, and they were synced recently enough. */
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
 * Returns the source with this scan's name and permissions, because only the content is the same. A result that was
 * read with credentials stays private to its account.
 */
function sourceAsResolved(
  { ref: _ref, unverifiedRevision: _unverifiedRevision, isPrivate: _isPrivate, ...bytes }: SourceIdentity,
  { isPrivate }: ScanRow,
  resolved: Revision,
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

/** Returns the findings without first-seen times and suppressions, which are specific to each account. */
async function foundBy(db: Database, scan: ScanRow): Promise<DetectedFinding[]> {
  const findings = await listFindingRecords(db, scan.id, ['new', 'existing', 'suppressed'])
  return findings.map(
    ({ id: _id, state: _state, firstSeenAt: _firstSeenAt, suppression: _suppression, ...detected }) => detected,
  )
}
