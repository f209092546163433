import { FlowReport, noFlows } from '../dataflow/flow.ts'
import { joinedReports } from '../dataflow/joined-reports.ts'
import { LoweredFile } from '../dataflow/lowered-file.ts'
import { type EncodedUnit, isModuleSettings, packProject, type ProjectContent } from '../dataflow/project-container.ts'
import type { ModuleSettings } from '../dataflow/modules/resolve-modules.ts'
import { sourceDialectOf } from '../dataflow/source-dialect.ts'
import type { IsolatedFile, IsolationPool } from '../isolation/isolation.ts'
import { contentDigest } from '../model/content-digest.ts'
import { limits } from '../model/limits.ts'
import type { Snapshot, SnapshotFile } from '../model/snapshot.ts'
import { type FileResultNamespace, type FileResults, namespaceOf, passingKeyOf } from './file-results.ts'
import { flowFiles } from './flow-files.ts'
import { flowParts } from './flow-parts.ts'
import type { ReadSourceFilesContext, ReadSourceFilesOptions, SourceCode } from './read-source-files.ts'
import { sourcePathClass } from './source-path-class.ts'

/**
 * Follows data through the source files of a project, in children of its own: brings files into the intermediate form, those
 * apart whose content is known from an earlier scan, and has one child put them together; of a large project part by part, so that it never lies
 * in memory as a whole. Whatever cannot be followed is told in `partial`. Throws when the signal aborts.
 */
export async function followFlows({ isolation, fileResults }: ReadSourceFilesContext, { facts }: Pick<SourceCode, 'facts'>, { snapshot, accountId, signal }: Pick<ReadSourceFilesOptions, 'snapshot' | 'accountId' | 'signal'>): Promise<FlowReport> {
  const settings = settingsOf(snapshot)
  const chosen = await flowFiles(facts, settings, signal)
  const { files, isCut } = boundedFiles(chosen.paths, snapshot)
  const { parts, isDivided } = flowParts(files, chosen.imports)
  const { memoryBytes, reservedBytes, resultBytes } = limits.flows
  const bounds = { memoryBytes, reservedBytes, resultBytes }
  const context = { isolation, bounds, fileResults, namespace: namespaceOf(snapshot.source, accountId) }
  const reports: FlowReport[] = []
  const missing: string[] = []
  let [leftMs, late] = [limits.flows.ms as number, 0]
  for (const part of parts) {
    if (leftMs <= 0) {
      late += part.length
      continue
    }
    const units = await unitsOf(context, part, missing, signal)
    const startedAt = performance.now()
    reports.push(await followed(context, { units, settings, withinMs: Math.ceil(leftMs) }, signal))
    leftMs -= performance.now() - startedAt
  }
  const report = joinedReports(reports)
  const partial = [
    ...(isCut ? ['the project is too large: files far from where data comes in were left out'] : []),
    ...(isDivided ? ['the project is too large to be put together: data was not followed from some of its files to others'] : []),
    ...(late === 0 ? [] : [`there was no time to follow data through ${late} of ${files.length} files`]),
    ...(missing.length === 0 ? [] : [`${missing.length} of ${files.length} files could not be brought into the form in which data is followed, ${missing[0]} among them`]),
    ...(report.partial === undefined ? [] : [report.partial]),
  ].join('; ')
  return { ...report, ...(partial !== '' && { partial: partial.slice(0, 500) }) }
}

function settingsOf(snapshot: Snapshot): ModuleSettings {
  const settings = new Map<string, string>()
  let bytes = 0
  for (const file of snapshot.files.values()) {
    if (!isModuleSettings(file.path, file.size) || settings.size === limits.flows.settingsFiles || bytes + file.size > limits.flows.allSettingsBytes) continue
    bytes += file.size
    settings.set(file.path, file.content.toString())
  }
  return settings
}

function boundedFiles(paths: readonly string[], snapshot: Snapshot): { readonly files: SnapshotFile[]; readonly isCut: boolean } {
  const files: SnapshotFile[] = []
  let bytes = 0
  for (const path of paths) {
    const file = snapshot.files.get(path)
    if (!file) continue
    bytes += file.size
    if (bytes > limits.flows.bytes || files.length === limits.flows.files) return { files, isCut: true }
    files.push(file)
  }
  return { files, isCut: false }
}

interface FollowContext {
  readonly isolation: IsolationPool
  readonly bounds: { readonly memoryBytes: number; readonly reservedBytes: number; readonly resultBytes: number }
  readonly fileResults: FileResults | undefined
  readonly namespace: FileResultNamespace
}

/** Units of files, from earlier scans or made now; those of which there is none, for cause, are added to `missing`. */
async function unitsOf({ isolation, bounds, fileResults, namespace }: FollowContext, files: readonly SnapshotFile[], missing: string[], signal: AbortSignal): Promise<readonly EncodedUnit[]> {
  // A file that keeps its child busy for ever costs no more than what the largest take; the units of a part are held meanwhile, so that children have to stay small.
  await using work = isolation.open(signal, { ...bounds, fileMs: limits.flows.fileMs, grownBytes: limits.flows.grownBytes })
  const units: EncodedUnit[] = []
  for (let start = 0; start < files.length; start += limits.code.unitsAtOnce) {
    signal.throwIfAborted()
    const keys = new Map<string, { readonly key: Buffer; readonly file: SnapshotFile }>()
    for (const file of files.slice(start, start + limits.code.unitsAtOnce)) keys.set(file.path, { key: keyOf(fileResults, namespace, file), file })
    const found = await fileResults?.findUnits([...keys.values()].map(({ key }) => key))
    const unknown: IsolatedFile[] = []
    for (const [path, { key, file }] of keys) {
      const unit = found?.get(key.toString('hex'))
      if (unit) units.push({ path, unit })
      else unknown.push({ path, read: () => file.content })
    }
    const made: { readonly key: Buffer; readonly unit: Buffer }[] = []
    for await (const outcome of work.run('lower-source-file', unknown)) {
      const key = keys.get(outcome.path)?.key
      const lowered = 'result' in outcome ? LoweredFile.safeParse(outcome.result).data : undefined
      if (key && lowered && 'unit' in lowered) {
        const unit = Buffer.from(lowered.unit, 'base64')
        units.push({ path: outcome.path, unit })
        made.push({ key, unit })
      // That it is in no such language, or that nobody can parse it, was told when it was read.
      } else if (!lowered || !('notUnderstood' in lowered) || lowered.notUnderstood.cause === 'complexity') missing.push(outcome.path)
    }
    await fileResults?.keepUnits(made)
  }
  return units
}

function keyOf(fileResults: FileResults | undefined, namespace: FileResultNamespace, file: SnapshotFile): Buffer {
  const keyed = { pathClass: `unit ${sourceDialectOf(file)} ${sourcePathClass(file.path)}`, contentDigest: contentDigest(file) }
  return fileResults?.keyOf(namespace, keyed) ?? passingKeyOf(keyed)
}

async function followed({ isolation, bounds }: FollowContext, project: ProjectContent, signal: AbortSignal): Promise<FlowReport> {
  await using work = isolation.open(signal, { ...bounds, fileMs: limits.flows.ms + 30_000 })
  for await (const outcome of work.run('follow-project', [{ path: 'project', read: () => packProject(project) }])) {
    const report = 'result' in outcome ? FlowReport.safeParse(outcome.result) : undefined
    if (report?.success) return report.data
    return { ...noFlows, partial: 'failure' in outcome ? `following data through the project ${outcome.failure}` : 'what came of following data through the project makes no sense' }
  }
  return noFlows
}
