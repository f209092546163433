import { z } from 'zod'
import type { Isolation } from '../../isolation/isolation.ts'
import { createWorkClock } from '../../isolation/work-clock.ts'
import { contentDigest } from '../../model/content-digest.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import { manifestFacts } from '../../reachability/manifest-facts.ts'
import { ModuleSummary, UnreadFile, unreadCauses } from '../../reachability/package-summary.ts'
import { fileUse } from '../../reachability/tasks/archive-files.ts'
import type { JudgeHead } from '../../reachability/tasks/judge-task.ts'
import { dialectOf, mayBeSource } from '../../analysis/source-dialect.ts'
import { sourceFileLimits } from '../../analysis/source-file-limits.ts'
import { summaryVersion } from '../engine-version.ts'
import { importedAside } from '../imported-files.ts'
import { asideRun, moduleSettingsOf } from '../module-settings.ts'
import type { SourceCode } from '../read-source-files.ts'
import { passingKeyOf, type ResultCache, type ResultNamespace } from '../result-cache.ts'
import { sourcePathClass } from '../source-path-class.ts'
import { reachabilityChildBounds, reachabilityLimits } from './reachability-limits.ts'
import { runCommands } from './run-commands.ts'

/** Code of a project: its description for the child process that judges, and the code of each file. */
export interface ProjectCode {
  readonly project: JudgeHead['project']
  readonly codes: readonly Buffer[]
}

interface SummarizeProjectContext {
  readonly isolation: Isolation
  readonly fileResults: ResultCache | undefined
  readonly namespace: ResultNamespace
  readonly signal: AbortSignal
}

const FileSummary = z.union([ModuleSummary, z.object({ cause: z.enum(unreadCauses) })])

/**
 * Summarizes the files that the project executes: all source files except tests, examples, and the like that nothing
 * imports. Files that could not be read are listed. Throws only if the signal aborts.
 */
export async function summarizeProject(
  context: SummarizeProjectContext,
  code: Pick<SourceCode, 'facts'>,
  snapshot: Snapshot,
): Promise<ProjectCode> {
  const { signal } = context
  const executed = await executedFiles(code, snapshot, signal)
  const [files, beyond] = [
    executed.slice(0, reachabilityLimits.maxProjectFiles),
    executed.slice(reachabilityLimits.maxProjectFiles),
  ]
  const summaries = await summariesOf(context, files)
  const unread: UnreadFile[] = [
    ...beyond.map(({ path }) => ({ path, cause: 'limit' as const })),
    ...leftOutOf(code, snapshot),
  ]
  const read: { readonly path: string; readonly isPartial: boolean }[] = []
  const codes: Buffer[] = []
  for (const { path } of files) {
    const summary = summaries.get(path) ?? { cause: 'time' as const }
    if ('cause' in summary) unread.push({ path, cause: summary.cause })
    else {
      read.push({ path, isPartial: summary.isPartial })
      codes.push(summary.code)
    }
  }
  const manifest = snapshot.files.get('package.json')
  const commands = runCommands(snapshot)
  if (commands.unread !== undefined) unread.unshift({ path: commands.unread, cause: 'limit' })
  return {
    project: {
      files: read,
      unread: unread.slice(0, maxUnread),
      native: [...snapshot.files.keys()].filter((path) => useOf(path) === 'native').slice(0, maxNative),
      ...(manifest && manifest.size <= maxManifestBytes && { manifest: manifest.content.toString() }),
      ownNames: ownNamesIn(snapshot),
      commands: [...commands.words],
    },
    codes,
  }
}

/** Returns the names of the packages in the project's folders, without installed ones. */
function ownNamesIn({ files }: Snapshot): string[] {
  return [...files.values()]
    .filter(({ path, size }) => /^(?!.*node_modules\/)(?:.*\/)?package\.json$/.test(path) && size <= maxManifestBytes)
    .slice(0, maxOwnNames)
    .flatMap(({ content }) => manifestFacts(parsedManifest(content)).name ?? [])
}

function parsedManifest(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}

const maxOwnNames = 1_000
const maxUnread = 50_000
const maxNative = 10_000
const maxManifestBytes = 1024 * 1024

/** Returns the use of a file by its name. Unread source files count as unread. */
const useOf = (path: string) => fileUse({ path, content: undefined }, 'npm')

async function executedFiles(
  { facts }: Pick<SourceCode, 'facts'>,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<readonly SnapshotFile[]> {
  const aside = [...facts.keys()].filter((path) => sourcePathClass(path) === 'aside')
  const executed = new Set([
    ...(await importedAside(facts, aside, signal)),
    ...asideRun(new Set(facts.keys()), moduleSettingsOf(snapshot)),
  ])
  return [...facts.keys()]
    .filter((path) => sourcePathClass(path) === 'project' || executed.has(path))
    .flatMap((path) => snapshot.files.get(path) ?? [])
}

const isCode = (path: string) => sourcePathClass(path) === 'project' && useOf(path) === 'unread'

/** Returns the files outside of folders such as `test` that may contain code but could not be parsed or fetched. */
function leftOutOf({ facts }: Pick<SourceCode, 'facts'>, { files, skipped }: Snapshot): UnreadFile[] {
  const lost = [...files.values()].filter(({ path }) => !facts.has(path) && isCode(path))
  return [
    ...lost.map(
      ({ path, content }) => ({ path, cause: dialectOf({ path, content }) ? 'syntax' : 'language' }) as const,
    ),
    ...skipped
      .filter(({ path }) => isCode(path))
      .map(({ path }) => ({ path, cause: mayBeSource(path) ? 'limit' : 'language' }) as const),
  ]
}

type KnownSummary = { readonly code: Buffer; readonly isPartial: boolean } | Pick<UnreadFile, 'cause'>

async function summariesOf(
  { isolation, fileResults, namespace, signal }: SummarizeProjectContext,
  files: readonly SnapshotFile[],
): Promise<ReadonlyMap<string, KnownSummary>> {
  const summaries = new Map<string, KnownSummary>()
  using clock = createWorkClock({ workMs: reachabilityLimits.projectTimeoutMs })
  await using work = isolation.open(
    AbortSignal.any([signal, clock.signal]),
    { ...reachabilityChildBounds, fileTimeoutMs: reachabilityLimits.packageTimeoutMs },
    clock,
  )
  for (let start = 0; start < files.length; start += sourceFileLimits.maxModulesPerQuery) {
    const batch = files.slice(start, start + sourceFileLimits.maxModulesPerQuery)
    const keys = new Map(batch.map((file) => [file.path, keyOf(fileResults, namespace, file)]))
    const stored = await fileResults?.findUnits([...keys.values()])
    const unknown = new Map<string, SnapshotFile>()
    for (const file of batch) {
      const unit = stored?.get(keys.get(file.path)?.toString('hex') ?? '')
      const known = unit && unpackedSummary(unit)
      if (known) summaries.set(file.path, known)
      else unknown.set(file.path, file)
    }
    const made: { readonly key: Buffer; readonly unit: Buffer }[] = []
    const asked = [...unknown.values()].map((file) => ({ path: file.path, read: () => file.content }))
    try {
      for await (const outcome of work.run('summarize-source-file', asked)) {
        const key = keys.get(outcome.path)
        if (!key || !unknown.delete(outcome.path)) continue
        const summary = summaryOf('result' in outcome ? outcome.result : undefined)
        summaries.set(outcome.path, summary)
        if (!('cause' in summary) || !passingCauses.has(summary.cause)) made.push({ key, unit: packedSummary(summary) })
      }
    } catch (error) {
      signal.throwIfAborted()
      if (!clock.signal.aborted) throw error
    }
    await fileResults?.keepUnits(made)
  }
  return summaries
}

/** Causes that may be absent the next time. */
const passingCauses: ReadonlySet<UnreadFile['cause']> = new Set(['limit', 'time', 'too-complex'])

function summaryOf(result: unknown): KnownSummary {
  const { data } = FileSummary.safeParse(result)
  if (!data) return { cause: 'limit' }
  if ('cause' in data) return data
  return { code: Buffer.from(data.code, 'base64'), isPartial: data.isPartial === true }
}

/** First byte of a stored summary: 0 or 1 for a complete or partial file, or 2 plus the index of the cause. */
const firstCause = 2

function packedSummary(summary: KnownSummary): Buffer {
  return 'cause' in summary
    ? Buffer.of(firstCause + unreadCauses.indexOf(summary.cause))
    : Buffer.concat([Buffer.of(Number(summary.isPartial)), summary.code])
}

function unpackedSummary(unit: Buffer): KnownSummary | undefined {
  const [first = -1] = unit
  if (first === 0 || first === 1) return { code: unit.subarray(1), isPartial: first === 1 }
  const cause = unreadCauses[first - firstCause]
  return cause && { cause }
}

function keyOf(cache: ResultCache | undefined, namespace: ResultNamespace, file: SnapshotFile): Buffer {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.')) : ''
  const keyed = { pathClass: `summary ${extension} ${summaryVersion()}`, contentDigest: contentDigest(file) }
  return cache?.keyOf(namespace, keyed) ?? passingKeyOf(keyed)
}
