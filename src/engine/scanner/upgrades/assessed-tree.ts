import { type FoundVulnerability, priorityOf, type VulnerabilitySource } from './vulnerabilities.ts'
import type { ResolvedTree, TreeChanges, UpgradableProject } from './upgradable-project.ts'
import { upgradeLimits } from './upgrade-limits.ts'

/** A tree after changes, with its vulnerabilities. */
export interface AssessedTree<Tree extends ResolvedTree = ResolvedTree> {
  readonly changes: TreeChanges
  readonly tree: Tree
  readonly found: ReadonlyMap<string, FoundVulnerability>
  /** Sum of the priorities of all vulnerabilities. Lower is better. */
  readonly score: number
  /** Like `score`, weighted with the number of direct dependencies that bring each vulnerable version. */
  readonly spread: number
}

/** Thrown if planning takes too many resolutions or too much time. The best plan so far is kept. */
export class PlanningLimitReached extends Error {
  override readonly name = 'PlanningLimitReached'
}

/** Resolves and assesses trees within the limits of one plan. The same changes are resolved once. */
export class TreeAssessor {
  readonly #project: UpgradableProject
  readonly #source: VulnerabilitySource
  readonly #onResolution: (count: number) => void
  readonly #until = performance.now() + upgradeLimits.maxPlanningMs
  readonly #known = new Map<string, Promise<AssessedTree>>()
  /** Problems of the tree without changes. A change must not add others. */
  #problems: ReadonlySet<string> = new Set()
  #resolutions = 0

  constructor(project: UpgradableProject, source: VulnerabilitySource, onResolution: (count: number) => void) {
    this.#project = project
    this.#source = source
    this.#onResolution = onResolution
  }

  accept(problems: ReadonlySet<string>): void {
    this.#problems = problems
  }

  /** Returns the problems that changes add. */
  newProblems({ tree }: AssessedTree): readonly string[] {
    return [...tree.problems.difference(this.#problems)]
  }

  /** Throws PlanningLimitReached. */
  assess(changes: TreeChanges): Promise<AssessedTree> {
    const key = JSON.stringify([
      [...changes.released].sort(),
      [...changes.upgraded].sort(),
      [...changes.overridden].sort(),
    ])
    const assessed = this.#known.get(key) ?? this.#assess(changes)
    this.#known.set(key, assessed)
    return assessed
  }

  async #assess(changes: TreeChanges): Promise<AssessedTree> {
    if (this.#resolutions >= upgradeLimits.maxResolutions)
      throw new PlanningLimitReached(
        `Assay resolved ${upgradeLimits.maxResolutions} dependency trees, which is the limit.`,
      )
    if (performance.now() > this.#until)
      throw new PlanningLimitReached(
        `Planning took ${upgradeLimits.maxPlanningMs / 60_000} minutes, which is the limit.`,
      )
    this.#resolutions += 1
    this.#onResolution(this.#resolutions)
    const tree = await this.#project.resolve(changes)
    const found = await this.#source.of(tree.components)
    const priorities = found.map((each) => ({ each, priority: priorityOf(each.vulnerability) }))
    return {
      changes,
      tree,
      found: new Map(found.map((each) => [each.key, each])),
      score: priorities.reduce((sum, { priority }) => sum + priority, 0),
      spread: priorities.reduce(
        (sum, { each, priority }) => sum + priority * Math.max(1, tree.carriersOf(each.component).size),
        0,
      ),
    }
  }
}

/** Reports whether the first tree is better: fewer vulnerabilities by priority, or the same in fewer places. */
export const isBetter = (a: AssessedTree, b: AssessedTree): boolean =>
  a.score < b.score - tolerance || (a.score <= b.score + tolerance && a.spread < b.spread - tolerance)

/** Scores are sums of floating-point numbers. */
const tolerance = 1e-6

export const isNoWorse = (a: AssessedTree, b: AssessedTree): boolean => a.score <= b.score + tolerance
