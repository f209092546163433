import { CanPlace } from './can-place.ts'
import { canDeduplicate, deepestTarget, gatherDependencySet, peerEntrySets } from './dependency-sets.ts'
import { byLocale } from './sort-order.ts'
import { type TreeEdge, TreeNode } from './tree-node.ts'

interface Order {
  /** The package to place, in a virtual tree with its peers as siblings. */
  readonly dependency: TreeNode
  readonly edge: TreeEdge
  /** Placement of the package that requires this peer. */
  readonly parent?: PlaceDependency
  /** True if the user requested the edge explicitly. */
  readonly isExplicit: boolean
}

/**
 * Places a package for an edge as high in the tree as possible without affecting other packages. Places its peers next
 * to it and removes packages that are no longer needed. The rules are those of `place-dep.js` in @npmcli/arborist 9.9,
 * with conflicts allowed as with `--force`. Conflicts that would make npm refuse to install are recorded.
 */
export class PlaceDependency {
  readonly edge: TreeEdge
  /** Node that was placed. Undefined if the existing package is acceptable or there is no suitable location. */
  placed: TreeNode | undefined
  canPlace: CanPlace | undefined
  /** Placements of the package's peers. */
  readonly children: PlaceDependency[] = []
  /** Nodes that lost a dependency through this placement. */
  readonly needEvaluation = new Set<TreeNode>()
  /**
   * True if every location would break the peers of the scanned package itself. In that case, npm refuses to install
   * (ERESOLVE).
   */
  wouldBeRefused = false
  readonly #dependency: TreeNode
  readonly #parent: PlaceDependency | undefined
  readonly #isExplicit: boolean

  constructor({ dependency, edge, parent, isExplicit }: Order) {
    this.edge = edge
    this.#dependency = dependency
    this.#parent = parent
    this.#isExplicit = isExplicit
    if (edge.to !== undefined && edge.isValid && !isExplicit) return
    this.#chooseTarget()
    if (this.canPlace !== undefined) this.#placeInto(this.canPlace)
  }

  #chooseTarget(): void {
    const { edge } = this
    let ownCanPlace: CanPlace | undefined
    for (const target of this.#start.ancestry()) {
      if (!target.isTop && target.edgeOut(edge.key)?.isPeer === true) continue
      const canPlace = new CanPlace({
        dependency: this.#dependency,
        edge,
        target,
        parent: this.#parent?.canPlace,
        isExplicit: this.#isExplicit,
      })
      if (canPlace.ownPlacement !== 'conflict') ownCanPlace = canPlace
      if (canPlace.placement === 'conflict') break
      this.canPlace = canPlace
      if (this.#dependency.failure !== undefined) break
    }
    if (this.canPlace !== undefined) return
    this.wouldBeRefused = this.#isForScannedPackage
    this.canPlace = ownCanPlace
    if (ownCanPlace === undefined) edge.peerConflicted = true
  }

  #placeInto(canPlace: CanPlace): void {
    const { edge } = this
    const { target } = canPlace
    const placement = canPlace.placement === 'conflict' ? canPlace.ownPlacement : canPlace.placement
    if (placement === 'keep') {
      if (edge.isPeer && !edge.isValid) edge.peerConflicted = true
      this.#pruneDuplicates(target)
      return
    }
    // With a1 -> b1 -> a2 -> b2 -> a1, folders would be nested forever. To prevent this, the inner a1 becomes a link to
    // the outer one.
    for (const node of target.ancestry()) {
      if (node.isTop || !node.isSameAs(this.#dependency)) continue
      this.placed = new TreeNode({
        name: node.name,
        manifest: node.manifest,
        parent: target,
        linkTarget: node,
        budget: target.budget,
      })
      return
    }
    const { name, manifest, failure, overrides, budget } = this.#dependency
    const placed = new TreeNode({ name, manifest, failure, overrides, budget })
    this.placed = placed
    const old = target.children.get(edge.key)
    if (old === undefined) placed.moveTo(target)
    else this.#replace(old, placed)

    if (edge.isPeer && !edge.isSatisfiedBy(placed)) edge.peerConflicted = true
    if (edge.isValid && edge.to !== undefined && edge.to !== placed) this.#pruneIfDuplicate(edge.to)
    this.#pruneNamesakes(target)
    this.#placePeers(placed)
  }

  #replace(old: TreeNode, placed: TreeNode): void {
    const target = old.parent
    const dropped = new Set<TreeNode>()
    for (const [key, edge] of old.edgesOut) {
      const { to } = edge
      if (to === undefined || placed.edgesOut.has(key)) continue
      for (const node of gatherDependencySet([to], (other) => other.to !== to)) dropped.add(node)
    }
    const displaced = new Set<TreeNode>()
    for (const edge of old.edgesIn) {
      if (!edge.isPeer || edge.peerConflicted || edge.from.parent !== target || edge.isSatisfiedBy(placed)) continue
      for (const { to: entry, from } of peerEntrySets(edge.from).keys()) {
        if (entry === undefined) continue
        if (from.isTop) edge.peerConflicted = true
        else
          for (const node of gatherDependencySet([entry], (other) => other.to !== entry && !other.peerConflicted))
            displaced.add(node)
      }
    }
    placed.replace(old)
    this.#pruneAfterReplacement(placed, dropped)
    for (const node of displaced) {
      for (const { from } of node.edgesIn) this.needEvaluation.add(from)
      node.detach()
    }
  }

  /** Removes packages that only the replaced node needed. */
  #pruneAfterReplacement(placed: TreeNode, dropped: ReadonlySet<TreeNode>): void {
    const unneeded = new Set<TreeNode>()
    for (const edge of placed.edgesOut.values()) if (edge.to !== undefined && !edge.isValid) unneeded.add(edge.to)
    for (const node of dropped)
      for (const only of gatherDependencySet([node], (edge) => edge.to !== node && edge.isValid)) unneeded.add(only)
    for (const node of gatherDependencySet(
      unneeded,
      (edge) => edge.from !== placed && edge.to !== placed && edge.isValid,
    ))
      node.detach()
  }

  #pruneNamesakes(target: TreeNode): void {
    const { root } = target
    for (const node of root.namesakes(this.edge.name)) {
      if (node.isTop || !node.isDescendantOf(target)) continue
      this.#pruneIfDuplicate(node)
      if (node.root === root) for (const child of node.children.values()) this.#pruneIfDuplicate(child)
    }
  }

  /** Removes `node` and everything that only it needs if it is a duplicate. Returns true if it was removed. */
  #pruneIfDuplicate(node: TreeNode): boolean {
    if (!canDeduplicate(node, this.#isExplicit)) return false
    for (const unneeded of gatherDependencySet([node], (edge) => edge.to !== node && edge.isValid)) unneeded.detach()
    return true
  }

  #pruneDuplicates(node: TreeNode): void {
    if (this.#pruneIfDuplicate(node)) return
    for (const child of [...node.children.values()].sort((a, b) => byLocale(a.name, b.name)))
      this.#pruneDuplicates(child)
  }

  #placePeers(placed: TreeNode): void {
    const candidates = this.#dependency.parent
    for (const edge of placed.edgesOut.values()) {
      if (!edge.isPeer || edge.isValid || edge.peerConflicted) continue
      const peer = candidates?.children.get(edge.key)
      if (peer === undefined || !edge.isSatisfiedBy(peer)) continue
      this.children.push(new PlaceDependency({ dependency: peer, edge, parent: this, isExplicit: this.#isExplicit }))
    }
  }

  /** Folder in which the search starts. A peer is never placed deeper than its dependent. */
  get #start(): TreeNode {
    return deepestTarget(this.#parent === undefined ? this.edge.from : this.#parent.#start, this.edge.key)
  }

  /** True if the peer set belongs to the project or to the peers of the project's dependencies. */
  get #isForScannedPackage(): boolean {
    const { edge } = this.#top
    if (edge.from.isOwn) return true
    if (!edge.isPeer) return false
    const incoming = [...edge.from.edgesIn]
    if (incoming.some((edge) => !edge.isPeer && edge.from.isOwn)) return true
    return (
      incoming.some((edge) => edge.isPeer) && [...peerEntrySets(edge.from).keys()].some((entry) => entry.from.isOwn)
    )
  }

  get #top(): PlaceDependency {
    return this.#parent === undefined ? this : this.#parent.#top
  }
}
