/** Files that were read or skipped on purpose, for display. */
export interface ReadingSummary {
  readonly lockfiles: readonly string[]
  /** Manifests that no lockfile covers. */
  readonly manifests: readonly string[]
  /** True if at least one file was read, even if it lists nothing. */
  readonly isAnyRead: boolean
  readonly belowNodeModules: number
  /** Unreadable files in folders for tests, examples, and the like. */
  readonly unreadableOfDevelopment: readonly string[]
}

/** Returns sentences that explain how a project's component versions were determined. */
export function describeReading({
  lockfiles,
  manifests,
  isAnyRead,
  belowNodeModules,
  unreadableOfDevelopment,
}: ReadingSummary): string {
  const read = [
    ...(lockfiles.length > 0 ? [`Read from ${list(lockfiles)}.`] : []),
    ...(manifests.length > 0 ? [`Read without a lockfile, so only exact versions: ${list(manifests)}.`] : []),
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
    ...(unreadableOfDevelopment.length > 0
      ? [`In folders of tests, examples, or documentation, ${list(unreadableOfDevelopment)} could not be read.`]
      : []),
  ].join(' ')
}

/** Formats the first few names and the number of remaining ones. */
function list(names: readonly string[]): string {
  const shown = 5
  if (names.length > shown) return `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`
  return names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
