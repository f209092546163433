import { inventoryLimits } from '../inventory-limits.ts'
import type { Component } from '../../model/component.ts'
import type { Inventory } from '../../model/inventory.ts'
import { shownText } from '../../sources/shown-text.ts'
import { answeredFolders, counts } from './answered-folders.ts'
import { nameList, type ReadingSummary } from './describe-reading.ts'
import { isDevelopmentFile } from './development-folders.ts'
import type { FileGap } from './file-gap.ts'
import { leftOutFiles } from './left-out-files.ts'
import { listedComponents, type UnresolvedEntry } from './listed-components.ts'
import { mergeComponents } from './merge-components.ts'
import { type JoinedReading, packageReading } from './package-reading.ts'
import type { ProjectFiles } from './project-files.ts'
import type { ReadManifest, ReadManifests } from './read-manifests.ts'
import { type WantedInstallation, wantedInstallations } from '../resolution/wanted-installation.ts'
import { surroundings } from './surroundings.ts'
import { unlockedRequests } from './unlocked-requests.ts'

/**
 * Inventory with codes instead of sentences, before manifests without a lockfile are resolved. A child process returns
 * it.
 */
export interface JoinedInventory extends Pick<Inventory, 'complete' | 'components'> {
  readonly unresolved: readonly UnresolvedEntry[]
  readonly unreadable: readonly FileGap[]
  readonly summary: ReadingSummary
  readonly reading: JoinedReading
  readonly wanted: readonly WantedInstallation[]
}

/**
 * Merges a project's manifests into one inventory. The time grows with the number of entries and dependencies, so a
 * child process does it unless there are no entries.
 *
 * @param canonicalUrl project URL, used as the project name if no file states one
 */
export function joinInventory(
  files: ProjectFiles,
  { read, unreadable }: ReadManifests,
  canonicalUrl: string,
): JoinedInventory {
  const answered = answeredFolders(read)
  const counting = read.filter((file) => counts(file, answered))
  const surroundingsOf = surroundings(read, counting, { source: { canonicalUrl } })
  const unlocked = unlockedRequests(read, without(read, counting))
  const listed = [...counting, ...unlocked].map((file) => listedComponents(file, surroundingsOf(file)))

  const unresolved = listed
    .flatMap((parts) => parts.unresolved)
    .sort((a, b) => Number(a.isGap === false) - Number(b.isGap === false))
  const { maxUnresolvedNamed: most } = inventoryLimits
  const problems: readonly FileGap[] = [
    ...unreadable,
    ...leftOutFiles(files, read),
    ...unresolved.slice(most, most + 1).map(({ manifest = '' }) => ({
      path: manifest,
      reason: { code: 'and-more-dependencies', count: unresolved.length - most } as const,
    })),
  ]
  return {
    components: boundedIntroductions(mergeComponents(listed.flatMap((parts) => parts.components))),
    unresolved: unresolved.slice(0, most),
    unreadable: problems.filter(isGap).map(({ path, reason }) => ({ path: shownText(path), reason })),
    complete: unresolved.every(({ isGap }) => isGap === false),
    summary: {
      lockfiles: nameList(
        counting
          .filter(({ reader }) => reader.kind === 'lockfile')
          .sort((a, b) => isOfActions(a) - isOfActions(b))
          .map(pathOf),
      ),
      manifests: nameList(
        [
          ...counting.filter(
            ({ reader, reading }) =>
              reader.kind === 'manifest' && reading.packages.length + reading.requests.length > 0,
          ),
          ...unlocked.filter(({ reading }) => reading.packages.length > 0),
        ].map(pathOf),
      ),
      isAnyRead: read.length > 0,
      belowNodeModules: files.belowNodeModules.length,
      unreadableOfDevelopment: nameList(problems.filter((problem) => !isGap(problem)).map(pathOf)),
    },
    reading: packageReading({ files, read, unreadable, unlocked }),
    wanted: wantedInstallations(read, counting),
  }
}

function without(read: readonly ReadManifest[], counting: readonly ReadManifest[]): ReadManifest[] {
  const known = new Set(counting)
  return read.filter((file) => !known.has(file))
}

/**
 * Drops longer dependency paths if all paths together would exceed the size of a report: 100,000 packages in one chain
 * of 50 would take gigabytes. The shortest path of each component is kept. If twice that size is exceeded, only the
 * first and last steps of that path are kept.
 */
function boundedIntroductions(components: readonly Component[]): Component[] {
  const { maxIntroductionCharacters: most } = inventoryLimits
  let characters = 0
  return components.map((component) => {
    const [shortest] = component.introducedBy
    const introducedBy =
      characters <= most || shortest === undefined
        ? component.introducedBy
        : characters <= 2 * most
          ? [shortest]
          : [{ ...shortest, path: [shortest.path[0] ?? '', shortest.path.at(-1) ?? ''] }]
    for (const { path } of introducedBy) for (const step of path) characters += step.length
    return introducedBy === component.introducedBy ? component : { ...component, introducedBy }
  })
}

/**
 * Reports whether an unreadable file is a gap. Files that are not used for installing the project are listed, but are
 * not gaps.
 */
const isGap = ({ path }: FileGap): boolean => !isDevelopmentFile(path)

/**
 * Returns 1 for GitHub Actions manifests and 0 for others, for sorting. Workflows come last, because they are numerous
 * and say little about an installation.
 */
const isOfActions = ({ reader }: ReadManifest): number => Number(reader.ecosystem === 'GitHub Actions')

const pathOf = ({ path }: Pick<ReadManifest, 'path'>): string => shownText(path)
