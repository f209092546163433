import { npmManifest } from '../../sources/package-registries/npm-packument.ts'
import { canReplace } from './dependency-sets.ts'
import type { ManifestSource } from './manifest-source.ts'
import { byLocale } from './sort-order.ts'
import { type TreeEdge, TreeNode } from './tree-node.ts'

/**
 * Contradicting peers can load each other for ever (npm 11.19 hangs on them); the longest chain seen, of `storybook`,
 * has 6.
 */
const maxPeerChainLength = 50
/** So many steps cost as much time as a load: 50,000 loads spend a walk's whole budget. */
const stepsPerLoad = 10_000

/** Stands in the tree for what could not be loaded. */
const nothing = npmManifest('', '', {})

/**
 * Loads what an edge asks for together with its peers and theirs, into a virtual root that has the
 * same dependencies as whoever asks: what is found there can be placed side by side. The rules are
 * those of `#nodeFromEdge` and `#loadPeerSet` of @npmcli/arborist 9.9.
 */
export class PeerSetLoader {
  readonly #manifests: ManifestSource
  readonly #virtualRoots = new WeakMap<TreeNode, TreeNode>()
  readonly #sources = new WeakMap<TreeNode, TreeNode>()
  /** Peers that contradict what the project itself brings in: npm refuses to install (ERESOLVE). */
  readonly refused = new Set<TreeEdge>()
  /** Set when peers were left out because one leads to the next too often, as the end of a sentence. */
  limit: string | undefined

  constructor(manifests: ManifestSource) {
    this.#manifests = manifests
  }

  /** The node for whose sake `node` was loaded. */
  sourceOf(node: TreeNode): TreeNode | undefined {
    return this.#sources.get(node)
  }

  /** The virtual root that was last made for `node`, or a new one. */
  virtualRootOf(node: TreeNode): TreeNode {
    return this.#virtualRoots.get(node) ?? this.#newVirtualRoot(node)
  }

  /**
   * @param virtualRoot where to put it; a new one unless given
   * @param advice a second edge of the same name, preferred when both can be content
   * @param required nodes that will be installed for certain; what they require is added
   */
  async load(
    edge: TreeEdge,
    virtualRoot: TreeNode | undefined,
    advice: TreeEdge | undefined,
    required: Set<TreeNode>,
    depth = 0,
  ): Promise<TreeNode> {
    edge.from.budget.spend(stepsPerLoad)
    const parent = virtualRoot ?? this.#newVirtualRoot(edge.from)
    const first = await this.#newNode(edge, parent)
    const second = advice !== undefined && !advice.isValid ? await this.#newNode(advice, parent) : undefined
    const node = second !== undefined && edge.isValid ? second : first
    node.moveTo(parent)
    for (const reason of [edge, advice])
      if (reason !== undefined && required.has(reason.from) && reason.type !== 'peerOptional') required.add(node)
    if (parent.standsFor !== undefined) this.#sources.set(node, parent.standsFor)
    if (depth < maxPeerChainLength) await this.#loadPeers(node, required, depth)
    else
      this.limit =
        `its chain of peer dependencies is longer than ${maxPeerChainLength}, which npm may not ` + 'be able to resolve'
    return node
  }

  async #loadPeers(node: TreeNode, required: Set<TreeNode>, depth: number): Promise<void> {
    const edges = [...node.edgesOut.values()]
      .filter((edge) => edge.isPeer && !(edge.isValid && edge.to !== undefined))
      .sort((a, b) => byLocale(a.name, b.name))
    for (const edge of edges) {
      // A peer of this node's peers may have replaced it.
      const { parent } = node
      if (parent === undefined) break
      const current = edge.to
      if (current !== undefined && edge.isValid) continue
      if (current !== undefined) {
        const candidate = await this.load(edge, undefined, undefined, required, depth + 1)
        if (canReplace(candidate, current)) await this.load(edge, parent, undefined, required, depth + 1)
        else if (required.has(edge.from)) this.#noteConflict(edge, parent)
        continue
      }
      const parentEdge = parent.edgeOut(edge.key)
      if (parentEdge === undefined) {
        await this.load(edge, parent, undefined, required, depth + 1)
        continue
      }
      const dependency = await this.load(parentEdge, parent, edge, required, depth + 1)
      if (edge.isValid) continue
      edge.peerConflicted = true
      if (required.has(dependency)) this.#noteConflict(edge, parent)
    }
  }

  #noteConflict(edge: TreeEdge, parent: TreeNode): void {
    if (parent.standsFor?.isTop === true) this.refused.add(edge)
  }

  async #newNode({ name, spec, from }: TreeEdge, parent: TreeNode): Promise<TreeNode> {
    const { budget } = from
    const loaded = await this.#manifests.load(name, spec)
    if ('failure' in loaded) return new TreeNode({ name, manifest: nothing, failure: loaded.failure, parent, budget })
    return new TreeNode({ name, manifest: loaded.manifest, parent, budget })
  }

  #newVirtualRoot(source: TreeNode): TreeNode {
    const root = new TreeNode({
      name: source.name,
      manifest: source.manifest,
      standsFor: source,
      budget: source.budget,
    })
    this.#virtualRoots.set(source, root)
    return root
  }
}
