import { detectors } from '../detectors/catalogue.ts'
import { type Detection, runDetectors } from '../detectors/run-detectors.ts'
import { readComponents } from '../inventory/read-components.ts'
import type { Inventory } from '../model/component.ts'
import type { Coverage } from '../model/scan.ts'
import type { SourceIdentity, Target } from '../model/target.ts'
import { fetchSource, resolveSource } from '../sources/fetch-source.ts'
import type { SourceReach } from '../sources/source.ts'
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

/**
 * From an address to findings: source fetched, components read, advisories consulted, detectors run.
 * Throws a ScanFailure when there is nothing to examine; whatever else goes wrong on the way is a
 * gap in the coverage.
 */
export async function examine(context: ExamineContext, target: Target, { report, signal }: { report: ReportProgress; signal: AbortSignal }): Promise<Examination> {
  await report('source', stageBegins('source'))
  const reach = { ...context.sources, signal }
  const resolved = await resolveSource(reach, target)
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
