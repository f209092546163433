/** Keys from which a search starts, and what starts there. */
export interface Roots {
  readonly group: string
  readonly keys: Iterable<string>
}

/** Edges that are followed in all. The largest lockfiles have near 100,000, once for each group. */
const maxSteps = 3_000_000

/**
 * The groups from whose roots each key is reached, in the order of the groups. When more edges would
 * have to be followed than any real lockfile has, the rest stays unreached.
 */
export function groupsReaching(groups: readonly Roots[], neighbours: (key: string) => readonly string[]): ReadonlyMap<string, readonly string[]> {
  const reached = new Map<string, string[]>()
  let steps = 0
  for (const { group, keys } of groups) {
    const seen = new Set(keys)
    for (const key of seen) {
      const known = reached.get(key)
      if (known === undefined) reached.set(key, [group])
      else known.push(group)
      const next = neighbours(key)
      if ((steps += 1 + next.length) > maxSteps) return reached
      for (const other of next) seen.add(other)
    }
  }
  return reached
}
