import { TooCostly, type WorkBudget } from './work-budget.ts'

/**
 * Number of steps charged for each group that reaches a key. The group is stored twice: with the key itself and with
 * the listed key.
 */
const stepsOfReach = 8

/** Root keys of a group. */
export interface Roots {
  readonly group: string
  readonly keys: Iterable<string>
}

/**
 * Maximum total number of keys reached by all groups. If 19 groups reach 100,000 keys, each reached key takes 12 bytes
 * (measured).
 */
const maxReached = 2_000_000

/**
 * Returns the groups whose roots reach each key, in the order of the groups. Linear in the edges for each group.
 *
 * @param work budget for following the edges; throws TooCostly if it is exceeded, or if groups reach far more keys than
 * in any real lockfile
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
      if ((reaches += 1) > maxReached) throw new TooCostly({ code: 'reach-limit', count: maxReached })
      for (const other of next) seen.add(other)
    }
  }
  return reached
}
