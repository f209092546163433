import type semver from 'semver'
import type { NpmManifest } from '../../sources/package-registries/npm-packument.ts'
import { foldedName } from './folded-name.ts'
import type { LoadFailure } from './load-failure.ts'
import { OverrideSet } from './override-set.ts'
import { isSatisfied, parseRequirement } from './requirement.ts'
import type { WalkBudget } from './walk-budget.ts'

export type EdgeType = 'prod' | 'optional' | 'peer' | 'peerOptional'

/** Node properties used by an edge. */
export interface EdgeNode<Node extends EdgeNode<Node>> {
  readonly name: string
  readonly manifest: NpmManifest
  readonly semver: semver.SemVer | undefined
  readonly failure: LoadFailure | undefined
  readonly parent: Node | undefined
  readonly isTop: boolean
  /** True if an archive or a shrinkwrap determines the version. In that case, overrides do not apply. */
  readonly isShipped: boolean
  readonly overrides: OverrideSet | undefined
  readonly edgesOut: { readonly size: number }
  readonly budget: WalkBudget
  resolve(key: string): Node | undefined
  addEdgeIn(edge: Edge<Node>): void
  deleteEdgeIn(edge: Edge<Node>): void
  addOverrides(overrides: OverrideSet | undefined): void
  removeOverrides(overrides: OverrideSet | undefined): void
}

/** A node's dependency: the requirement, and the tree node that it resolves to. */
export class Edge<Node extends EdgeNode<Node>> {
  readonly from: Node
  readonly name: string
  readonly key: string
  /** Specifier in the dependent's manifest. */
  readonly rawSpec: string
  readonly type: EdgeType
  /** True if a peer requirement cannot be satisfied and the existing package was accepted nevertheless. */
  peerConflicted = false
  #overrides: OverrideSet | undefined
  #to: Node | undefined
  #isValid: boolean | undefined

  constructor(from: Node, name: string, rawSpec: string, type: EdgeType) {
    this.from = from
    this.name = name
    this.key = foldedName(name)
    this.rawSpec = rawSpec
    this.type = type
    this.#overrides = from.overrides?.ruleFor(this, from.budget)
  }

  get to(): Node | undefined {
    return this.#to
  }

  /** Project overrides that apply to the target. */
  get overrides(): OverrideSet | undefined {
    return this.#overrides
  }

  /** Specifier after project overrides. */
  get spec(): string {
    return this.#overrides === undefined ? this.rawSpec : this.#overrides.specFor(this)
  }

  get isPeer(): boolean {
    return this.type === 'peer' || this.type === 'peerOptional'
  }

  /** True if a missing target is not an error. */
  get isOptional(): boolean {
    return this.type === 'optional' || this.type === 'peerOptional'
  }

  /** True if the target is acceptable, or is missing and not required. */
  get isValid(): boolean {
    this.#isValid ??= this.#judge()
    return this.#isValid
  }

  /**
   * Decides whether the target is acceptable. A peer in the node's own folder is not acceptable, because the node's
   * dependents must find the peer too.
   */
  #judge(): boolean {
    const to = this.#to
    if (to === undefined) return this.isOptional
    if (this.isPeer && to.parent === this.from && !this.from.isTop) return false
    if (!this.isSatisfiedBy(to)) return false
    return (
      this.#overrides === undefined ||
      to.overrides === undefined ||
      to.edgesOut.size === 0 ||
      !OverrideSet.contradict(this.#overrides, to.overrides, to.budget)
    )
  }

  /** Reports whether `node` satisfies this edge, regardless of its location. */
  isSatisfiedBy(node: Node): boolean {
    if (node.name !== this.name || node.failure !== undefined) return false
    const { versions } = this.#overrides ?? {}
    if (versions === undefined || node.isShipped) return this.#accepts(node, this.rawSpec)
    if (this.#accepts(node, this.spec)) return true
    // The version replaced by the override is not acceptable. Other requested versions are.
    return this.#accepts(node, this.rawSpec) && !this.#accepts(node, versions)
  }

  #accepts(node: Node, spec: string): boolean {
    return isSatisfied(parseRequirement(this.name, spec), node)
  }

  /**
   * Resolves the target and the applicable overrides again.
   *
   * @param isForced validates an unchanged target again, and leaves its overrides to the caller
   */
  reload(isForced = false): void {
    const before = this.#overrides
    this.#overrides = this.from.overrides?.ruleFor(this, this.from.budget)
    const to = this.from.resolve(this.key)
    if (to !== this.#to) {
      this.#to?.deleteEdgeIn(this)
      this.#to = to
      this.#isValid = undefined
      to?.addEdgeIn(this)
    } else if (isForced) this.#isValid = undefined
    else if (to !== undefined && this.#overrides !== undefined && before !== this.#overrides) {
      // As in npm, the target is not validated again.
      to.removeOverrides(before)
      to.addOverrides(this.#overrides)
    }
  }

  detach(): void {
    this.#to?.deleteEdgeIn(this)
    this.#to = undefined
    this.#isValid = undefined
  }
}
