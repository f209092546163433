import type { AdvisoryAnswer } from './consult-advisories.ts'
import { consultAdvisories, notConsulted } from './consult-advisories.ts'
import { readComponents } from '../inventory/read-components.ts'
import type { Isolation, ScanIsolation } from '../isolation/isolation.ts'
import type { AdvisoryMatch } from '../model/advisory.ts'
import type { Inventory } from '../model/inventory.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { Target } from '../model/target.ts'
import { type ProjectConfig, readProjectWord } from '../project-settings/project-config.ts'
import type { detectorIds } from '../rules/detector-ids.ts'
import { loadDetectors } from '../rules/load-detectors.ts'
import type { FlowReport } from '../analysis/flow.ts'
import { type Detection, runDetectors } from '../rules/run-detectors.ts'
import { fetchSource, resolveSource } from '../sources/fetch-source.ts'
import type { ResolvedSource } from '../sources/source.ts'
import type { ArtifactOutcome } from './artifact/compare-with-repository.ts'
import { beginComparison, type RunningComparison } from './artifact/running-comparison.ts'
import { maskedInventory } from './masked-inventory.ts'
import { namesInUse } from './names-in-use.ts'
import { originalPlaces } from './original-places.ts'
import {
  percentOfCode,
  percentOfComponents,
  percentOfDependencies,
  percentOfFetch,
  percentOfFollowing,
  stageBegins,
} from './progress.ts'
import type { JudgedMatches } from './reachability/judge-dependencies.ts'
import { readSourceFiles, type SourceCode } from './read-source-files.ts'
import { runTaintAnalysis, type TaintAnalysisResult } from './run-taint-analysis.ts'
import { resolutionOf } from './resolution-policy.ts'
import type { ScanContext, SourceScanOptions } from './scan-context.ts'

/** State of one scan: its context, its options, and the child processes that parse its files. */
export interface RunningScan {
  readonly context: ScanContext
  readonly options: SourceScanOptions
  readonly isolation: ScanIsolation
}

/** Returns the current revision of a target. Throws a ScanFailure. */
export async function resolveTarget(
  { sources }: ScanContext,
  target: Target,
  { report, signal }: SourceScanOptions,
): Promise<ResolvedSource> {
  await report('source', stageBegins('source'))
  return resolveSource({ ...sources, signal }, target)
}

/** Fetches the revision's files. Throws a ScanFailure. */
export function fetchSnapshot(
  { context, options, isolation }: Omit<RunningScan, 'isolation'> & { readonly isolation: Isolation },
  resolved: ResolvedSource,
): Promise<Snapshot> {
  const { report, signal } = options
  const onProgress = (share: number) => void report('source', percentOfFetch(share))
  return fetchSource({ ...context.sources, isolation, signal, onProgress }, resolved)
}

/** Reports whether a scan skips a detector. */
function isWithout(without: ReadonlySet<string> | undefined, id: (typeof detectorIds)[number]): boolean {
  return without?.has(id) === true
}

/**
 * Starts comparing a package with its repository while the scan continues. Returns undefined if the detector for this
 * is skipped.
 */
export function compareWithSource(
  { context, options: { signal, accountId, without }, isolation }: RunningScan,
  resolved: ResolvedSource,
  snapshot: Snapshot,
): RunningComparison | undefined {
  if (isWithout(without, 'supply-chain')) return undefined
  return beginComparison(
    { ...context.sources, isolation, signal },
    { resolved, snapshot, readsInternal: accountId === undefined },
  )
}

/** Reads manifests and lockfiles, and resolves dependencies that they do not pin. Masks secrets. */
export async function readInventory(
  { context, options, isolation }: RunningScan,
  resolved: ResolvedSource,
  snapshot: Snapshot,
): Promise<Inventory> {
  const { report, signal } = options
  const resolution = resolutionOf(context, options, resolved, snapshot)
  await report('components', stageBegins('components'))
  const onProgress = (packages: number) => void report('components', percentOfComponents(packages))
  return maskedInventory(
    await readComponents(
      {
        ...context.sources,
        resolution,
        signal,
        isolation,
        onProgress,
        tagOf: async (...asked) =>
          (await import('../sources/git/tag-of-commit.ts')).tagOfCommit(context.sources, ...asked),
      },
      resolved,
      snapshot,
    ),
  )
}

/** Parses the source files. */
export async function parseCode(
  { context, options: { report, signal, accountId }, isolation }: RunningScan,
  snapshot: Snapshot,
): Promise<SourceCode> {
  await report('code', stageBegins('code'))
  const onProgress = (share: number) => void report('code', percentOfCode(share))
  return readSourceFiles(
    { ...context, isolation },
    { snapshot, signal, onProgress, ...(accountId !== undefined && { accountId }) },
  )
}

/** Runs the taint analysis. Collects the tools that the server offers to models, and determines who can reach it. */
export function analyzeFlows(
  { context, options: { report, signal, accountId }, isolation }: RunningScan,
  code: SourceCode,
  snapshot: Snapshot,
): Promise<TaintAnalysisResult> {
  const onProgress = (share: number) => void report('code', percentOfFollowing(share))
  return runTaintAnalysis({ ...context, isolation }, code, {
    snapshot,
    signal,
    onProgress,
    ...(accountId !== undefined && { accountId }),
  })
}

/** Matches components with advisories. Reads no advisories if the dependency detector is skipped. */
export async function matchAdvisories(
  { context, options: { report, signal, without } }: RunningScan,
  { components, untagged }: Inventory,
): Promise<AdvisoryAnswer> {
  if (isWithout(without, 'vulnerable-dependencies')) return notConsulted
  await report('advisories', stageBegins('advisories'))
  return consultAdvisories(context.advisories, components, signal, untagged)
}

/** Judges whether the project reaches the vulnerable code of its dependencies, if the scan asks for it. */
export async function judgeMatches(
  { context, options, isolation }: RunningScan,
  {
    resolved,
    snapshot,
    code,
    inventory: { components, unresolved },
    matches,
  }: {
    readonly resolved: ResolvedSource
    readonly snapshot: Snapshot
    readonly code: SourceCode
    readonly inventory: Inventory
    readonly matches: readonly AdvisoryMatch[]
  },
): Promise<JudgedMatches> {
  if (options.judgesReachability !== true) return { matches }
  const { report, signal, accountId } = options
  const { judgeDependencies } = await import('./reachability/judge-dependencies.ts')
  return judgeDependencies(
    { ...context, isolation },
    {
      snapshot,
      code,
      components,
      unresolved,
      matches,
      resolution: resolutionOf(context, options, resolved, snapshot),
      accountId,
      listsCapabilities: options.listsCapabilities === true,
      signal,
      onProgress: (share) => void report('advisories', percentOfDependencies(share), 'reading-dependencies'),
    },
  )
}

/** Runs the rules of every detector. */
export async function runRules(
  { context, options: { report, signal, without }, isolation }: RunningScan,
  {
    snapshot,
    inventory,
    flows,
    advisories,
    comparison,
  }: {
    readonly snapshot: Snapshot
    readonly inventory: Inventory
    readonly flows: FlowReport
    readonly advisories: AdvisoryAnswer
    readonly comparison: RunningComparison | undefined
  },
): Promise<{ readonly detection: Detection; readonly artifact: ArtifactOutcome | undefined }> {
  await report('detectors', stageBegins('detectors'))
  const artifact = await comparison?.outcome
  const detection = await runDetectors(
    {
      snapshot,
      components: inventory.components,
      advisoryMatches: advisories.matches,
      ...(advisories.shortfall && { advisoryShortfall: advisories.shortfall }),
      flows,
      scannedAt: new Date(),
      names: await namesInUse(context.serverNames),
      ...(artifact?.comparison && { artifact: artifact.comparison }),
      signal,
    },
    await loadDetectors(without),
    without,
    originalPlaces({ ...context, isolation }, snapshot, signal),
  )
  return { detection, artifact }
}

/** Reads the project settings and the suppression comments next to findings. */
export async function readSettings(snapshot: Snapshot, { findings }: Detection): Promise<ProjectConfig> {
  const detectors = await loadDetectors()
  return readProjectWord(
    snapshot,
    findings,
    detectors.flatMap(({ rules }) => rules.map(({ id }) => id)),
  )
}
