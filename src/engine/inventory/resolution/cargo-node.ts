import type { CrateDependency } from '../../sources/package-registries/crates-index.ts'

/** A dependency of a crate, or of a crate of the project, which may be a folder. */
export type CargoEdge = CrateDependency & {
  readonly folder?: string | undefined
  /** Line in the Cargo.toml of the project. */
  readonly line?: number | undefined
}

/** Steps of feature resolution in one installation. */
export interface FeatureBudget {
  left: number
}

/**
 * A selected crate with the features that its dependents request, and the dependencies that they activate. The rules
 * are those of Cargo's dependency resolver, https://doc.rust-lang.org/cargo/reference/features.html
 */
export class CargoNode {
  readonly name: string
  readonly version: string
  /** Folder of a crate of the project. */
  readonly folder: string | undefined
  readonly edges: readonly CargoEdge[]
  readonly #features: Readonly<Record<string, readonly string[]>>
  readonly #enabled = new Set<string>()
  readonly #activated = new Set<string>()
  /** Features that a feature requests from a dependency, by its alias. */
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

  /** Dependencies that are needed and have no target yet. */
  openEdges(): CargoEdge[] {
    return this.edges.filter((edge) => !this.#targets.has(edge) && (!edge.optional || this.#activated.has(edge.alias)))
  }

  link(edge: CargoEdge, target: CargoNode): void {
    this.#targets.set(edge, target)
  }

  /** Enables features, with everything that they enable in turn. */
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

  /** `alias/feature` also enables the alias. `alias?/feature` does not, but Cargo adds the crate to the lockfile. */
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

  /** Passes the requested features to the targets. Returns targets that got further features. */
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
