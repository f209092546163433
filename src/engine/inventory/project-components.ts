import type { IsolatedWork } from '../isolation/isolation.ts'
import type { Inventory } from '../model/inventory.ts'
import { ScanFailure } from '../model/failure.ts'
import { inventoryLimits } from './inventory-limits.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { InventoryContext } from './inventory-context.ts'
import { joinInventory, type JoinedInventory } from './project/join-inventory.ts'
import { parseJoinAnswer } from './project/join-answer.ts'
import { type Counted, type JoinHead, type ManifestOutcome, packJoin } from './project/join-task.ts'
import { unreadBeyondLimit } from './project/package-reading.ts'
import { withSentences } from './project/reason-sentences.ts'
import { findProjectFiles, type ProjectFiles } from './project/project-files.ts'
import { resolveInstallations } from './resolution/resolve-installations.ts'
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
    return inventoryOf(files, joinInventory(files, { read: [], unreadable: [] }, canonicalUrl), new Map())
  const readings = await readManifests(context, snapshot, files.readable)
  const content = joinContent(files, readings, canonicalUrl)
  const { minLargeBytes: largeBytes, large } = inventoryLimits
  let mayBeOurs = false
  for (let attempt = 1; ; attempt += 1) {
    // The output is much larger than the packed input: 22,500 packages take 1 MB packed and 4.6 MB as JSON.
    await using work = context.isolation.open(
      context.signal,
      attempt > 1 || content.length >= largeBytes / joinedGrowth ? large : undefined,
    )
    const joined = await joinedBy(work, content, files)
    if (!('failure' in joined))
      return resolveInstallations(context, inventoryOf(files, joined, readings), joined.wanted, snapshot)
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
    if (!known || 'unreadable' in known) return { path, isUnread: true }
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

/**
 * Returns the inventory with sentences. Adds the files over the limit here, because the child process receives only
 * their count.
 */
function inventoryOf(files: ProjectFiles, joined: JoinedInventory, readings: PackedReadings): Inventory {
  const { reading, ...inventory } = withSentences(joined, readings)
  return { ...inventory, reading: { ...reading, unread: [...reading.unread, ...unreadBeyondLimit(files)] } }
}

/** Why the merge failed, and whether only the file content can be the cause. */
interface FailedJoin {
  readonly failure: string
  readonly isOfContent: boolean
}

async function joinedBy(
  work: IsolatedWork,
  content: Buffer,
  files: ProjectFiles,
): Promise<JoinedInventory | FailedJoin> {
  for await (const outcome of work.run('join-manifests', [{ path: 'manifests', read: () => content }])) {
    if ('failure' in outcome)
      return { failure: outcome.failure, isOfContent: !outcome.isOfTask && outcome.cause !== 'service' }
    const joined = await parseJoinAnswer(outcome.result, files)
    if (joined) return joined
  }
  return { failure: 'returned an invalid result', isOfContent: false }
}
