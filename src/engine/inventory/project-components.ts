import { z } from 'zod'
import type { IsolatedWork } from '../isolation/isolation.ts'
import { type Slices, fromSlices } from '../isolation/sliced-result.ts'
import { Component, UnresolvedDependency } from '../model/component.ts'
import type { Inventory } from '../model/inventory.ts'
import { ScanFailure } from '../model/failure.ts'
import { inventoryLimits } from './inventory-limits.ts'
import { ReadingRecord } from '../model/reading-record.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { shownText, shownTexts } from '../sources/shown-text.ts'
import type { InventoryContext } from './inventory-context.ts'
import { describeReading, ReadingSummary } from './project/describe-reading.ts'
import { joinInventory, type JoinedInventory } from './project/join-inventory.ts'
import {
  type Counted,
  type JoinHead,
  type ManifestOutcome,
  packJoin,
  type SlicedInventory,
} from './project/join-task.ts'
import { unreadBeyondLimit } from './project/package-reading.ts'
import { findProjectFiles, type ProjectFiles } from './project/project-files.ts'
import { resolveInstallations } from './resolution/resolve-installations.ts'
import { WantedInstallation } from './resolution/wanted-installation.ts'
import { type PackedReadings, readManifests } from './project/read-manifests.ts'

/**
 * Returns the components in a project's lockfiles and manifests. Child processes read and merge the files. This process
 * only parses their output, piece by piece, and asks registries for dependencies that are not in any lockfile. The
 * inventory lists everything that cannot be read or has no version. Throws if the signal aborts. Throws a ScanFailure
 * with the code SOURCE_HOSTILE if merging the files stalls or crashes its child process twice. Throws any other error,
 * which causes a retry, if the program or the machine may be at fault.
 */
export async function readProjectComponents(context: InventoryContext, snapshot: Snapshot): Promise<Inventory> {
  const files = findProjectFiles(snapshot)
  const { canonicalUrl } = snapshot.source
  if (files.readable.length === 0)
    return inventoryOf(withinLimit(files, joinInventory(files, { read: [], unreadable: [] }, canonicalUrl)))
  const content = joinContent(files, await readManifests(context, snapshot, files.readable), canonicalUrl)
  const { minLargeBytes: largeBytes, large } = inventoryLimits
  let mayBeOurs = false
  for (let attempt = 1; ; attempt += 1) {
    // The output is much larger than the packed input: 22,500 packages take 1 MB packed and 4.6 MB as JSON.
    await using work = context.isolation.open(
      context.signal,
      attempt > 1 || content.length >= largeBytes / joinedGrowth ? large : undefined,
    )
    const joined = await joinedBy(work, content)
    if (!('failure' in joined)) {
      const inventory = withinLimit(files, joined)
      return resolveInstallations(context, inventoryOf(inventory), inventory.wanted, snapshot)
    }
    mayBeOurs ||= !joined.isOfContent
    if (attempt < 2) continue
    if (mayBeOurs)
      throw new Error(
        `The lockfiles and manifests of the project could not be combined: the process ${joined.failure}.`,
      )
    throw new ScanFailure(
      'SOURCE_HOSTILE',
      'The lockfiles and manifests of the project together stalled or crashed the process that combines ' +
        `them twice: the process ${joined.failure}.`,
    )
  }
}

/**
 * Assumed ratio of output size to input size. Inputs larger than `largeBytes` divided by this ratio get the limits for
 * large files.
 */
const joinedGrowth = 8

function joinContent(files: ProjectFiles, packed: PackedReadings, canonicalUrl: string): Buffer {
  const readings: Buffer[] = []
  let end = 0
  const outcomes = files.readable.map(({ path }): ManifestOutcome => {
    const known = packed.get(path)
    if (!known || 'unreadable' in known)
      return { path, unreadable: known?.unreadable ?? 'was not read', ...(known?.cause && { cause: known.cause }) }
    const start = end
    end += known.reading.length
    readings.push(known.reading)
    return { path, start, end }
  })
  const head: JoinHead = {
    canonicalUrl,
    outcomes,
    tooMany: counted(files.tooMany),
    unread: files.unread.map(({ path }) => path),
    belowNodeModules: counted(files.belowNodeModules),
  }
  return packJoin(head, readings)
}

const counted = (paths: readonly string[]): Counted => ({ first: paths[0], count: paths.length })

/** Adds the files over the limit to the inventory here, because the child process receives only their count. */
function withinLimit(files: ProjectFiles, inventory: JoinedInventory): JoinedInventory {
  const { reading } = inventory
  return { ...inventory, reading: { ...reading, unread: [...reading.unread, ...unreadBeyondLimit(files)] } }
}

function inventoryOf({ wanted: _wanted, summary, ...inventory }: JoinedInventory): Inventory {
  return { ...inventory, method: describeReading(summary) }
}

/** Sentence part from a child process, which may be compromised. It is no longer than those of the readers. */
const Reason = z.string().transform((reason) => shownText(reason))
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
const Unreadable = z.object({ path: z.string(), reason: Reason })

/** Why the merge failed, and whether only the file content can be the cause. */
interface FailedJoin {
  readonly failure: string
  readonly isOfContent: boolean
}

async function joinedBy(work: IsolatedWork, content: Buffer): Promise<JoinedInventory | FailedJoin> {
  for await (const outcome of work.run('join-manifests', [{ path: 'manifests', read: () => content }])) {
    if ('failure' in outcome)
      return { failure: outcome.failure, isOfContent: !outcome.isOfTask && outcome.cause !== 'service' }
    const answer = JoinAnswer.safeParse(outcome.result).data
    const inventory = answer && (await parsedInventory(answer).catch(() => undefined))
    if (inventory) return inventory
  }
  return { failure: 'returned an invalid result', isOfContent: false }
}

/** Throws if the value is not an inventory. */
async function parsedInventory({
  components,
  unresolved,
  unreadable,
  wanted,
  complete,
  summary,
  reading,
}: SlicedInventory): Promise<JoinedInventory> {
  const { packages, unread, locked, asking, unlocked } = ReadingRecord.shape
  return {
    components: await listOf(Component, components),
    unresolved: await listOf(UnresolvedDependency.extend({ reason: Reason }), unresolved),
    unreadable: await listOf(Unreadable, unreadable),
    wanted: await listOf(WantedInstallation, wanted),
    complete,
    summary: shownTexts(summary),
    reading: {
      packages: await listOf(packages.element, reading.packages),
      unread: await listOf(unread.element.extend({ reason: Reason }), reading.unread),
      locked: await listOf(locked.element, reading.locked),
      asking: await listOf(asking.element, reading.asking),
      unlocked: await listOf(unlocked.element, reading.unlocked),
    },
  }
}

async function listOf<Item>(type: z.ZodType<Item>, slices: Slices): Promise<Item[]> {
  const list: Item[] = []
  for await (const items of fromSlices(slices, inventoryLimits.maxInventoryBytes))
    for (const item of items) list.push(shownTexts(type.parse(item), maxTextCharacters))
  return list
}

/** Maximum length of a text in an inventory. File paths and version ranges are shorter. */
const maxTextCharacters = 8_192
