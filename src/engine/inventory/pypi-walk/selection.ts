import { byBytes } from '../npm-tree/sort-order.ts'
import type { WalkBudget } from '../npm-tree/walk-budget.ts'
import type { Demand } from './demand.ts'
import { allowedCandidates, type Candidate } from './project-candidates.ts'

/** Project candidates that satisfy all demands, or as many as possible. */
export interface Selection {
  /** Allowed candidates, newest first. */
  readonly allowed: readonly Candidate[]
  /** Demands that were ignored because they would exclude every candidate. */
  readonly contradicting: readonly Demand[]
}

/**
 * Selects the candidates that satisfy all demands. If there is no such candidate, demands nearer to the scanned package
 * are applied first, and those that would exclude every remaining candidate are ignored.
 *
 * @param depthOf distance of a package from the scanned package, by name
 */
export function selectCandidates(
  candidates: readonly Candidate[],
  demands: readonly Demand[],
  depthOf: (name: string) => number,
  budget: WalkBudget,
): Selection {
  const allowed = allowedByAll(candidates, demands, budget)
  if (allowed.length > 0) return { allowed, contradicting: [] }
  const sorted = [...demands].sort(
    (a, b) =>
      depthOf(a.from.name) - depthOf(b.from.name) ||
      byBytes(a.from.name, b.from.name) ||
      byBytes(a.requirement.requested, b.requirement.requested),
  )
  const heeded: Demand[] = []
  const contradicting: Demand[] = []
  for (const demand of sorted) {
    const isPossible = allowedByAll(candidates, [...heeded, demand], budget).length > 0
    ;(isPossible ? heeded : contradicting).push(demand)
  }
  return { allowed: heeded.length === 0 ? [] : allowedByAll(candidates, heeded, budget), contradicting }
}

/** Returns the candidates that satisfy all demands, newest first. */
export function allowedByAll(
  candidates: readonly Candidate[],
  demands: readonly Demand[],
  budget: WalkBudget,
): readonly Candidate[] {
  const specifiers = demands.flatMap(({ requirement }) => requirement.specifiers)
  budget.spend(candidates.length * (specifiers.length + 1))
  return allowedCandidates(candidates, specifiers)
}
