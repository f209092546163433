import { FlowReport, noFlows } from '../analysis/flow.ts'
import { isPartialReason } from '../analysis/taint/propagation/partial-text.ts'
import { mergeReports } from '../analysis/merge-reports.ts'
import { packProject, type ProjectContent } from '../analysis/project-container.ts'
import { openScanChildFirst } from '../isolation/scan-child-first.ts'
import { createWorkClock, type WorkClock } from '../isolation/work-clock.ts'
import { analysisChildLimits } from '../isolation/analysis-child-limits.ts'
import { taintLimits } from '../analysis/taint-limits.ts'
import type { CodeCoverage } from '../model/source-coverage.ts'
import type { SkippedFile, Snapshot, SnapshotFile } from '../model/snapshot.ts'
import { namespaceOf } from './result-cache.ts'
import { flowFiles } from './flow-files.ts'
import { flowParts } from './flow-parts.ts'
import { type LoweringContext, openLowering, type UnloweredFile } from './lower-files.ts'
import { moduleSettingsOf } from './module-settings.ts'
import type { ReadSourceFilesContext, ReadSourceFilesOptions, SourceCode } from './read-source-files.ts'
import { sourceFilesOf } from './source-files.ts'
import { openStoredFlows } from './stored-flows.ts'

/** Taint analysis coverage, and the files that were not completely analyzed. */
export interface TaintAnalysisResult extends FlowReport {
  /** Number of files that could not be lowered, with reasons for the first ones. Absent if all were lowered. */
  readonly notLowered?: NonNullable<CodeCoverage['notLowered']>
  /** All files that were not completely analyzed, for example because they could not be lowered. */
  readonly unlowered: readonly SkippedFile[]
  /** Paths of completely analyzed files. */
  readonly followed: readonly string[]
}

export interface TaintAnalysisOptions extends Omit<ReadSourceFilesOptions, 'totalMs'> {
  /** Overrides `analysisChildLimits.loweringTimeoutMs`. */
  readonly loweringMs?: number
  /** Overrides `analysisChildLimits.analysisTimeoutMs`. */
  readonly followingMs?: number
  /** Overrides `taintLimits.maxFiles`. */
  readonly maxFiles?: number
  /** Overrides `taintLimits.maxBytes`. */
  readonly maxBytes?: number
}

/**
 * Runs the taint analysis on a project's source files in child processes. Lowers the files to the intermediate
 * representation, unless a module is stored for their content. Divides large projects into parts so that not all files
 * are in memory at once. Links and analyzes each part in its own child process, unless a result is stored for the part.
 * `partial` describes what could not be analyzed. `onProgress` never decreases. Throws if the signal aborts.
 */
export async function runTaintAnalysis(
  { isolation, fileResults }: ReadSourceFilesContext,
  { facts }: Pick<SourceCode, 'facts'>,
  {
    snapshot,
    accountId,
    signal,
    onProgress,
    loweringMs = analysisChildLimits.loweringTimeoutMs,
    followingMs = analysisChildLimits.analysisTimeoutMs,
    maxFiles = taintLimits.maxFiles,
    maxBytes = taintLimits.maxBytes,
  }: TaintAnalysisOptions,
): Promise<TaintAnalysisResult> {
  const settings = moduleSettingsOf(snapshot)
  const chosen = await flowFiles(facts, settings, signal)
  const { files, beyond } = boundedFiles(chosen.paths, snapshot, { maxFiles, maxBytes })
  const { parts, isDivided } = flowParts(files, chosen.imports)
  const {
    maxMemoryBytes: memoryBytes,
    maxReservedBytes: reservedBytes,
    maxResultBytes: resultBytes,
  } = analysisChildLimits
  const isSmall = files.reduce((sum, { size }) => sum + size, 0) <= taintLimits.maxScanChildBytes
  const children = {
    isolation,
    isSmall,
    bounds: { maxMemoryBytes: memoryBytes, maxReservedBytes: reservedBytes, maxResultBytes: resultBytes },
  }
  const reports: FlowReport[] = []
  const paths: string[] = []
  const notFollowed: SkippedFile[] = beyond.map((path) => ({ path, reason: tooLarge }))
  let [leftMs, late, done] = [followingMs, 0, 0]
  // Each file counts twice: once after it is lowered, and once after it is analyzed.
  const onDone = (more: number) => onProgress?.((done += more) / (2 * files.length))
  const namespace = namespaceOf(snapshot.source, accountId)
  const parsedBefore = isSmall ? await sourcesOf(snapshot, signal) : []
  const stored = openStoredFlows(fileResults, namespace, { settings, parsedBefore })
  await using lowering = openLowering({ ...children, fileResults, namespace }, { signal, totalMs: loweringMs, onDone })
  for (const part of parts) {
    const known = await stored.find(part)
    if (known) {
      reports.push(known.report)
      paths.push(...known.followed)
      onDone(2 * part.length)
      continue
    }
    if (leftMs <= 0) {
      late += part.length
      for (const { path } of part)
        notFollowed.push({ path, reason: 'the time limit was reached before its taint analysis', cause: 'service' })
      onDone(2 * part.length)
      continue
    }
    const missingBefore = lowering.missing.length
    const units = await lowering.unitsOf(part)
    const { report, cut, workedMs } = await followed(children, { units, settings, withinMs: Math.ceil(leftMs) }, signal)
    reports.push(report)
    if (!cut && lowering.missing.length === missingBefore)
      await stored.keep(part, { report, followed: units.map(({ path }) => path) })
    for (const { path } of units) {
      if (cut) notFollowed.push({ path, ...cut })
      else paths.push(path)
    }
    leftMs -= workedMs
    onDone(part.length)
  }
  const report = mergeReports(reports)
  const partial = [
    ...(beyond.length > 0 ? [tooLarge] : []),
    ...(isDivided
      ? ['the project is too large to analyze as a whole; data flows between some of its files are missing']
      : []),
    ...(late === 0 ? [] : [`the taint analysis reached its time limit before ${late} of ${files.length} files`]),
    ...(lowering.late === 0
      ? []
      : [
          `the time limit was reached before ${lowering.late} of ${files.length} files were converted for the taint ` +
            'analysis',
        ]),
    ...missingTold(lowering.missing, files.length),
    ...(report.partial === undefined ? [] : [report.partial]),
  ].join('; ')
  return {
    ...report,
    ...(partial !== '' && { partial: partial.slice(0, 500) }),
    ...(lowering.missing.length > 0 && {
      notLowered: {
        total: lowering.missing.length,
        files: lowering.missing.slice(0, taintLimits.maxFilesNamed).map(({ path, reason }) => ({ path, reason })),
      },
    }),
    unlowered: [...lowering.missing, ...notFollowed],
    followed: paths,
  }
}

const tooLarge = 'the project is too large; files far from an entry point were not analyzed'

/** Maximum length of a displayed path. This leaves room for other reasons. */
const toldPathCharacters = 100

function missingTold(missing: readonly UnloweredFile[], of: number): string[] {
  const [first] = missing
  return first
    ? [
        `${missing.length} of ${of} files could not be converted for the taint analysis, for example ` +
          `${first.path.slice(-toldPathCharacters)} (${first.reason})`,
      ]
    : []
}

/** Returns the first files within the limits, and the paths of the remaining files. */
function boundedFiles(
  paths: readonly string[],
  snapshot: Snapshot,
  { maxFiles, maxBytes }: { readonly maxFiles: number; readonly maxBytes: number },
): { readonly files: SnapshotFile[]; readonly beyond: readonly string[] } {
  const files: SnapshotFile[] = []
  let bytes = 0
  for (const [index, path] of paths.entries()) {
    const file = snapshot.files.get(path)
    if (!file) continue
    bytes += file.size
    if (bytes > maxBytes || files.length === maxFiles) return { files, beyond: paths.slice(index) }
    files.push(file)
  }
  return { files, beyond: [] }
}

type FollowingContext = Pick<LoweringContext, 'isolation' | 'bounds' | 'isSmall'>

async function sourcesOf(snapshot: Snapshot, signal: AbortSignal): Promise<readonly SnapshotFile[]> {
  const files: SnapshotFile[] = []
  for await (const { file } of sourceFilesOf(snapshot, signal)) files.push(file)
  return files
}

interface FollowedPart {
  readonly report: FlowReport
  /** Why the analysis is incomplete. Absent if it is complete. */
  readonly cut?: Omit<SkippedFile, 'path'>
}

async function followed(
  context: FollowingContext,
  project: ProjectContent,
  signal: AbortSignal,
): Promise<FollowedPart & { readonly workedMs: number }> {
  using clock = createWorkClock({ workMs: Infinity })
  const part = await followedBy(context, project, { signal, clock })
  return { ...part, workedMs: clock.workedMs }
}

async function followedBy(
  { isolation, bounds, isSmall }: FollowingContext,
  project: ProjectContent,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: WorkClock },
): Promise<FollowedPart> {
  const { analysisTimeoutMs, startGraceMs } = analysisChildLimits
  const own = { ...bounds, fileTimeoutMs: analysisTimeoutMs + startGraceMs }
  await using work = isSmall
    ? openScanChildFirst(isolation, signal, { own, clock })
    : isolation.open(signal, own, clock)
  for await (const outcome of work.run('follow-project', [{ path: 'project', read: () => packProject(project) }])) {
    if ('failure' in outcome) return cutPart(noFlows, `the taint analysis failed: ${outcome.failure}`, outcome.cause)
    const parsed = FlowReport.safeParse(outcome.result)
    if (!parsed.success) break
    const { partialCause, ...report } = parsed.data
    if (report.partial !== undefined && !isPartialReason(report.partial)) break
    return report.partial === undefined ? { report } : cutPart(report, report.partial, partialCause)
  }
  return cutPart(noFlows, 'the taint analysis returned an invalid report')
}

const cutPart = (report: FlowReport, reason: string, cause?: 'service'): FollowedPart => ({
  report: { ...report, partial: reason },
  cut: { reason, ...(cause && { cause }) },
})
