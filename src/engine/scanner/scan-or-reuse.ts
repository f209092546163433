import type { AdvisoryStore } from '../advisories/advisory-store.ts'
import { Owned } from '../isolation/disposables.ts'
import type { Ecosystem } from '../model/component.ts'
import type { ScanReport } from '../model/scan-report.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { fetchSource, resolveSource } from '../sources/fetch-source.ts'
import type { ResolvedFolderSource } from '../sources/source.ts'
import type { FolderReports, KeptReport } from './file-reports/folder-reports.ts'
import type { ScanContext } from './scan-context.ts'
import type { ScanRequest } from './scan-request.ts'

/** A report, and the time of the scan that it is from if an earlier scan made it. */
export interface ReusableReport {
  readonly report: ScanReport
  /** ISO 8601, in UTC. Absent if this call scanned. */
  readonly reusedFrom?: string
}

/**
 * Scans like `scanOnce`, or returns the stored report of a folder if nothing that decides it has changed: its files,
 * the options, the engine, and the advisories of its ecosystems. The scanner loads only for a scan.
 *
 * Only complete reports are stored, because a gap may be gone the next time. Reports that depend on the date are not
 * stored: those with versions from a registry, and those with trusted settings, in which suppressions expire. A request
 * for components or with a baseline scans.
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
  const parts = partsOf(folder.snapshot, scan)
  const kept = scan.onInventory ? undefined : reports.find(parts)
  if (kept && (await areAdvisoriesEqual(kept, context.advisories, signal)))
    return { report: { ...kept.report, target: scan.url }, reusedFrom: kept.scannedAt }
  // The scan disposes of it.
  owned.isKept = true
  const scannedAt = new Date().toISOString()
  const report = await scanWithoutStore(context, { ...scan, folder })
  if (isStorable(report)) reports.keep(parts, { report, scannedAt })
  return { report }
}

async function scanWithoutStore(context: ScanContext, scan: ScanRequest): Promise<ScanReport> {
  const { scanOnce } = await import('./scan-once.ts')
  return scanOnce(context, scan)
}

/** Reads a folder. Undefined if that fails: the scan then reports why. */
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

/** Everything that decides the report of a folder, except the engine and the advisories. */
function partsOf(
  { source, skipped, notFollowed, leftOut }: Snapshot,
  { failOn, without, noResolution }: ScanRequest,
): unknown[] {
  return [
    source.canonicalUrl,
    source.digest,
    skipped,
    notFollowed,
    leftOut,
    failOn,
    noResolution,
    [...(without ?? [])].sort(),
  ]
}

/** Whether the report is the same as long as its parts are. */
function isStorable({ error, coverage }: ScanReport): boolean {
  return error === undefined && coverage?.gaps.length === 0 && coverage.components.resolvedAt === undefined
}

/** Whether the advisories are still those of a report. Updates them first, as a scan does. */
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
