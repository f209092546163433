import { TooCostly, type WorkBudget } from './work-budget.ts'

/** Steps for a group that reaches a key: it is kept with the key, and again where the key is listed. */
const stepsOfReach = 8

/** Keys from which a search starts, and what starts there. */
export interface Roots {
  readonly group: string
  readonly keys: Iterable<string>
}

/** Keys that all groups reach together: 12 bytes each where 19 groups reach 100,000 keys (measured). */
const maxReached = 2_000_000

/**
 * The groups from whose roots each key is reached, in the order of the groups. Linear in the edges for each group.
 *
 * @param work what following the edges may cost; crossing it, or reaching far more than any real lockfile, throws
 * TooCostly
 */
export function groupsReaching(
  groups: readonly Roots[],
  neighbours: (key: string) => readonly string[],
  work?: WorkBudget,
): ReadonlyMap<string, readonly string[]> {
  const reached = new Map<string, string[]>()
  let reaches = 0
  for (const { group, keys } of groups) {
    const seen = new Set(keys)
    for (const key of seen) {
      const known = reached.get(key)
      if (known === undefined) reached.set(key, [group])
      else known.push(group)
      const next = neighbours(key)
      work?.spend(stepsOfReach + next.length)
      if ((reaches += 1) > maxReached)
        throw new TooCostly(`is too expensive to read: its groups include more than ${maxReached} entries`)
      for (const other of next) seen.add(other)
    }
  }
  return reached
}
