import type { Inventory } from '../model/component.ts'
import { limits } from '../model/limits.ts'
import type { SkippedFile, Snapshot } from '../model/snapshot.ts'
import { shownText } from '../sources/shown-text.ts'
import type { InventoryContext } from './inventory-context.ts'
import { answeredFolders, counts } from './project/answered-folders.ts'
import { describeReading } from './project/describe-reading.ts'
import { isDevelopmentFile } from './project/development-folders.ts'
import { leftOutFiles } from './project/left-out-files.ts'
import { listedComponents } from './project/listed-components.ts'
import { mergeComponents } from './project/merge-components.ts'
import { findProjectFiles } from './project/project-files.ts'
import { type ReadManifest, readManifests } from './project/read-manifests.ts'
import { surroundings } from './project/surroundings.ts'
import { unlockedRequests } from './project/unlocked-requests.ts'

/**
 * The components that the lockfiles and manifests of a project tell of. Throws only when the signal
 * aborts: whatever else cannot be read or has no version is named in the inventory.
 */
export async function readProjectComponents(context: InventoryContext, snapshot: Snapshot): Promise<Inventory> {
  const files = findProjectFiles(snapshot)
  const { read, unreadable } = await readManifests(context, snapshot, files.readable)
  const answered = answeredFolders(read)
  const counting = read.filter((file) => counts(file, answered))
  const surroundingsOf = surroundings(read, counting, snapshot)
  const unlocked = unlockedRequests(read, read.filter((file) => !counting.includes(file)))
  const listed = [...counting, ...unlocked].map((file) => listedComponents(file, surroundingsOf(file)))

  const unresolved = listed.flatMap((parts) => parts.unresolved).sort((a, b) => Number(a.isGap === false) - Number(b.isGap === false))
  const { unresolved: most } = limits.inventory
  const problems = [...unreadable, ...leftOutFiles(files, read), ...unresolved.slice(most, most + 1).map(({ manifest = '' }) => ({ path: manifest, reason: `and other files ask for ${unresolved.length - most} more dependencies without a version, which are not named` }))]
  return {
    components: mergeComponents(listed.flatMap((parts) => parts.components)),
    unresolved: unresolved.slice(0, most),
    unreadable: problems.filter(isGap).map(({ path, reason }) => ({ path: shownText(path), reason: shownText(reason) })),
    complete: unresolved.every(({ isGap }) => isGap === false),
    method: describeReading({
      lockfiles: counting.filter(({ reader }) => reader.kind === 'lockfile').sort((a, b) => isOfActions(a) - isOfActions(b)).map(pathOf),
      manifests: [...counting.filter(({ reader, reading }) => reader.kind === 'manifest' && reading.packages.length + reading.requests.length > 0), ...unlocked.filter(({ reading }) => reading.packages.length > 0)].map(pathOf),
      isAnyRead: read.length > 0,
      belowNodeModules: files.belowNodeModules.length,
      unreadableOfDevelopment: problems.filter((problem) => !isGap(problem)).map(pathOf),
    }),
  }
}

/** What cannot be read of a file that no installation goes by is told, and is no gap. */
const isGap = ({ path }: SkippedFile): boolean => !isDevelopmentFile(path)

/** Workflows are many, and tell the least of what an installation brings. */
const isOfActions = ({ reader }: ReadManifest): number => Number(reader.ecosystem === 'GitHub Actions')

const pathOf = ({ path }: Pick<ReadManifest, 'path'>): string => shownText(path)
