import { dependencyWalkLimits } from '../dependency-walk-limits.ts'
import { WalkBudget } from '../npm-tree/walk-budget.ts'
import { type Demand, demandsOf, indexDemands, lengthOf, requirementsOf, stepsOfDemands } from './demand.ts'
import type { MetadataSource } from './metadata-source.ts'
import { allowedCandidates } from './project-candidates.ts'

/**
 * Step limit for prefetching. Prefetching is only worthwhile if it saves time, so expensive packages are not
 * prefetched.
 */
const maxForeseeingSteps = 20_000_000

/** Prefetches metadata before the walk needs it. */
export class ForeseenDemands {
  readonly #source: MetadataSource
  /** Name of the scanned package. */
  readonly #root: string
  readonly #budget = new WalkBudget(maxForeseeingSteps)
  readonly #foreseen = new Set<string>()

  constructor(source: MetadataSource, root: string) {
    this.#source = source
    this.#root = root
  }

  /**
   * Prefetches metadata from the index. Some of it may remain unused, because the walk may select a different version.
   */
  ask(demands: readonly Demand[]): void {
    for (const { requirement } of this.#budget.left > 0 ? demands : []) {
      const key = `${requirement.name}[${requirement.extras.join()}]${requirement.requested}`
      if (
        this.#foreseen.has(key) ||
        requirement.name === this.#root ||
        this.#source.projects >= dependencyWalkLimits.maxPackages
      )
        continue
      this.#foreseen.add(key)
      // Failures are ignored here. If the walk needs the package, its own request reports the failure.
      this.#foresee({ requirement }).catch(() => undefined)
    }
  }

  async #foresee({ requirement }: Pick<Demand, 'requirement'>): Promise<void> {
    const reading = await this.#source.candidates(requirement.name)
    if ('problem' in reading) return
    this.#budget.spend(reading.candidates.length * (requirement.specifiers.length + 1))
    const [newest] = allowedCandidates(reading.candidates, requirement.specifiers)
    const metadata = newest && (await this.#source.foresee(newest))
    if (newest === undefined || metadata === undefined || 'problem' in metadata) return
    this.#budget.spend(stepsOfDemands(lengthOf(metadata.metadata.requiresDist), requirement.extras.length))
    this.ask(
      indexDemands(
        demandsOf(
          { name: newest.name, version: newest.version.text },
          requirementsOf(metadata.metadata),
          new Set(requirement.extras),
        ),
      ),
    )
  }
}
