import { z } from 'zod'
import { fromSlices, type Slices } from '../../isolation/sliced-result.ts'
import { Component, UnresolvedDependency } from '../../model/component.ts'
import { ReadingRecord } from '../../model/reading-record.ts'
import { shownText, shownTexts } from '../../sources/shown-text.ts'
import { inventoryLimits } from '../inventory-limits.ts'
import { type DependencyReason, isDependencyReason } from '../reasons/dependency-reasons.ts'
import { type FileReason, isFileReason } from '../reasons/file-reasons.ts'
import { WantedInstallation } from '../resolution/wanted-installation.ts'
import { ReadingSummary } from './describe-reading.ts'
import type { JoinedInventory } from './join-inventory.ts'
import type { SlicedInventory } from './join-task.ts'
import type { ProjectFiles } from './project-files.ts'

const Sliced = z.array(z.string())
const JoinAnswer = z.object({
  components: Sliced,
  unresolved: Sliced,
  unreadable: Sliced,
  wanted: Sliced,
  complete: z.boolean(),
  summary: ReadingSummary,
  reading: z.object({ packages: Sliced, unread: Sliced, locked: Sliced, asking: Sliced, unlocked: Sliced }),
}) satisfies z.ZodType<SlicedInventory>

/** Text that the child has already limited with `shownText`. */
const Shown = z.string().transform((text) => shownText(text))
const UnresolvedEntry = UnresolvedDependency.extend({
  name: Shown,
  requested: Shown,
  requiredBy: Shown,
  reason: z.custom<DependencyReason>(isDependencyReason),
})
const FileGap = z.strictObject({
  path: z.string(),
  reason: z.custom<FileReason | 'as-known'>((reason) => reason === 'as-known' || isFileReason(reason)),
})

/**
 * Parses the result of the child process that merges manifests. Returns undefined if the result is invalid: the child
 * may be compromised. The result contains codes instead of sentences. Its files are files of the project, and its other
 * texts are names and versions of limited length.
 */
export async function parseJoinAnswer(result: unknown, files: ProjectFiles): Promise<JoinedInventory | undefined> {
  const answer = JoinAnswer.safeParse(result).data
  return answer && (await unpacked(answer, pathsOf(files)).catch(() => undefined))
}

/**
 * Throws if a part of the result is invalid.
 *
 * @param paths files that the result may name
 */
async function unpacked(answer: SlicedInventory, paths: ReadonlySet<string>): Promise<JoinedInventory> {
  const { packages, locked, asking, unlocked } = ReadingRecord.shape
  const { summary } = answer
  const refuseOthers = (named: readonly (string | undefined)[]): void => {
    if (named.some((path) => path !== undefined && !paths.has(path))) throw new Error('a child named an unknown file')
  }
  refuseOthers([summary.lockfiles, summary.manifests, summary.unreadableOfDevelopment].flatMap(({ first }) => first))
  return {
    components: await listOf(Component, answer.components, ({ introducedBy }) =>
      refuseOthers(introducedBy.map(({ manifest }) => manifest)),
    ),
    unresolved: await listOf(UnresolvedEntry, answer.unresolved, ({ manifest }) => refuseOthers([manifest])),
    unreadable: await listOf(FileGap, answer.unreadable, ({ path }) => refuseOthers([path])),
    wanted: await listOf(WantedInstallation, answer.wanted),
    complete: answer.complete,
    summary,
    reading: {
      packages: await listOf(packages.element, answer.reading.packages),
      unread: await listOf(FileGap, answer.reading.unread, ({ path }) => refuseOthers([path])),
      locked: await listOf(locked.element, answer.reading.locked),
      asking: await listOf(asking.element, answer.reading.asking),
      unlocked: await listOf(unlocked.element, answer.reading.unlocked),
    },
  }
}

/** Maximum length of a text in an inventory. File paths and version ranges are shorter. */
const maxTextCharacters = 8_192

/** @param check throws if an item is invalid */
async function listOf<Item>(type: z.ZodType<Item>, slices: Slices, check?: (item: Item) => void): Promise<Item[]> {
  const list: Item[] = []
  for await (const items of fromSlices(slices, inventoryLimits.maxInventoryBytes)) {
    for (const each of items) {
      const item = type.parse(each)
      check?.(item)
      list.push(shownTexts(item, maxTextCharacters))
    }
  }
  return list
}

/** Returns the paths that the result may name, as `shownText` writes them. */
function pathsOf({ readable, unread, tooMany, belowNodeModules }: ProjectFiles): ReadonlySet<string> {
  const files = [...readable, ...unread].map(({ path }) => path)
  return new Set([...files, ...tooMany.slice(0, 1), ...belowNodeModules.slice(0, 1)].map((path) => shownText(path)))
}
