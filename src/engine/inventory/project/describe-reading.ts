import { z } from 'zod'

/** Number of names in a sentence. The others are only counted. */
const maxNamed = 5

/** The first names of a list, and the number of all. */
const NameList = z.object({ first: z.array(z.string()).max(maxNamed), count: z.int().nonnegative() })
type NameList = z.infer<typeof NameList>

/** Files that were read or skipped on purpose, for display. A child process reports them. */
export const ReadingSummary = z.object({
  lockfiles: NameList,
  /** Manifests that no lockfile covers. */
  manifests: NameList,
  /** True if at least one file was read, even if it lists nothing. */
  isAnyRead: z.boolean(),
  belowNodeModules: z.int().nonnegative(),
  /** Unreadable files in folders for tests, examples, and the like. */
  unreadableOfDevelopment: NameList,
})
export type ReadingSummary = z.infer<typeof ReadingSummary>

export const nameList = (names: readonly string[]): NameList => ({
  first: names.slice(0, maxNamed),
  count: names.length,
})

/** Returns sentences that explain how a project's component versions were determined. */
export function describeReading({
  lockfiles,
  manifests,
  isAnyRead,
  belowNodeModules,
  unreadableOfDevelopment,
}: ReadingSummary): string {
  const read = [
    ...(lockfiles.count > 0 ? [`Read from ${list(lockfiles)}.`] : []),
    ...(manifests.count > 0 ? [`Read without a lockfile, so only exact versions: ${list(manifests)}.`] : []),
  ]
  return [
    ...(read.length > 0
      ? read
      : [isAnyRead ? 'The manifests have no dependencies.' : 'Assay found no supported lockfile or manifest.']),
    ...(belowNodeModules > 0
      ? [
          `Installations do not use files in node_modules: ${belowNodeModules} ` +
            `${belowNodeModules === 1 ? 'was' : 'were'} not read.`,
        ]
      : []),
    ...(unreadableOfDevelopment.count > 0
      ? [`In folders of tests, examples, or documentation, ${list(unreadableOfDevelopment)} could not be read.`]
      : []),
  ].join(' ')
}

/** Formats the first few names and the number of remaining ones. */
function list({ first, count }: NameList): string {
  if (count > first.length) return `${first.join(', ')} and ${count - first.length} more`
  return first.length === 1 ? (first[0] ?? '') : `${first.slice(0, -1).join(', ')} and ${first.at(-1)}`
}
