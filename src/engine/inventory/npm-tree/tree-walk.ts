import { dependencyWalkLimits } from '../dependency-walk-limits.ts'
import type { NpmManifest } from '../../sources/package-registries/npm-packument.ts'
import { DependencyQueue } from './dependency-queue.ts'
import type { ManifestSource } from './manifest-source.ts'
import { PeerSetLoader } from './peer-set-loader.ts'
import { PlaceDependency } from './place-dependency.ts'
import type { ShippedPackagesLoader } from './shipped-packages-loader.ts'
import { byLocale } from './sort-order.ts'
import type { TreeEdge, TreeNode } from './tree-node.ts'
import { WalkLimitReached } from './walk-budget.ts'

/**
 * Maximum number of visits per node. A node is visited again if a placement removes one of its dependencies: 1,292
 * visits for the 1,290 nodes of `react-scripts`, and up to 1.6 per node in random trees. The limit is needed because
 * conflicting peers can make two nodes evict each other forever (npm 11.19 also hangs).
 */
const visitsPerNode = 20
const fewVisits = 200

/**
 * Maximum number of requested packages. It is high enough that, if partial results can be reported, the limit on placed
 * packages applies first.
 */
const maxAskedFor = 2 * dependencyWalkLimits.maxPackages

/** One walk of npm's algorithm over a tree, node by node. See `npm-install-walk.ts`. */
export class TreeWalk {
  readonly #root: TreeNode
  readonly #manifests: ManifestSource
  readonly #peerSets: PeerSetLoader
  readonly #shipped: ShippedPackagesLoader
  readonly #queue = new DependencyQueue()
  readonly #seen = new Set<TreeNode>()
  readonly #refused = new Set<TreeEdge>()
  readonly #everPlaced = new Set<NpmManifest>()
  readonly #isExplicit: boolean
  #visits = 0

  /** @param isExplicit true if the user requested the root's dependencies on the command line */
  constructor(root: TreeNode, manifests: ManifestSource, shipped: ShippedPackagesLoader, isExplicit: boolean) {
    this.#root = root
    this.#isExplicit = isExplicit
    this.#manifests = manifests
    this.#peerSets = new PeerSetLoader(manifests)
    this.#shipped = shipped
    this.#queue.push(root)
  }

  get refused(): ReadonlySet<TreeEdge> {
    return this.#refused.union(this.#peerSets.refused)
  }

  get everPlaced(): ReadonlySet<NpmManifest> {
    return this.#everPlaced
  }

  get peerLimit(): string | undefined {
    return this.#peerSets.limit
  }

  /** Enqueues nodes. Returns false if the list is empty. */
  visit(nodes: readonly TreeNode[]): boolean {
    for (const node of nodes) this.#queue.push(node)
    return nodes.length > 0
  }

  /** Resolves the dependencies of the next node. Returns false if the queue is empty. */
  async step(): Promise<boolean> {
    const node = this.#queue.pop()
    if (node === undefined) return false
    if (this.#seen.has(node) || node.root !== this.#root) return true
    this.#seen.add(node)
    this.#visits += 1
    if (this.#visits > fewVisits + visitsPerNode * this.#root.treeSize)
      throw new WalkLimitReached('its peer dependencies conflict, so that npm itself cannot resolve them')
    // All dependencies of a package are loaded before any is placed, so their number must be limited.
    if (node.edgesOut.size > maxAskedFor)
      throw new WalkLimitReached(`a package depends on more than ${maxAskedFor} others`)
    await this.#shipped.loadInto(node)
    const loaded: { readonly edge: TreeEdge; readonly dependency: TreeNode }[] = []
    for (const edge of this.#problemEdges(node)) {
      if (!edge.peerConflicted) loaded.push({ edge, dependency: await this.#load(node, edge) })
    }
    for (const { edge, dependency } of loaded.sort((a, b) => byLocale(a.edge.name, b.edge.name))) {
      this.#followUp(
        new PlaceDependency({ edge, dependency, isExplicit: this.#isExplicit && edge.from === this.#root }),
      )
    }
    return true
  }

  async #load(node: TreeNode, edge: TreeEdge): Promise<TreeNode> {
    const virtualRoot = this.#peerSets.virtualRootOf(edge.isPeer ? (this.#peerSets.sourceOf(node) ?? node) : node)
    const virtualEdge = virtualRoot.edgeOut(edge.key)
    const virtual = virtualEdge?.isValid === true ? virtualEdge.to : undefined
    if (virtual !== undefined && edge.isSatisfiedBy(virtual)) return virtual
    const existing = edge.type === 'peerOptional' ? this.#findBelow(node.parent ?? node, edge) : undefined
    return existing ?? this.#peerSets.load(edge, edge.isPeer ? virtualRoot : undefined, undefined, new Set([edge.from]))
  }

  /** Returns the nearest acceptable node below `top`. Used for optional peers, which do not add new packages. */
  #findBelow(top: TreeNode, edge: TreeEdge): TreeNode | undefined {
    const level = [...top.children.values()]
    for (const node of level) {
      node.budget.spend()
      if (!node.isFixed && edge.isSatisfiedBy(node)) return node
      level.push(...node.children.values())
    }
    return undefined
  }

  /** Returns edges without an acceptable target. Bundled packages are always accepted. */
  #problemEdges(node: TreeNode): TreeEdge[] {
    const bundled = new Set(node.manifest.bundleDependencies)
    return [...node.edgesOut.values()].filter((edge) => {
      if (bundled.has(edge.name)) return false
      const { to } = edge
      if (to === undefined) return edge.type !== 'peerOptional'
      if (to.failure !== undefined && to.parent === node) return false
      if (to.isInShrinkwrap) return false
      return !edge.isValid || (this.#isExplicit && node === this.#root)
    })
  }

  /** Enqueues the nodes that a placement and its peers affected. */
  #followUp(placement: PlaceDependency): void {
    const placements = [placement]
    for (const { placed, edge, canPlace, children, needEvaluation, wouldBeRefused } of placements) {
      placements.push(...children)
      if (wouldBeRefused) this.#refused.add(edge)
      if (placed === undefined) continue
      if (placed.failure === undefined) this.#everPlaced.add(placed.manifest)
      this.#checkLimits(placed)
      if (canPlace !== undefined && canPlace.ownPlacement !== 'conflict') {
        for (const other of placed.edgesIn)
          if (other !== edge && !other.isValid && !other.peerConflicted) this.#revisit(other.from)
      }
      this.#queue.push(placed)
      for (const node of needEvaluation) this.#revisit(node)
      if (!this.#shipped.isFixedByShrinkwrap(placed.manifest)) this.#manifests.foresee(placed.manifest)
    }
  }

  #revisit(node: TreeNode): void {
    this.#seen.delete(node)
    this.#queue.push(node)
  }

  #checkLimits(placed: TreeNode): void {
    const { maxPackages: packages, maxDepth: depth } = dependencyWalkLimits
    if (this.#root.treeSize > packages) throw new WalkLimitReached(`it has more than ${packages} packages`)
    if (placed.depth > depth) throw new WalkLimitReached(`its dependencies are nested more than ${depth} folders deep`)
  }
}
