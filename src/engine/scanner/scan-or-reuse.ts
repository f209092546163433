import type { AdvisoryStore } from '../advisories/advisory-store.ts'
import { Owned } from '../isolation/disposables.ts'
import type { Ecosystem } from '../model/component.ts'
import type { ScanReport } from '../model/scan-report.ts'
import type { FolderTarget } from '../model/target.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { fetchSource, resolveSource } from '../sources/fetch-source.ts'
import type { ResolvedFolderSource } from '../sources/source.ts'
import type { FolderReports, KeptReport } from './file-reports/folder-reports.ts'
import type { ScanContext } from './scan-context.ts'
import type { ScanRequest } from './scan-request.ts'

/** Report from this call or from an earlier scan. In the latter case, includes the time of that scan. */
export interface ReusableReport {
  readonly report: ScanReport
  /** Time of the earlier scan, ISO 8601 in UTC. Absent if this call ran the scan. */
  readonly reusedFrom?: string
}

/**
 * Scans like `scanOnce`, or returns a folder's stored report if nothing that affects it has changed: the folder's
 * files, the options, the engine, and the advisories for its ecosystems. Loads the scanner only if it scans.
 *
 * Stores no report with a gap whose cause may be gone the next time. Does not store reports that depend on the date:
 * those with versions from a registry, and those with trusted settings, whose suppressions expire. Always scans if
 * components are requested or a baseline is given.
 */
export async function scanOrReuse(
  context: ScanContext,
  scan: ScanRequest,
  reports: FolderReports | undefined,
): Promise<ReusableReport> {
  const { target, signal } = scan
  if (reports === undefined || target?.type !== 'folder' || scan.baseline || scan.trustsProject === true)
    return { report: await scanWithoutStore(context, scan) }
  const folder = await openFolder(context, { target, signal })
  if (folder === undefined) return { report: await scanWithoutStore(context, scan) }
  await using owned = new Owned(folder.snapshot)
  const noResolution = scan.noResolution ?? context.noResolution
  const parts = partsOf(folder.snapshot, { ...scan, noResolution })
  const kept = scan.onInventory ? undefined : reports.find(parts)
  if (kept && (await areAdvisoriesEqual(kept, context.advisories, signal)))
    return { report: { ...kept.report, target: scan.url }, reusedFrom: kept.scannedAt }
  // The scan disposes the snapshot.
  owned.isKept = true
  const scannedAt = new Date().toISOString()
  const report = await scanWithoutStore(context, { ...scan, folder })
  if (await isStorable(report, noResolution)) reports.keep(parts, { report, scannedAt })
  return { report }
}

/**
 * Returns the stored report that `scanOrReuse` would return for a folder, or undefined if the folder must be scanned.
 * Scans nothing.
 */
export async function findStoredReport(
  context: ScanContext,
  scan: Omit<ScanRequest, 'target'> & { readonly target: FolderTarget },
  reports: FolderReports,
): Promise<KeptReport | undefined> {
  const folder = await openFolder(context, scan)
  if (folder === undefined) return undefined
  await using snapshot = folder.snapshot
  const kept = reports.find(partsOf(snapshot, { ...scan, noResolution: scan.noResolution ?? context.noResolution }))
  return kept && (await areAdvisoriesEqual(kept, context.advisories, scan.signal)) ? kept : undefined
}

async function scanWithoutStore(context: ScanContext, scan: ScanRequest): Promise<ScanReport> {
  const { scanOnce } = await import('./scan-once.ts')
  return scanOnce(context, scan)
}

/** Reads a folder. Returns undefined on failure; the scan itself then reports the reason. */
async function openFolder(
  { sources }: ScanContext,
  {
    target,
    signal,
  }: { readonly target: Extract<ScanRequest['target'], { type: 'folder' }>; readonly signal: AbortSignal },
): Promise<{ readonly resolved: ResolvedFolderSource; readonly snapshot: Snapshot } | undefined> {
  try {
    const resolved = await resolveSource({ ...sources, signal }, target)
    return { resolved, snapshot: await fetchSource({ ...sources, signal }, resolved) }
  } catch {
    return undefined
  }
}

/** Returns everything that affects a folder's report, except for the engine and the advisories. */
function partsOf(
  { source, skipped, notFollowed, leftOut }: Snapshot,
  { failOn, onlyReachable, without, noResolution, judgesReachability = false }: ScanRequest,
): unknown[] {
  return [
    source.canonicalUrl,
    source.digest,
    skipped,
    notFollowed,
    leftOut,
    failOn,
    onlyReachable,
    noResolution,
    judgesReachability,
    [...(without ?? [])].sort(),
  ]
}

/**
 * Reports whether a report depends only on the key and the advisories, so that it can be stored. A package that was not
 * read may be readable the next time. If no registry was contacted, unresolved dependencies stay unresolved.
 *
 * @param noResolution why no registry was contacted; undefined if registries were contacted
 */
async function isStorable({ error, coverage }: ScanReport, noResolution: string | undefined): Promise<boolean> {
  if (error !== undefined || coverage === undefined) return false
  const { componentGaps } = await import('./coverage.ts')
  const { unresolved } = coverage.components
  const lasting = noResolution === undefined ? [] : componentGaps({ complete: false, unresolved })
  return (
    coverage.gaps.every((gap) => lasting.includes(gap)) &&
    coverage.components.resolvedAt === undefined &&
    coverage.reachability?.notRead === undefined &&
    coverage.reachability?.problem === undefined
  )
}

/** Updates the advisories like a scan does. Then reports whether they equal those used for the report. */
async function areAdvisoriesEqual(
  { report }: KeptReport,
  advisories: AdvisoryStore,
  signal: AbortSignal,
): Promise<boolean> {
  for (const [ecosystem, date] of Object.entries(report.coverage?.advisories ?? {})) {
    const ready = await advisories.ready(ecosystem as Ecosystem, signal)
    const isEqual = ready.date?.syncedAt === date.syncedAt && ready.date.newestModified === date.newestModified
    if (!isEqual || ready.problem !== undefined) return false
  }
  return true
}
