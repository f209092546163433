import { z } from 'zod'
import { Ecosystem } from './component.ts'

/**
 * For what a file was to be read: `code` and `settings` are judged, `packages` lists dependencies, `any`: the file is
 * not in the snapshot at all.
 */
const UnreadFile = z.object({
  path: z.string(),
  /** Why, for people: the end of a sentence about the file. */
  reason: z.string(),
  kind: z.enum(['code', 'flows', 'packages', 'settings', 'any']),
  /** `service`: our time, network or machine was the cause. Absent: the content of the project. */
  cause: z.literal('service').optional(),
  /** Everything below this path is unread too. */
  isFolder: z.literal(true).optional(),
  /** It lowers no verdict by itself. */
  isGap: z.literal(false).optional(),
})
export type UnreadFile = z.infer<typeof UnreadFile>

/**
 * Which files of a project one scan read, and which it did not, so that a later scan can be compared with it. Unlike
 * coverage, it names every file. Paths are as coverage shows them.
 */
export const ReadingRecord = z.object({
  /** Source files that were parsed and through which data was followed. */
  followed: z.array(z.string()),
  /** Source files that were parsed only: nothing leads data to them. */
  parsed: z.array(z.string()),
  /** Lockfiles and manifests that were read. */
  packages: z.array(z.string()),
  /** Files of settings that were judged, such as workflows. */
  settings: z.array(z.string()),
  unread: z.array(UnreadFile),
  /** Why the list of files ends early: the project is over a limit. */
  cut: z.string().optional(),
  /** Folders whose versions a file names; `pinned`: a manifest that names every version itself. */
  locked: z.array(
    z.object({
      path: z.string(),
      ecosystem: Ecosystem,
      kind: z.enum(['lockfile', 'pinned']),
      folders: z.array(z.string()),
    }),
  ),
  /** Manifests that need packages in any installation, and the names of those packages. */
  asking: z.array(z.object({ path: z.string(), ecosystem: Ecosystem, folder: z.string(), names: z.array(z.string()) })),
  /**
   * Packages that a manifest needs and that the lockfile of its folder does not name; with the path of a lockfile those
   * that it names without a version.
   */
  unlocked: z.array(z.object({ path: z.string(), ecosystem: Ecosystem, folder: z.string(), name: z.string() })),
})
export type ReadingRecord = z.infer<typeof ReadingRecord>

/** What a reading step of the inventory adds to the record. */
export type PackageReading = Pick<ReadingRecord, 'packages' | 'locked' | 'asking' | 'unlocked'> & {
  readonly unread: readonly UnreadFile[]
}
