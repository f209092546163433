import { byBytes } from '../npm-tree/sort-order.ts'
import type { WalkBudget } from '../npm-tree/walk-budget.ts'
import type { Demand } from './demand.ts'
import { allowedCandidates, type Candidate } from './project-candidates.ts'

/** What is left of a project's candidates when all demands are heeded, or as many as can be. */
export interface Selection {
  /** Newest first. */
  readonly allowed: readonly Candidate[]
  /** Demands that had to be left out for anything to be left. */
  readonly contradicting: readonly Demand[]
}

/**
 * Heeds all demands if any candidate suits them. Else those that are nearer to the scanned package
 * are heeded first, and those that would leave nothing are left out.
 *
 * @param depthOf how far from the scanned package the package of this name is
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

/** The candidates that suit every demand, newest first. */
export function allowedByAll(
  candidates: readonly Candidate[],
  demands: readonly Demand[],
  budget: WalkBudget,
): readonly Candidate[] {
  const specifiers = demands.flatMap(({ requirement }) => requirement.specifiers)
  budget.spend(candidates.length * (specifiers.length + 1))
  return allowedCandidates(candidates, specifiers)
}
