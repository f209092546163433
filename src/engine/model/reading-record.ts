import { z } from 'zod'
import { Ecosystem } from './component.ts'

/**
 * A file that was not read. `kind` is the purpose for which it should have been read: `code` and `settings` for rules,
 * `flows` for taint analysis, `packages` for dependencies. `any`: the file is not in the snapshot.
 */
const UnreadFile = z.object({
  path: z.string(),
  /** Reason, as a phrase that completes a sentence about the file. */
  reason: z.string(),
  kind: z.enum(['code', 'flows', 'packages', 'settings', 'any']),
  /**
   * `service` if the service's time limit, network, or machine was the cause. Absent if the project's content was the
   * cause.
   */
  cause: z.literal('service').optional(),
  /** True if everything below this path is unread too. */
  isFolder: z.literal(true).optional(),
  /** False if the file alone does not lower a verdict. Absent otherwise. */
  isGap: z.literal(false).optional(),
})
export type UnreadFile = z.infer<typeof UnreadFile>

/**
 * The project files that a scan read and those it did not read, for comparison with a later scan. Unlike coverage, it
 * lists every file. Paths are written as in coverage.
 */
export const ReadingRecord = z.object({
  /** Source files covered by the taint analysis. */
  followed: z.array(z.string()),
  /** Source files that were only parsed because no untrusted input reaches them. */
  parsed: z.array(z.string()),
  /** Lockfiles and manifests that were read. */
  packages: z.array(z.string()),
  /** Settings files that rules evaluated, such as workflows. */
  settings: z.array(z.string()),
  unread: z.array(UnreadFile),
  /** Reason why the list of files is incomplete. Present if the project exceeds a limit. */
  cut: z.string().optional(),
  /**
   * Files that pin dependency versions, with the folders they apply to. `pinned`: a manifest that lists every version
   * itself.
   */
  locked: z.array(
    z.object({
      path: z.string(),
      ecosystem: Ecosystem,
      kind: z.enum(['lockfile', 'pinned']),
      folders: z.array(z.string()),
    }),
  ),
  /** Manifests with dependencies that every installation includes, and the names of these packages. */
  asking: z.array(z.object({ path: z.string(), ecosystem: Ecosystem, folder: z.string(), names: z.array(z.string()) })),
  /**
   * Packages that a manifest requires but its folder's lockfile does not contain. For a lockfile's own path: packages
   * that it lists without a version.
   */
  unlocked: z.array(z.object({ path: z.string(), ecosystem: Ecosystem, folder: z.string(), name: z.string() })),
})
export type ReadingRecord = z.infer<typeof ReadingRecord>

/** The part of the record that the inventory contributes. */
export type PackageReading = Pick<ReadingRecord, 'packages' | 'locked' | 'asking' | 'unlocked'> & {
  readonly unread: readonly UnreadFile[]
}
