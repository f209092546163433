import type { WalkBudget } from '../npm-tree/walk-budget.ts'

/** Exclusions of a dependency and of its dependents, nearest first. */
export type Exclusions =
  | { readonly patterns: ReadonlySet<string>; readonly outer: Exclusions; readonly depth: number }
  | undefined

/** Adds a dependency's exclusions, as `group:artifact` with `*` as a wildcard. */
export function withExclusions(outer: Exclusions, patterns: readonly string[]): Exclusions {
  return patterns.length === 0 ? outer : { patterns: new Set(patterns), outer, depth: (outer?.depth ?? 0) + 1 }
}

/** Reports whether an artifact is excluded. Spends one step per level. */
export function excludes(exclusions: Exclusions, group: string, artifact: string, budget: WalkBudget): boolean {
  const names = [`${group}:${artifact}`, `${group}:*`, `*:${artifact}`, '*:*']
  for (let level = exclusions; level !== undefined; level = level.outer) {
    budget.spend(1)
    for (const name of names) if (level.patterns.has(name)) return true
  }
  return false
}
