import type { WalkBudget } from '../npm-tree/walk-budget.ts'
import type { Demand } from './demand.ts'

const noDemands: ReadonlyMap<string, readonly Demand[]> = new Map()

/** Demands made by all currently selected packages. */
export class DemandGraph {
  readonly #byTarget = new Map<string, Map<string, Demand[]>>()
  readonly #targets = new Map<string, ReadonlySet<string>>()

  /** All names that have ever been demanded. */
  get names(): IterableIterator<string> {
    return this.#byTarget.keys()
  }

  /** Returns the demands on a project. */
  on(name: string): readonly Demand[] {
    return [...(this.#byTarget.get(name) ?? noDemands).values()].flat()
  }

  /** Returns the demands on a project, except for those made by one other project. */
  onWithout(name: string, from: string): readonly Demand[] {
    return [...(this.#byTarget.get(name) ?? noDemands)]
      .filter(([requirer]) => requirer !== from)
      .flatMap(([, demands]) => demands)
  }

  /** Returns the names that a package currently demands. */
  targetsOf(from: string): ReadonlySet<string> {
    return this.#targets.get(from) ?? new Set()
  }

  /** Replaces the demands made by a package. Returns the names for which demands changed. */
  replace(from: string, demands: readonly Demand[]): ReadonlySet<string> {
    const changed = new Set(this.targetsOf(from))
    for (const name of changed) this.#byTarget.get(name)?.delete(from)
    for (const demand of demands) {
      const { name } = demand.requirement
      changed.add(name)
      const byRequirer = this.#byTarget.get(name) ?? new Map<string, Demand[]>()
      const known = byRequirer.get(from) ?? []
      known.push(demand)
      byRequirer.set(from, known)
      this.#byTarget.set(name, byRequirer)
    }
    this.#targets.set(from, new Set(demands.map(({ requirement }) => requirement.name)))
    return changed
  }

  /** Returns all names reachable from a package, including the package's own name. */
  reachableFrom(start: string, budget: WalkBudget): ReadonlySet<string> {
    const reached = new Set([start])
    for (const name of reached) {
      const targets = this.targetsOf(name)
      budget.spend(targets.size)
      for (const target of targets) reached.add(target)
    }
    return reached
  }
}
