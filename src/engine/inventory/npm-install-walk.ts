import { setImmediate } from 'node:timers/promises'
import { dependencyWalkLimits } from './dependency-walk-limits.ts'
import type { SnapshotFile } from '../model/snapshot.ts'
import { type NpmManifest, npmManifest } from '../sources/package-registries/npm-packument.ts'
import type { NpmRegistry } from '../sources/package-registries/npm-registry.ts'
import { DependencyQueue } from './npm-tree/dependency-queue.ts'
import { ManifestSource } from './npm-tree/manifest-source.ts'
import { PeerSetLoader } from './npm-tree/peer-set-loader.ts'
import { PlaceDependency } from './npm-tree/place-dependency.ts'
import { ShippedPackagesLoader } from './npm-tree/shipped-packages-loader.ts'
import { byLocale } from './npm-tree/sort-order.ts'
import { type TreeEdge, TreeNode } from './npm-tree/tree-node.ts'
import { WalkBudget, WalkLimitReached } from './npm-tree/walk-budget.ts'

export interface WalkInput {
  readonly registry: NpmRegistry
  readonly signal: AbortSignal
  /** Called with the number of placed packages. */
  readonly onProgress?: ((packages: number) => void) | undefined
  /** The registry's metadata of the package to install, and the files of its archive. */
  readonly manifest: NpmManifest
  readonly files: ReadonlyMap<string, SnapshotFile>
}

/** A tree as npm would build it, with its missing parts. */
export interface WalkedTree {
  /** The empty project into which the package is installed. */
  readonly root: TreeNode
  readonly shipped: ShippedPackagesLoader
  /** Peer dependencies for which npm would refuse to install without `--force`. */
  readonly refused: ReadonlySet<TreeEdge>
  /** The limit that ended the walk early, as the end of a sentence about the package. */
  readonly limit: string | undefined
  /**
   * After a limit: packages that were placed and removed again. Otherwise an attacker who exceeds a limit could choose
   * what remains in the tree.
   */
  readonly displaced: ReadonlySet<NpmManifest>
  readonly hasAskedRegistry: boolean
}

/**
 * Builds the tree that `npm install NAME@VERSION` builds in an empty project, from registry metadata only, for all
 * platforms, and without executing anything. The same registry state gives the same tree, regardless of the order of
 * responses. The algorithm is that of `build-ideal-tree.js` in
 * @npmcli/arborist 9.9: breadth first, and alphabetical within a level.
 *
 * This is a port because arborist 9.9.1 does not suit hostile registries:
 * - It has no limit on steps, packages, or depth. Contradicting peers keep `buildIdealTree` in a loop in which timers
 *   do not fire, so no timeout ends it: 2 of 300 random registries (seeds 10 and 264 of `random-registry.ts`) did not
 *   return in 25 s.
 * - It fetches through pacote. Pacote requests the full document of each package instead of the abbreviated one,
 *   reads it without a size limit, and writes a cache to disk.
 * - A required package for a different platform makes it fail (EBADPLATFORM) unless `force` is set.
 *
 * `npm-placement.test.ts` places the packages of 200 random registries with both and compares every folder.
 */
export async function walkNpmInstall({
  registry,
  signal,
  onProgress,
  manifest,
  files,
}: WalkInput): Promise<WalkedTree> {
  using finished = new FinishedWalk(signal)
  const budget = new WalkBudget()
  const manifests = new ManifestSource(registry, finished.signal, manifest)
  const root = new TreeNode({
    name: '',
    manifest: npmManifest('', '', { dependencies: { [manifest.name]: manifest.version } }),
    budget,
  })
  const shipped = new ShippedPackagesLoader(registry, signal, manifest, files)
  const walk = new Walk(root, manifests, shipped)
  let limit: string | undefined
  try {
    for (let steps = 1; await walk.step(); steps += 1) {
      signal.throwIfAborted()
      onProgress?.(root.treeSize - 1)
      // If all responses are already available, the loop would otherwise starve timers and sockets.
      if (steps % stepsPerBreath === 0) await setImmediate()
    }
  } catch (error) {
    if (!(error instanceof WalkLimitReached)) throw error
    limit = error.message
  }
  limit ??= walk.peerLimit
  return {
    root,
    shipped,
    refused: walk.refused,
    limit,
    displaced: limit === undefined ? new Set() : walk.everPlaced,
    hasAskedRegistry: manifests.hasAsked,
  }
}

/**
 * A node is visited again when a placement takes something from it: 1,292 visits for the 1,290 nodes of
 * `react-scripts`, and up to 1.6 per node in random trees. Contradicting peers can make two nodes evict each other
 * forever (npm 11.19 also hangs).
 */
const visitsPerNode = 20
const fewVisits = 200

/** High enough that the limit on packages applies first wherever partial results can be reported. */
const maxAskedFor = 2 * dependencyWalkLimits.maxPackages
const stepsPerBreath = 20

/** Cancels prefetched requests that were not needed. */
class FinishedWalk {
  readonly #finished = new AbortController()
  readonly signal: AbortSignal

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#finished.signal])
  }

  [Symbol.dispose](): void {
    this.#finished.abort(new Error('the walk is finished'))
  }
}

class Walk {
  readonly #root: TreeNode
  readonly #manifests: ManifestSource
  readonly #peerSets: PeerSetLoader
  readonly #shipped: ShippedPackagesLoader
  readonly #queue = new DependencyQueue()
  readonly #seen = new Set<TreeNode>()
  readonly #refused = new Set<TreeEdge>()
  readonly #everPlaced = new Set<NpmManifest>()
  #visits = 0

  constructor(root: TreeNode, manifests: ManifestSource, shipped: ShippedPackagesLoader) {
    this.#root = root
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

  /** Resolves the dependencies of the next node. Returns false if none is left. */
  async step(): Promise<boolean> {
    const node = this.#queue.pop()
    if (node === undefined) return false
    if (this.#seen.has(node) || node.root !== this.#root) return true
    this.#seen.add(node)
    this.#visits += 1
    if (this.#visits > fewVisits + visitsPerNode * this.#root.treeSize)
      throw new WalkLimitReached('its peer dependencies conflict, so that npm itself cannot resolve them')
    // All dependencies of a package are loaded before any of them is placed. Their number is limited.
    if (node.edgesOut.size > maxAskedFor)
      throw new WalkLimitReached(`a package depends on more than ${maxAskedFor} others`)
    await this.#shipped.loadInto(node)
    const loaded: { readonly edge: TreeEdge; readonly dependency: TreeNode }[] = []
    for (const edge of this.#problemEdges(node)) {
      if (!edge.peerConflicted) loaded.push({ edge, dependency: await this.#load(node, edge) })
    }
    for (const { edge, dependency } of loaded.sort((a, b) => byLocale(a.edge.name, b.edge.name))) {
      this.#followUp(new PlaceDependency({ edge, dependency, isExplicit: edge.from === this.#root }))
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

  /** The nearest acceptable node below `top`, because an optional peer adds nothing new. */
  #findBelow(top: TreeNode, edge: TreeEdge): TreeNode | undefined {
    const level = [...top.children.values()]
    for (const node of level) {
      node.budget.spend()
      if (!node.isFixed && edge.isSatisfiedBy(node)) return node
      level.push(...node.children.values())
    }
    return undefined
  }

  /** Edges without an acceptable target. Bundled packages are accepted as they are. */
  #problemEdges(node: TreeNode): TreeEdge[] {
    const bundled = new Set(node.manifest.bundleDependencies)
    return [...node.edgesOut.values()].filter((edge) => {
      if (bundled.has(edge.name)) return false
      const { to } = edge
      if (to === undefined) return edge.type !== 'peerOptional'
      if (to.failure !== undefined && to.parent === node) return false
      if (to.isInShrinkwrap) return false
      return !edge.isValid || node === this.#root
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
