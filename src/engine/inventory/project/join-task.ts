import type { TaskFile } from '../../isolation/isolation.ts'
import { type Slices, toSlices } from '../../isolation/sliced-result.ts'
import { inventoryLimits } from '../inventory-limits.ts'
import { manifestReaders } from '../readers/catalogue.ts'
import type { FileGap } from './file-gap.ts'
import type { ReadingSummary } from './describe-reading.ts'
import { joinInventory } from './join-inventory.ts'
import type { JoinedReading } from './package-reading.ts'
import { unpackReading } from './manifest-answer.ts'
import type { ReadManifest, ReadManifests } from './read-manifests.ts'
import { unreadFormatOf } from './unread-formats.ts'

/** Result for a manifest: the position of its packed reading in the content, or that it has no reading. */
export type ManifestOutcome =
  | { readonly path: string; readonly start: number; readonly end: number }
  | { readonly path: string; readonly isUnread: true }

/** Header of a merge task. The packed readings follow it. */
export interface JoinHead {
  readonly canonicalUrl: string
  readonly outcomes: readonly ManifestOutcome[]
  readonly tooMany: Counted
  readonly unread: readonly string[]
  readonly belowNodeModules: Counted
}

/** List of paths, reduced to the first path and the total number. */
export interface Counted {
  readonly first?: string | undefined
  readonly count: number
}

/** An inventory split into pieces for the transfer to the parent. */
export interface SlicedInventory {
  readonly components: Slices
  readonly unresolved: Slices
  readonly unreadable: Slices
  readonly wanted: Slices
  readonly complete: boolean
  readonly summary: ReadingSummary
  readonly reading: { readonly [Part in keyof JoinedReading]: Slices }
}

const widthBytes = 4

/** Packs the header and the readings into one buffer for a child process. */
export function packJoin(head: JoinHead, readings: readonly Buffer[]): Buffer {
  const words = Buffer.from(JSON.stringify(head))
  const width = Buffer.alloc(widthBytes)
  width.writeUInt32BE(words.length)
  return Buffer.concat([width, words, ...readings])
}

/** Merges the readings of a project's manifests. Runs in a child process. */
export function joinManifests({ content }: Pick<TaskFile, 'content'>): SlicedInventory {
  const end = widthBytes + content.readUInt32BE()
  const head: JoinHead = JSON.parse(content.subarray(widthBytes, end).toString())
  const files = {
    readable: [],
    tooMany: pathsOf(head.tooMany),
    belowNodeModules: pathsOf(head.belowNodeModules),
    unread: head.unread.flatMap((path) => {
      const format = unreadFormatOf(path)
      return format ? [{ path, format }] : []
    }),
  }
  const {
    components,
    unresolved,
    unreadable,
    complete,
    summary,
    wanted,
    reading: { packages, unread, locked, asking, unlocked },
  } = joinInventory(files, readManifestsOf(head.outcomes, content.subarray(end)), head.canonicalUrl)
  return {
    components: toSlices(components),
    unresolved: toSlices(unresolved),
    unreadable: toSlices(unreadable),
    wanted: toSlices(wanted),
    complete,
    summary,
    reading: {
      packages: toSlices(packages),
      unread: toSlices(unread),
      locked: toSlices(locked),
      asking: toSlices(asking),
      unlocked: toSlices(unlocked),
    },
  }
}

const pathsOf = ({ first = '', count }: Counted): string[] => Array.from({ length: count }, () => first)

/**
 * Returns the readings up to the maximum number of packages. They are in file order, no matter in which order they were
 * read.
 */
function readManifestsOf(outcomes: readonly ManifestOutcome[], packed: Buffer): ReadManifests {
  const read: ReadManifest[] = []
  const unreadable: FileGap[] = []
  const most = inventoryLimits.maxComponents
  let listed = 0
  for (const outcome of outcomes) {
    const { path } = outcome
    const reader = manifestReaders.find((candidate) => candidate.reads(path))
    if (listed >= most) unreadable.push({ path, reason: { code: 'package-limit-reached', count: most } })
    else if ('isUnread' in outcome) unreadable.push({ path, reason: 'as-known' })
    else if (!reader) unreadable.push({ path, reason: 'unsupported-format' })
    else {
      const reading = unpackReading(packed.subarray(outcome.start, outcome.end))
      const packages = reading.packages.slice(0, most - listed)
      const requests = reading.requests.slice(0, most)
      if (packages.length < reading.packages.length || requests.length < reading.requests.length)
        unreadable.push({ path, reason: { code: 'package-limit-of-project', count: most } })
      read.push({ path, reader, reading: { ...reading, packages, requests } })
      listed += packages.length
    }
  }
  return { read, unreadable }
}
