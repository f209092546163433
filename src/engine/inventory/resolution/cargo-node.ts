import type { CrateDependency } from '../../sources/package-registries/crates-index.ts'

/** Dependency of a selected crate or of a project crate. Dependencies of project crates may be path dependencies. */
export type CargoEdge = CrateDependency & {
  readonly folder?: string | undefined
  /** Line number in the project's Cargo.toml. */
  readonly line?: number | undefined
}

/** Step budget for resolving the features in one installation. */
export interface FeatureBudget {
  left: number
}

/**
 * Selected crate, with the features that its dependents request and the dependencies activated by these features. The
 * rules are those of Cargo's dependency resolver, https://doc.rust-lang.org/cargo/reference/features.html
 */
export class CargoNode {
  readonly name: string
  readonly version: string
  /** Folder of a project crate. */
  readonly folder: string | undefined
  readonly edges: readonly CargoEdge[]
  readonly #features: Readonly<Record<string, readonly string[]>>
  readonly #enabled = new Set<string>()
  readonly #activated = new Set<string>()
  /** Features that this crate's features request from a dependency, by the dependency's alias. */
  readonly #forwarded = new Map<string, Set<string>>()
  readonly #targets = new Map<CargoEdge, CargoNode>()
  readonly #budget: FeatureBudget

  constructor(
    crate: {
      readonly name: string
      readonly version: string
      readonly folder?: string
      readonly edges: readonly CargoEdge[]
      readonly features: Readonly<Record<string, readonly string[]>>
    },
    budget: FeatureBudget,
  ) {
    this.name = crate.name
    this.version = crate.version
    this.folder = crate.folder
    this.edges = crate.edges
    this.#features = crate.features
    this.#budget = budget
  }

  get key(): string {
    return this.folder === undefined ? `${this.name}@${this.version}` : `\0${this.folder}`
  }

  get features(): readonly string[] {
    return Object.keys(this.#features)
  }

  targetOf(edge: CargoEdge): CargoNode | undefined {
    return this.#targets.get(edge)
  }

  /** Returns required dependencies that have no target yet. */
  openEdges(): CargoEdge[] {
    return this.edges.filter((edge) => !this.#targets.has(edge) && (!edge.optional || this.#activated.has(edge.alias)))
  }

  link(edge: CargoEdge, target: CargoNode): void {
    this.#targets.set(edge, target)
  }

  /** Enables features and, transitively, the features that they enable. */
  enable(requested: readonly string[]): void {
    const todo = [...requested]
    for (let feature = todo.pop(); feature !== undefined; feature = todo.pop()) {
      this.#budget.left -= 1
      if (this.#budget.left < 0) return
      if (this.#enabled.has(feature)) continue
      this.#enabled.add(feature)
      const [alias = '', forwarded] = feature.split('/', 2)
      if (feature.startsWith('dep:')) this.#activated.add(feature.slice(4))
      else if (forwarded !== undefined) todo.push(...this.#forward(alias, forwarded))
      else if (Object.hasOwn(this.#features, feature)) todo.push(...(this.#features[feature] ?? []))
      else this.#activated.add(feature)
    }
  }

  /**
   * Returns the features forwarded by `alias/feature`. `alias/feature` also enables the dependency `alias`.
   * `alias?/feature` does not, but Cargo still adds the crate to the lockfile.
   */
  #forward(alias: string, feature: string): string[] {
    const name = alias.replace(/\?$/, '')
    const known = this.#forwarded.get(name) ?? new Set()
    known.add(feature)
    this.#forwarded.set(name, known)
    this.#activated.add(name)
    const isWeak = name !== alias
    return !isWeak &&
      Object.hasOwn(this.#features, name) &&
      this.edges.some((edge) => edge.alias === name && edge.optional)
      ? [name]
      : []
  }

  /** Passes the requested features to the targets. Returns the targets that gained features. */
  passOn(): CargoNode[] {
    if (this.#budget.left < 0) return []
    return [...this.#targets].flatMap(([edge, target]) => {
      const before = target.#enabled.size
      target.enable([
        ...(edge.defaultFeatures ? ['default'] : []),
        ...edge.features,
        ...(this.#forwarded.get(edge.alias) ?? []),
      ])
      return target.#enabled.size > before ? target : []
    })
  }
}
