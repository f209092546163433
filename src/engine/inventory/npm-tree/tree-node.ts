import semver from 'semver'
import type { NpmManifest } from '../../sources/package-registries/npm-packument.ts'
import { foldedName } from './folded-name.ts'
import { TreeIndex } from './items-by-key.ts'
import type { LoadFailure } from './load-failure.ts'
import { OverrideSet } from './override-set.ts'
import { Edge, type EdgeNode, type EdgeType } from './tree-edge.ts'
import type { WalkBudget } from './walk-budget.ts'

/** An edge from a node to a dependency. */
export type TreeEdge = Edge<TreeNode>

export interface TreeNodeOptions {
  /** Folder name. Differs from the package name for an alias. */
  readonly name: string
  readonly manifest: NpmManifest
  readonly parent?: TreeNode | undefined
  readonly failure?: LoadFailure | undefined
  /** Node whose dependencies are represented by this virtual root. */
  readonly standsFor?: TreeNode
  readonly linkTarget?: TreeNode
  /** True if the package is contained in an archive. npm does not move such packages. */
  readonly isFixed?: boolean
  /** Folder of a workspace member, which npm links in the root's `node_modules`. */
  readonly memberFolder?: string
  readonly overrides?: OverrideSet | undefined
  readonly budget: WalkBudget
}

/** Cost of applying overrides to an edge, in edge checks. */
const stepsPerOverride = 20

/** A package in a tree of `node_modules` folders. */
export class TreeNode implements EdgeNode<TreeNode> {
  readonly name: string
  readonly key: string
  readonly manifest: NpmManifest
  readonly failure: LoadFailure | undefined
  readonly standsFor: TreeNode | undefined
  readonly linkTarget: TreeNode | undefined
  readonly isFixed: boolean
  readonly memberFolder: string | undefined
  readonly semver: semver.SemVer | undefined
  readonly budget: WalkBudget
  /** True if the nodes below were placed by a shrinkwrap. npm does not change such nodes. */
  hasShrinkwrap = false
  /** Children by folded name. */
  readonly children = new Map<string, TreeNode>()
  /** Edges by folded name. For a virtual root, only those visited so far, which include all resolved ones. */
  readonly edgesOut = new Map<string, TreeEdge>()
  readonly edgesIn = new Set<TreeEdge>()
  #overrides: OverrideSet | undefined
  #parent: TreeNode | undefined
  #tree = new TreeIndex<TreeNode, TreeEdge>()

  constructor(options: TreeNodeOptions) {
    const { name, manifest, parent, linkTarget, standsFor } = options
    this.name = name
    this.key = foldedName(name)
    this.manifest = manifest
    this.failure = options.failure
    this.standsFor = standsFor
    this.linkTarget = linkTarget
    this.isFixed = options.isFixed ?? false
    this.memberFolder = options.memberFolder
    this.budget = options.budget
    this.#overrides = options.overrides
    this.semver = semver.parse(manifest.version, true) ?? undefined
    // As in arborist, a later dependency type replaces an earlier one with the same name.
    if (linkTarget === undefined && standsFor === undefined) {
      const peers = Object.entries(manifest.peerDependencies)
      for (const [peer, spec] of peers) if (!manifest.optionalPeers.has(peer)) this.#addEdge(peer, spec, 'peer')
      for (const [peer, spec] of peers) if (manifest.optionalPeers.has(peer)) this.#addEdge(peer, spec, 'peerOptional')
      for (const [dependency, spec] of Object.entries(manifest.dependencies)) this.#addEdge(dependency, spec, 'prod')
      for (const [dependency, spec] of Object.entries(manifest.optionalDependencies))
        this.#addEdge(dependency, spec, 'optional')
    }
    if (parent === undefined) this.#enter(this.#tree)
    else this.moveTo(parent)
  }

  get parent(): TreeNode | undefined {
    return this.#parent
  }

  get isTop(): boolean {
    return this.#parent === undefined
  }

  /** True for the project and its workspace members, which are not registry packages. */
  get isOwn(): boolean {
    return this.#parent === undefined || this.memberFolder !== undefined
  }

  get isShipped(): boolean {
    return this.hasShrinkwrap || (this.isFixed && this.memberFolder === undefined) || this.isInShrinkwrap
  }

  /** Project overrides that apply to its dependencies. */
  get overrides(): OverrideSet | undefined {
    return this.#overrides
  }

  get isInShrinkwrap(): boolean {
    return this.#parent !== undefined && (this.#parent.hasShrinkwrap || this.#parent.isInShrinkwrap)
  }

  get treeSize(): number {
    return this.#tree.size
  }

  get root(): TreeNode {
    return this.#parent === undefined ? this : this.#parent.root
  }

  /**
   * Returns the edge for a folded name. Virtual roots create their edges on demand: there is one root per dependency,
   * so packages with thousands of dependencies would otherwise take gigabytes.
   */
  edgeOut(key: string): TreeEdge | undefined {
    const known = this.edgesOut.get(key)
    const model = known === undefined ? this.standsFor?.edgeOut(key) : undefined
    if (model === undefined) return known
    const edge = new Edge<TreeNode>(this, model.name, model.rawSpec, model.type)
    this.edgesOut.set(key, edge)
    this.#tree.edges.add(key, edge)
    edge.reload()
    return edge
  }

  get depth(): number {
    return this.isOwn || this.#parent === undefined ? 0 : this.#parent.depth + 1
  }

  /** Folder names from the root, for sorting. */
  get path(): string {
    if (this.memberFolder !== undefined) return this.memberFolder
    return this.#parent === undefined ? '' : `${this.#parent.path}/node_modules/${this.name}`
  }

  /** Returns the node and all of its ancestors. */
  ancestry(): TreeNode[] {
    const line: TreeNode[] = [this]
    for (const node of line) if (node.#parent !== undefined) line.push(node.#parent)
    return line
  }

  isDescendantOf(other: TreeNode): boolean {
    return this === other || (this.#parent?.isDescendantOf(other) ?? false)
  }

  /** Resolves a folded name from this node, as `require` does. */
  resolve(key: string): TreeNode | undefined {
    return this.children.get(key) ?? this.#parent?.resolve(key)
  }

  /** Returns all nodes in the tree that have this name. */
  namesakes(name: string): ReadonlySet<TreeNode> {
    return this.#tree.nodes.of(name)
  }

  everyNode(): Generator<TreeNode> {
    return this.#tree.nodes.all()
  }

  /** Reports whether `other` is the same package version under the same name, so the two are interchangeable. */
  isSameAs(other: TreeNode): boolean {
    if (this === other) return true
    if (this.linkTarget !== undefined || other.linkTarget !== undefined)
      return this.linkTarget !== undefined && this.linkTarget === other.linkTarget
    if (this.name !== other.name || this.failure !== undefined || other.failure !== undefined) return false
    const [mine, theirs] = [this.manifest, other.manifest]
    if (mine.dist.integrity !== undefined && theirs.dist.integrity !== undefined)
      return mine.dist.integrity === theirs.dist.integrity
    if (mine.dist.tarball !== undefined && theirs.dist.tarball !== undefined)
      return mine.dist.tarball === theirs.dist.tarball
    return mine.name === theirs.name && mine.version === theirs.version
  }

  /** Moves the node below `parent`. Detaches an existing node that has the same name. */
  moveTo(parent: TreeNode): void {
    if (this === parent || this.#parent === parent) return
    const orphanedEdges = this.#leave()
    parent.children.get(this.key)?.detach()
    parent.children.delete(this.key)
    parent.children.set(this.key, this)
    this.#parent = parent
    parent.edgeOut(this.key)
    for (const edge of parent.#tree.edges.of(this.key)) {
      this.budget.spend()
      if (edge.from.isDescendantOf(parent)) edge.reload(edge.to === this)
    }
    this.#enter(parent.#tree)
    for (const edge of orphanedEdges) edge.reload()
  }

  /** Removes the node and everything below it from the tree. */
  detach(): void {
    if (this.#parent === undefined) return
    const orphanedEdges = this.#leave()
    this.#enter(new TreeIndex())
    for (const edge of orphanedEdges) edge.reload()
  }

  /** Replaces `old` and takes over its children. */
  replace(old: TreeNode): void {
    for (const child of old.children.values()) child.moveTo(this)
    if (old.#parent !== undefined) this.moveTo(old.#parent)
  }

  addEdgeIn(edge: TreeEdge): void {
    this.addOverrides(edge.overrides)
    this.edgesIn.add(edge)
  }

  deleteEdgeIn(edge: TreeEdge): void {
    this.edgesIn.delete(edge)
    if (edge.overrides !== undefined) this.removeOverrides(edge.overrides)
  }

  /**
   * Adds the overrides of an edge that resolves to this node. If the node already has overrides, the more specific ones
   * take precedence.
   */
  addOverrides(overrides: OverrideSet | undefined): void {
    if (overrides === undefined || this.#overrides === overrides) return
    const joined =
      this.#overrides === undefined ? overrides : OverrideSet.joined(this.#overrides, overrides, this.budget)
    if (joined !== undefined) this.#setOverrides(joined)
  }

  /** Removes the overrides of an edge that no longer resolves to this node. */
  removeOverrides(overrides: OverrideSet | undefined): void {
    if (this.#overrides === undefined || this.#overrides !== overrides) return
    let rest: OverrideSet | undefined
    for (const { overrides: other } of this.edgesIn) {
      this.budget.spend()
      rest = rest === undefined || other === undefined ? other : OverrideSet.joined(other, rest, this.budget)
    }
    this.#setOverrides(rest)
  }

  /** Sets the overrides of this node and, recursively, of its dependencies. */
  #setOverrides(overrides: OverrideSet | undefined): void {
    if (this.#overrides === overrides) return
    this.#overrides = overrides
    if (overrides === undefined) return
    this.budget.descend(() => {
      for (const edge of this.edgesOut.values()) {
        this.budget.spend(stepsPerOverride)
        edge.reload(true)
        edge.to?.addOverrides(edge.overrides)
      }
    })
  }

  #addEdge(name: string, spec: string, type: EdgeType): void {
    const edge = new Edge<TreeNode>(this, name, spec, type)
    this.edgesOut.delete(edge.key)
    this.edgesOut.set(edge.key, edge)
  }

  /** Registers this node and everything below it in a tree. */
  #enter(tree: TreeIndex<TreeNode, TreeEdge>): void {
    this.budget.spend(1 + this.edgesOut.size)
    this.#tree = tree
    tree.size += 1
    tree.nodes.add(this.name, this)
    for (const child of this.children.values()) child.#enter(tree)
    for (const edge of this.edgesOut.values()) {
      tree.edges.add(edge.key, edge)
      edge.reload()
    }
  }

  /** Unregisters this node and everything below it. Returns the edges from outside that lose their target. */
  #leave(): TreeEdge[] {
    const parent = this.#parent
    if (parent?.children.get(this.key) === this) parent.children.delete(this.key)
    this.#parent = undefined
    const family: TreeNode[] = [this]
    for (const node of family) {
      family.push(...node.children.values())
      if (node.#tree.nodes.delete(node.name, node)) node.#tree.size -= 1
      for (const edge of node.edgesOut.values()) node.#tree.edges.delete(edge.key, edge)
    }
    return family.flatMap((node) =>
      [...node.edgesIn].filter((edge) => edge.from.#tree === this.#tree && !edge.from.isDescendantOf(this)),
    )
  }
}
