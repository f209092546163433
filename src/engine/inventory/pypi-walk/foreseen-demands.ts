import { dependencyWalkLimits } from '../dependency-walk-limits.ts'
import { WalkBudget } from '../npm-tree/walk-budget.ts'
import { type Demand, demandsOf, indexDemands, lengthOf, requirementsOf, stepsOfDemands } from './demand.ts'
import type { MetadataSource } from './metadata-source.ts'
import { allowedCandidates } from './project-candidates.ts'

/** Prefetching only saves time. Expensive packages are not prefetched. */
const maxForeseeingSteps = 20_000_000

/** Requests that are sent before the walk needs their responses. */
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

  /** Prefetches metadata from the index. Some of it will not be needed, because a different version is selected. */
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
      // A failure here counts only if the walk needs the package, and is then reported to it.
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
