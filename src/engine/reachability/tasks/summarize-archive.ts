import { deflateRawSync } from 'node:zlib'
import { sourceFileLimits } from '../../analysis/source-file-limits.ts'
import { archiveReaders, isArchiveKind } from '../../sources/archives/archive-kinds.ts'
import type { ArchiveLimit } from '../../sources/archives/skip-reason.ts'
import type { FoundCapability } from '../../model/package-capability.ts'
import { capabilitiesOf } from '../capabilities/capabilities-of.ts'
import { namedPaths, packageCapabilitiesOf, parsedManifest } from '../capabilities/package-capabilities.ts'
import { isLargeManifest } from '../manifest-facts.ts'
import type { ModuleSummary, PackageSummary, UnreadFile } from '../package-summary.ts'
import { summarizePackage } from '../summary/summarize-package.ts'
import { fileUse, installedPath, sourceFolderOf } from './archive-files.ts'
import type { SummaryEnd } from './summary-end.ts'
import { summaryLimits } from './summary-limits.ts'
import { moduleOf } from './summarize-source-file.ts'
import { UnusedTests } from './unused-tests.ts'

/** Archive for a child process: its ecosystem and kind, its bytes, and the receiver of the summary. */
interface ArchiveFile {
  readonly path: string
  readonly content: Buffer
  readonly send: (head: unknown, content: Buffer) => void
}

/**
 * Runs in a child process: unpacks the archive of one package version, and sends its summary as deflated JSON. Sends
 * nothing if the archive cannot be read completely.
 */
export async function summarizeArchive({ path, content, send }: ArchiveFile): Promise<SummaryEnd> {
  const [of, kind = ''] = path.split(' ')
  if (!isArchiveKind(kind)) throw new Error('this kind of archive is unknown')
  const ecosystem = of === 'npm' ? 'npm' : 'PyPI'
  const files = new Map<string, Buffer>()
  const unread: UnreadFile[] = []
  let stoppedBy: ArchiveLimit | undefined
  const end = await archiveReaders[kind](content, {
    keep: (path, bytes) => void files.set(path, bytes),
    skip(path, reason) {
      if (typeof reason === 'object' && reason.code === 'stopped') stoppedBy = reason.limit
      if (fileUse({ path, content: undefined }, ecosystem) !== 'data')
        unread.push({
          path: path.slice(0, summaryLimits.maxPathCharacters),
          cause: reason === 'too-large' ? 'size' : 'limit',
        })
    },
  })
  if (end.end !== 'read') return end
  // The names of the remaining files are unknown, so a summary would deny what they load.
  if (stoppedBy !== undefined) return { end: 'too-large', limit: stoppedBy }
  if (isLargeManifest(parsedManifest(files))) return { end: 'large-manifest' }
  const summary = summarizeFiles(files, {
    ecosystem,
    skipped: unread,
    until: performance.now() + summaryLimits.loweringMs,
  })
  send({ summary: true }, deflateRawSync(JSON.stringify(summary), { level: 1 }))
  return end
}

/**
 * Returns the summary of a package's files.
 *
 * @param files contents by path; the paths of an archive are safe and relative
 * @param options.until time, as `performance.now()`, after which the remaining files are not read
 */
export function summarizeFiles(
  files: ReadonlyMap<string, Buffer>,
  {
    ecosystem,
    skipped,
    until,
  }: { readonly ecosystem: 'npm' | 'PyPI'; readonly skipped: readonly UnreadFile[]; readonly until: number },
): PackageSummary {
  const modules: ModuleSummary[] = []
  const unread = [...skipped]
  const native: string[] = []
  const capabilities: FoundCapability[] = []
  const sourceFolder = ecosystem === 'PyPI' ? sourceFolderOf(new Set(files.keys())) : ''
  const manifest = parsedManifest(files)
  const tests = new UnusedTests(namedPaths(manifest))
  let characters = 0
  // Large files come last. They are mostly bundles of the small ones.
  let waiting = [...files].sort(([, a], [, b]) => a.length - b.length)
  const read = ([original, content]: readonly [string, Buffer]) => {
    const path = ecosystem === 'PyPI' ? installedPath(original, sourceFolder) : original
    const use = fileUse({ path, content }, ecosystem)
    if (use === 'data') return true
    if (path.length > summaryLimits.maxPathCharacters)
      return unread.push({ path: path.slice(0, summaryLimits.maxPathCharacters), cause: 'limit' }) > 0
    if (use === 'native') return native.push(path) > 0
    if (use === 'source' && tests.isUnused(path)) return false
    const module =
      use === 'unread'
        ? { cause: 'language' as const }
        : content.length > sourceFileLimits.maxFileBytes
          ? { cause: 'size' as const }
          : performance.now() > until
            ? { cause: 'time' as const }
            : characters > summaryLimits.maxCodeCharacters
              ? { cause: 'limit' as const }
              : moduleOf(path, content, (unit) => {
                  tests.visit(path, unit)
                  capabilities.push(...capabilitiesOf(path, unit))
                })
    if ('cause' in module) return unread.push({ path, cause: module.cause }) > 0
    characters += module.code.length
    return modules.push(module) > 0
  }
  // A test that is read may load other tests.
  for (let count = 0; count !== waiting.length;) {
    count = waiting.length
    waiting = waiting.filter((file) => !read(file))
  }
  for (const [path] of waiting)
    unread.push({ path: ecosystem === 'PyPI' ? installedPath(path, sourceFolder) : path, cause: 'test' })
  const summary = summarizePackage({
    manifest,
    modules: modules.sort(byPath),
    unread: unread.sort(byPath),
    native: native.sort(),
  })
  return {
    ...summary,
    capabilities: [...packageCapabilitiesOf({ ecosystem, contents: files, native, found: capabilities })],
  }
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1)
