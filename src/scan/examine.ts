import { detectors } from '../detectors/catalogue.ts'
import { type Detection, runDetectors } from '../detectors/run-detectors.ts'
import { readComponents } from '../inventory/read-components.ts'
import type { Inventory } from '../model/component.ts'
import type { Coverage } from '../model/scan.ts'
import type { SourceIdentity, Target } from '../model/target.ts'
import { fetchSource, resolveSource } from '../sources/fetch-source.ts'
import type { ResolvedSource, SourceReach } from '../sources/source.ts'
import { type AdvisoryService, consultAdvisories } from './consult-advisories.ts'
import { coverageOf } from './coverage.ts'
import { requireSomethingScanned } from './nothing-to-scan.ts'
import { percentOfComponents, percentOfFetch, type ReportProgress, stageBegins } from './progress.ts'

/** What an examination needs of the world. */
export interface ExamineContext {
  readonly sources: SourceReach
  readonly advisories: AdvisoryService
}

/** Everything that was found out about a target, before it is compared, scored and stored. */
export interface Examination {
  readonly source: SourceIdentity
  readonly inventory: Inventory
  readonly detection: Detection
  readonly coverage: Coverage
}

/** What goes with an examination: who hears of it, and what ends it. */
export interface ExamineOptions {
  readonly report: ReportProgress
  readonly signal: AbortSignal
}

/** Finds the revision that a target means now. Throws a ScanFailure. */
export async function resolveTarget(context: ExamineContext, target: Target, { report, signal }: ExamineOptions): Promise<ResolvedSource> {
  await report('source', stageBegins('source'))
  return resolveSource({ ...context.sources, signal }, target)
}

/** From an address to findings. Throws a ScanFailure when there is nothing to examine. */
export async function examine(context: ExamineContext, target: Target, options: ExamineOptions): Promise<Examination> {
  return examineSource(context, await resolveTarget(context, target, options), options)
}

/**
 * From a revision to findings: source fetched, components read, advisories consulted, detectors run.
 * Throws a ScanFailure when there is nothing to examine; whatever else goes wrong on the way is a
 * gap in the coverage.
 */
export async function examineSource(context: ExamineContext, resolved: ResolvedSource, { report, signal }: ExamineOptions): Promise<Examination> {
  const reach = { ...context.sources, signal }
  const onFetch = (share: number) => void report('source', percentOfFetch(share))
  await using snapshot = await fetchSource({ ...reach, onProgress: onFetch }, resolved)

  await report('components', stageBegins('components'))
  const onProgress = (packages: number) => void report('components', percentOfComponents(packages))
  const inventory = await readComponents({ ...reach, onProgress }, resolved, snapshot)

  await report('advisories', stageBegins('advisories'))
  const advisories = await consultAdvisories(context.advisories, inventory.components, signal)

  await report('detectors', stageBegins('detectors'))
  const detection = await runDetectors(
    { snapshot, components: inventory.components, advisoryMatches: advisories.matches, signal },
    detectors,
  )
  requireSomethingScanned({ snapshot, inventory, detection })
  return { source: snapshot.source, inventory, detection, coverage: coverageOf({ snapshot, inventory, advisories, detection }) }
}
