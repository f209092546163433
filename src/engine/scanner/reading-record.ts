import { dirname, join } from 'node:path/posix'
import { settingsReading } from '../rules/configuration/detector.ts'
import { maskedTexts } from '../rules/leaked-secrets/masked-texts.ts'
import { mayBeSource } from '../analysis/source-dialect.ts'
import type { Inventory } from '../model/inventory.ts'
import type { ReadingRecord, UnreadFile } from '../model/reading-record.ts'
import type { LeftOutFiles, Snapshot } from '../model/snapshot.ts'
import { shownText } from '../sources/shown-text.ts'
import type { TaintAnalysisResult } from './run-taint-analysis.ts'
import type { SourceCode } from './read-source-files.ts'
import { SortedPaths } from './sorted-paths.ts'
import { sourcePathClass } from './source-path-class.ts'

interface ReadParts {
  readonly snapshot: Snapshot
  readonly inventory: Pick<Inventory, 'reading'>
  readonly code: Pick<SourceCode, 'facts' | 'unread'>
  readonly flows: Pick<TaintAnalysisResult, 'followed' | 'unlowered'>
}

/**
 * Records which files a scan read. Returns undefined for sources without a baseline. Masks secrets in paths and
 * reasons.
 */
export function readingRecordOf({
  snapshot,
  inventory: { reading },
  code,
  flows,
}: ReadParts): ReadingRecord | undefined {
  const { leftOut } = snapshot
  if (!leftOut || !reading) return undefined
  const { read: settings, unread: unreadSettings } = settingsReading(snapshot)
  const followed = new Set(flows.followed)
  const parsed = [...code.facts.keys()].filter((path) => !followed.has(path))
  const readCode = new Set([...followed, ...parsed.filter((path) => sourcePathClass(path) === 'project')])
  const unreadCode = new Set(code.unread.map(({ path }) => path))
  const { unread: unreadPackages, ...packages } = reading
  const read = [...readCode, ...packages.packages, ...settings]
  const leadsToRead = linksTo(read)
  const unread: UnreadFile[] = [
    ...leftOut.entries
      .filter((entry) => !leadsToRead(entry))
      .map(({ target, ...entry }) => ({
        ...entry,
        kind: 'any' as const,
        ...(target !== undefined && { isFolder: true as const }),
      })),
    ...code.unread.map((file) => ({ ...file, path: shownText(file.path), kind: 'code' as const })),
    ...notSource(snapshot, (path) => code.facts.has(path) || unreadCode.has(path)),
    ...flows.unlowered.map((file) => ({ ...file, path: shownText(file.path), kind: 'flows' as const })),
    ...unreadPackages,
    ...unreadSettings.map((file) => ({ ...file, path: shownText(file.path), kind: 'settings' as const })),
  ]
  return maskedTexts({
    followed: [...followed].map(shown),
    parsed: parsed.map(shown),
    settings: settings.map(shown),
    ...packages,
    unread,
    ...(leftOut.cut !== undefined && { cut: leftOut.cut }),
  })
}

const shown = (path: string) => shownText(path)

/**
 * Returns a function that reports whether a skipped entry is a symbolic link to one of these files, or to a folder that
 * contains one of them.
 */
function linksTo(read: readonly string[]) {
  const files = new Set(read)
  const paths = new SortedPaths(files)
  return ({ path, target }: LeftOutFiles['entries'][number]) => {
    if (target === undefined || target.startsWith('/')) return false
    const linked = join(dirname(path), target).replace(/\/$/, '')
    return files.has(linked) || paths.below(linked).count > 0
  }
}

/**
 * Returns files that are named like source files but have other content, such as a script whose first line names an
 * interpreter for a different language.
 */
function notSource(snapshot: Snapshot, isKnown: (path: string) => boolean): UnreadFile[] {
  return [...snapshot.files.keys()].flatMap((path) =>
    !mayBeSource(path) || isKnown(path) || sourcePathClass(path) === 'aside'
      ? []
      : [
          {
            path: shownText(path),
            reason: 'its content is not in a language that Assay analyzes',
            kind: 'code' as const,
            isGap: false as const,
          },
        ],
  )
}
