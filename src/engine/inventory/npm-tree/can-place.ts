import { canReplace, deepestTarget, peerEntrySets } from './dependency-sets.ts'
import type { TreeEdge, TreeNode } from './tree-node.ts'
import { WalkLimitReached } from './walk-budget.ts'

/** Effect of placing a package in a folder. */
export type Placement =
  /** The name is free, and no other package is affected. */
  | 'ok'
  /** The existing package satisfies the edge. */
  | 'keep'
  /** The existing package can be replaced or must be replaced. */
  | 'replace'
  | 'conflict'

interface Question {
  /** The package to place, in a virtual tree with its peers as siblings. */
  readonly dependency: TreeNode
  readonly edge: TreeEdge
  readonly target: TreeNode
  /** Check for the package that requires this peer. */
  readonly parent?: CanPlace | undefined
  readonly peerPath?: readonly TreeNode[]
  readonly preferDeduplication?: boolean
  readonly isExplicit?: boolean
}

/** Cost of a placement attempt in edge checks. */
const stepsPerPlacement = 25
/** Maximum depth of the recursion over peers. Each level takes a few stack frames. */
const maxPeerPathLength = 500

/**
 * Determines whether a package and its peers can be placed in a folder. The rules are those of `can-place-dep.js` in
 * @npmcli/arborist 9.9. Has no side effects.
 */
export class CanPlace {
  readonly target: TreeNode
  /** Result for the package with all of its peers. */
  readonly placement: Placement
  /** Result for the package without its peers. */
  readonly ownPlacement: Placement
  readonly #edge: TreeEdge
  /** The edge for which the whole peer set is placed. */
  readonly #entryEdge: TreeEdge
  readonly #dependency: TreeNode
  readonly #parent: CanPlace | undefined
  readonly #peerPath: readonly TreeNode[]
  readonly #preferDeduplication: boolean
  readonly #isExplicit: boolean
  #placementWithoutPeers: Placement | undefined
  #placementWithPeers: Placement | undefined

  constructor({
    dependency,
    edge,
    target,
    parent,
    peerPath = [],
    preferDeduplication = false,
    isExplicit = false,
  }: Question) {
    this.target = target
    this.#dependency = dependency
    this.#edge = edge
    this.#entryEdge = parent === undefined ? edge : parent.#entryEdge
    this.#parent = parent
    this.#peerPath = peerPath
    // Peers are deduplicated if possible.
    this.#preferDeduplication = preferDeduplication || edge.isPeer
    this.#isExplicit = isExplicit
    target.budget.spend(stepsPerPlacement + 2 * peerPath.length)
    if (peerPath.length > maxPeerPathLength)
      throw new WalkLimitReached(`more than ${maxPeerPathLength} of its peer dependencies depend on each other`)
    this.placement = this.#judge()
    this.ownPlacement = this.#placementWithoutPeers ?? this.placement
  }

  #judge(): Placement {
    const { target } = this
    const dependency = this.#dependency
    const current = target.children.get(this.#edge.key)
    // The node will be pruned, or the walk fails because of it, so its location does not matter.
    if (dependency.failure !== undefined) return current === undefined ? 'ok' : 'replace'
    const targetEdge = target.edgeOut(this.#edge.key)
    if (targetEdge?.isPeer === true && !target.isTop) return 'conflict'
    if (current !== undefined) return this.#judgeAgainst(current)
    if (targetEdge !== undefined && targetEdge !== this.#edge && !targetEdge.isSatisfiedBy(dependency))
      return 'conflict'
    return this.#judgeFreeName()
  }

  #judgeFreeName(): Placement {
    const { target } = this
    const key = this.#edge.key
    // Deeper packages that now resolve to a copy further up would resolve to this package instead.
    const shadowed = target === this.#entryEdge.from ? undefined : target.resolve(key)
    for (const edge of shadowed?.edgesIn ?? []) {
      target.budget.spend()
      if (edge.from.isDescendantOf(target) && edge.isValid && !edge.isSatisfiedBy(this.#dependency)) return 'conflict'
    }
    return this.#withPeers('ok')
  }

  #judgeAgainst(current: TreeNode): Placement {
    const { target } = this
    const dependency = this.#dependency
    const edge = this.#edge
    const wasOverridden = !edge.isSatisfiedBy(dependency)
    const doesCurrentDo = edge.isSatisfiedBy(current)
    if (dependency.isSameAs(current) && (doesCurrentDo || wasOverridden)) return this.#isExplicit ? 'replace' : 'keep'

    const isNotOlder =
      dependency.semver !== undefined && current.semver !== undefined && dependency.semver.compare(current.semver) >= 0
    if (isNotOlder && canReplace(dependency, current)) {
      const placement = this.#withPeers('replace')
      if (placement !== 'conflict') return placement
    }
    if (doesCurrentDo && (!this.#isExplicit || this.#preferDeduplication)) return 'keep'
    if (this.#preferDeduplication && !isNotOlder && canReplace(dependency, current)) {
      const placement = this.#withPeers('replace')
      if (placement !== 'conflict') return placement
    }
    // The package can still be placed deeper, where it affects no other package.
    if (target !== this.#deepestTarget) return 'conflict'
    if (!edge.isPeer && target === edge.from) return this.#withPeers('replace')
    if (this.#parent === undefined && !edge.isPeer) return 'conflict'
    return this.#canCurrentPeersGiveWay(current) ? this.#withPeers('replace') : 'conflict'
  }

  /** Reports whether each of `current`'s peer sets can be replaced together with it, or can be placed deeper. */
  #canCurrentPeersGiveWay(current: TreeNode): boolean {
    const { target } = this
    const candidates = this.#dependency.parent
    const ignoredPeers = new Set(candidates?.children.keys())
    let canGiveWay = true
    for (const [entryEdge, peers] of peerEntrySets(current)) {
      if (entryEdge === this.#edge || entryEdge === this.#entryEdge || entryEdge.to === undefined) continue
      const entry = entryEdge.to
      const replacement = candidates?.children.get(entry.key)
      if (replacement !== undefined && canReplace(replacement, entry, ignoredPeers)) continue
      if (replacement === undefined && this.#canClobber(entry)) continue
      for (const peer of peers) {
        const deepest = deepestTarget(entryEdge.from, peer.key)
        if (deepest === target || target.isDescendantOf(deepest)) {
          canGiveWay = false
          break
        }
      }
    }
    return canGiveWay
  }

  /** Reports whether all peers of `entry` accept the peers of the candidate. */
  #canClobber(entry: TreeNode): boolean {
    const candidates = this.#dependency.parent
    const walk = new Set([entry])
    for (const peer of walk) {
      for (const edge of peer.edgesOut.values()) {
        peer.budget.spend()
        if (!edge.isPeer || !edge.isValid) continue
        const replacement = candidates?.children.get(edge.key)
        if (replacement === undefined) {
          if (edge.to !== undefined) walk.add(edge.to)
        } else if (!edge.isSatisfiedBy(replacement)) return false
      }
    }
    return true
  }

  #withPeers(placement: Placement): Placement {
    this.#placementWithoutPeers = placement
    if (this.#placementWithPeers !== undefined) return this.#placementWithPeers
    const peerPath = [...this.#peerPath, this.#dependency]
    let sawConflict = false
    for (const edge of this.#dependency.edgesOut.values()) {
      if (!edge.isPeer || edge.to === undefined || peerPath.includes(edge.to)) continue
      const target = deepestTarget(this.target, edge.to.key)
      const peer = new CanPlace({
        dependency: edge.to,
        edge,
        target,
        parent: this,
        peerPath,
        preferDeduplication: true,
      })
      if (peer.placement === 'conflict') sawConflict = true
    }
    this.#placementWithPeers = sawConflict ? 'conflict' : placement
    return this.#placementWithPeers
  }

  get #deepestTarget(): TreeNode {
    return deepestTarget(this.#parent === undefined ? this.#edge.from : this.#parent.#deepestTarget, this.#edge.key)
  }
}
