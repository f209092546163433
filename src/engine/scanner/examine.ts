import type { Log } from '../model/log.ts'
import { detectors } from '../rules/catalogue.ts'
import { maskedTool } from '../rules/leaked-secrets/masked-tool.ts'
import { type Detection, runDetectors } from '../rules/run-detectors.ts'
import { supplyChain } from '../rules/supply-chain/detector.ts'
import { vulnerableDependencies } from '../rules/vulnerable-dependencies/detector.ts'
import { manifestTools } from '../rules/tool-definitions/manifest-tools.ts'
import { readComponents } from '../inventory/read-components.ts'
import type { IsolationPool } from '../isolation/isolation.ts'
import type { WorkClock } from '../isolation/work-clock.ts'
import type { Inventory } from '../model/inventory.ts'
import type { ProjectFacts } from '../model/project-facts.ts'
import type { ReadingRecord } from '../model/reading-record.ts'
import type { ScannedTool } from '../model/scanned-tool.ts'
import type { Coverage } from '../model/scan.ts'
import type { SourceIdentity, Target } from '../model/target.ts'
import { type ProjectConfig, readProjectWord } from '../project-settings/project-config.ts'
import { readProjectFacts } from '../project-facts/read-project-facts.ts'
import { fetchSource, resolveSource } from '../sources/fetch-source.ts'
import type { ResolvedSource, SourceReach } from '../sources/source.ts'
import { beginComparison } from './artifact/running-comparison.ts'
import { consultAdvisories, notConsulted } from './consult-advisories.ts'
import type { AdvisoryStore } from '../advisories/advisory-store.ts'
import { coverageOf } from './coverage.ts'
import { engineVersion } from './engine-version.ts'
import type { ResultCache } from './result-cache.ts'
import { runTaintAnalysis } from './run-taint-analysis.ts'
import { requireSomethingScanned } from './nothing-to-scan.ts'
import { maskedFacts } from './masked-facts.ts'
import { maskedInventory } from './masked-inventory.ts'
import { namesInUse, type ServerNamesOf } from './names-in-use.ts'
import { originalPlaces } from './original-places.ts'
import {
  percentOfCode,
  percentOfComponents,
  percentOfFetch,
  percentOfFollowing,
  type ReportProgress,
  stageBegins,
} from './progress.ts'
import { readingRecordOf } from './reading-record.ts'
import { readSourceFiles, type SourceCode } from './read-source-files.ts'

/** What an examination needs of the world. */
export interface ExamineContext {
  readonly sources: SourceReach
  readonly advisories: AdvisoryStore
  /** Where source files are read. */
  readonly isolation: IsolationPool
  readonly log?: Pick<Log, 'warn'>
  /** The most used servers, by whose names others are compared. */
  readonly serverNames?: ServerNamesOf
  /** What earlier scans know of single files. */
  readonly fileResults?: ResultCache
}

/** Everything that was found out about a target, before it is compared, scored and stored. */
export interface Examination {
  readonly source: SourceIdentity
  /** Secrets in it masked. */
  readonly inventory: Inventory
  readonly code: SourceCode
  readonly detection: Detection
  /** What it offers to models, secrets in it masked. */
  readonly tools: readonly ScannedTool[]
  /** What the project declares of itself, secrets in it masked. */
  readonly facts: ProjectFacts
  readonly coverage: Coverage
  /** What was read and what was not, file by file; absent for sources that have no baseline. */
  readonly reading?: ReadingRecord
  /** What the project says about its own scan; there when it was asked for. */
  readonly projectConfig?: ProjectConfig
}

/** What goes with an examination: who hears of it, and what ends it. */
export interface ExamineOptions {
  readonly report: ReportProgress
  readonly signal: AbortSignal
  /** Stops while the examination waits for a child. */
  readonly clock?: WorkClock
  /** The account that asked; absent for the command. */
  readonly accountId?: string
  /** Also reads what the project says about its own scan. */
  readonly withProjectWord?: boolean
  /** Detectors that are left out, by id; without the one that needs advisories none are asked. */
  readonly without?: ReadonlySet<string>
}

/** Finds the revision that a target means now. Throws a ScanFailure. */
export async function resolveTarget(
  context: ExamineContext,
  target: Target,
  { report, signal }: ExamineOptions,
): Promise<ResolvedSource> {
  await report('source', stageBegins('source'))
  return resolveSource({ ...context.sources, signal }, target)
}

/** From an address to findings. Throws a ScanFailure when there is nothing to examine. */
export async function examine(context: ExamineContext, target: Target, options: ExamineOptions): Promise<Examination> {
  return examineSource(context, await resolveTarget(context, target, options), options)
}

/**
 * From a revision to findings: source fetched, components read, source files read, advisories consulted, detectors run.
 * Throws a ScanFailure when there is nothing to examine; whatever else goes wrong on the way is a
 * gap in the coverage.
 */
export async function examineSource(
  context: ExamineContext,
  resolved: ResolvedSource,
  { report, signal, clock, accountId, withProjectWord, without }: ExamineOptions,
): Promise<Examination> {
  context.isolation.warm()
  await using isolation = context.isolation.forScan(clock)
  const reach = { ...context.sources, signal }
  const onFetch = (share: number) => void report('source', percentOfFetch(share))
  await using snapshot = await fetchSource({ ...reach, onProgress: onFetch }, resolved)

  await using comparison =
    without?.has(supplyChain.id) === true
      ? undefined
      : beginComparison(reach, { resolved, snapshot, readsInternal: accountId === undefined })

  await report('components', stageBegins('components'))
  const onProgress = (packages: number) => void report('components', percentOfComponents(packages))
  const { reading: packageReading, ...inventory } = await maskedInventory(
    await readComponents({ ...reach, isolation, onProgress }, resolved, snapshot),
  )

  await report('code', stageBegins('code'))
  const onRead = (share: number) => void report('code', percentOfCode(share))
  const code = await readSourceFiles(
    { ...context, isolation },
    { snapshot, signal, onProgress: onRead, ...(accountId !== undefined && { accountId }) },
  )

  const onFollowed = (share: number) => void report('code', percentOfFollowing(share))
  const { notLowered, unlowered, followed, ...flows } = await runTaintAnalysis({ ...context, isolation }, code, {
    snapshot,
    signal,
    onProgress: onFollowed,
    ...(accountId !== undefined && { accountId }),
  })

  await report('advisories', stageBegins('advisories'))
  const advisories =
    without?.has(vulnerableDependencies.id) === true
      ? notConsulted
      : await consultAdvisories(context.advisories, inventory.components, signal)

  await report('detectors', stageBegins('detectors'))
  const artifact = await comparison?.outcome
  const names = await namesInUse(context.serverNames)
  const detection = await runDetectors(
    {
      snapshot,
      components: inventory.components,
      advisoryMatches: advisories.matches,
      flows,
      scannedAt: new Date(),
      names,
      ...(artifact?.comparison && { artifact: artifact.comparison }),
      signal,
    },
    detectors,
    without,
    originalPlaces({ ...context, isolation }, snapshot, signal),
  )
  requireSomethingScanned({ snapshot, inventory, detection })
  const reading = readingRecordOf({
    snapshot,
    inventory: { ...(packageReading && { reading: packageReading }) },
    code,
    flows: { followed, unlowered },
  })
  const projectConfig =
    withProjectWord === true
      ? readProjectWord(
          snapshot,
          detection.findings,
          detectors.flatMap(({ rules }) => rules.map(({ id }) => id)),
        )
      : undefined
  return {
    source: snapshot.source,
    inventory,
    code,
    detection,
    tools: [...flows.tools, ...manifestTools(snapshot).tools].map(maskedTool),
    facts: { ...maskedFacts(await readProjectFacts(snapshot, signal)), engine: engineVersion() },
    coverage: coverageOf({
      snapshot,
      inventory,
      code: {
        ...code.coverage,
        ...(notLowered && { notLowered }),
        ...(flows.vendored && { vendored: flows.vendored }),
      },
      advisories,
      ...(artifact && { repository: artifact.coverage }),
      detection,
      isolation: context.isolation.inForce,
    }),
    ...(reading && { reading }),
    ...(projectConfig && { projectConfig }),
  }
}
