import { npmManifest } from '../../sources/package-registries/npm-packument.ts'
import { canReplace } from './dependency-sets.ts'
import type { ManifestSource } from './manifest-source.ts'
import { byLocale } from './sort-order.ts'
import { type TreeEdge, TreeNode } from './tree-node.ts'

/**
 * Maximum length of a peer chain. Conflicting peers can load each other forever (npm 11.19 hangs). The longest observed
 * chain, in `storybook`, has 6.
 */
const maxPeerChainLength = 50
/** Cost of a load in budget steps. A walk's budget is used up after 50,000 loads. */
const stepsPerLoad = 10_000

/** Placeholder manifest for a package that could not be loaded. */
const nothing = npmManifest('', '', {})

/**
 * Loads an edge's target and its transitive peers into a virtual root that has the dependent's dependencies. The
 * packages in a virtual root can be placed side by side. The rules are those of `#nodeFromEdge` and `#loadPeerSet` in
 * @npmcli/arborist 9.9.
 */
export class PeerSetLoader {
  readonly #manifests: ManifestSource
  readonly #virtualRoots = new WeakMap<TreeNode, TreeNode>()
  readonly #sources = new WeakMap<TreeNode, TreeNode>()
  /** Peers that conflict with the project's own dependencies. Because of them, npm refuses to install (ERESOLVE). */
  readonly refused = new Set<TreeEdge>()
  /** Why peers were omitted, as the end of a sentence. Set only if a peer chain is too long. */
  limit: string | undefined

  constructor(manifests: ManifestSource) {
    this.#manifests = manifests
  }

  /** Returns the node that caused `node` to be loaded. */
  sourceOf(node: TreeNode): TreeNode | undefined {
    return this.#sources.get(node)
  }

  /** Returns the latest virtual root of `node`, or creates one. */
  virtualRootOf(node: TreeNode): TreeNode {
    return this.#virtualRoots.get(node) ?? this.#newVirtualRoot(node)
  }

  /**
   * @param virtualRoot target root; a new one by default
   * @param advice a second edge with the same name; a version that satisfies both is preferred
   * @param required nodes that are certain to be installed, so their requirements are added
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
      // A transitive peer may have replaced the node.
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
    if (parent.standsFor?.isOwn === true) this.refused.add(edge)
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
      overrides: source.overrides,
      budget: source.budget,
    })
    this.#virtualRoots.set(source, root)
    return root
  }
}
