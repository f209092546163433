import semver from 'semver'
import type { NpmManifest } from '../../sources/package-registries/npm-packument.ts'
import { foldedName } from './folded-name.ts'
import { TreeIndex } from './items-by-key.ts'
import type { LoadFailure } from './load-failure.ts'
import { isSatisfied, parseRequirement } from './requirement.ts'
import type { WalkBudget } from './walk-budget.ts'

export type EdgeType = 'prod' | 'optional' | 'peer' | 'peerOptional'

export interface TreeNodeOptions {
  /** Name of the folder. For an alias, it differs from the package's name. */
  readonly name: string
  readonly manifest: NpmManifest
  readonly parent?: TreeNode | undefined
  readonly failure?: LoadFailure | undefined
  /** The node whose dependencies a virtual root represents. */
  readonly standsFor?: TreeNode
  readonly linkTarget?: TreeNode
  /** Contained in a package's archive, so npm does not move it. */
  readonly isFixed?: boolean
  /** Folder of a workspace member, which is a link in the root's `node_modules`. */
  readonly memberFolder?: string
  readonly budget: WalkBudget
}

/** A package in a tree of `node_modules` folders. */
export class TreeNode {
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
  /** The nodes below were placed by a shrinkwrap, which npm does not change. */
  hasShrinkwrap = false
  /** By folded name, like the edges. */
  readonly children = new Map<string, TreeNode>()
  /** For a virtual root, only the visited ones, which include all that resolve. */
  readonly edgesOut = new Map<string, TreeEdge>()
  readonly edgesIn = new Set<TreeEdge>()
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
    this.semver = semver.parse(manifest.version, true) ?? undefined
    // The order of arborist: a later type replaces an earlier one with the same name.
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

  /** It is the project, or a member of its workspace, and not a package of a registry. */
  get isOwn(): boolean {
    return this.#parent === undefined || this.memberFolder !== undefined
  }

  get isInShrinkwrap(): boolean {
    return this.#parent !== undefined && (this.#parent.hasShrinkwrap || this.#parent.isInShrinkwrap)
  }

  /** Number of nodes in the tree. */
  get treeSize(): number {
    return this.#tree.size
  }

  get root(): TreeNode {
    return this.#parent === undefined ? this : this.#parent.root
  }

  /**
   * The edge for a folded name. A virtual root creates its edges on demand, because one is created for each dependency,
   * and packages with thousands of dependencies would take gigabytes.
   */
  edgeOut(key: string): TreeEdge | undefined {
    const known = this.edgesOut.get(key)
    const model = known === undefined ? this.standsFor?.edgeOut(key) : undefined
    if (model === undefined) return known
    const edge = new TreeEdge(this, model.name, model.spec, model.type)
    this.edgesOut.set(key, edge)
    this.#tree.edges.add(key, edge)
    edge.reload()
    return edge
  }

  /** Depth of the folder. */
  get depth(): number {
    return this.isOwn || this.#parent === undefined ? 0 : this.#parent.depth + 1
  }

  /** Folder names from the root, for sorting. */
  get path(): string {
    if (this.memberFolder !== undefined) return this.memberFolder
    return this.#parent === undefined ? '' : `${this.#parent.path}/node_modules/${this.name}`
  }

  /** The node and all of its ancestors. */
  ancestry(): TreeNode[] {
    const line: TreeNode[] = [this]
    for (const node of line) if (node.#parent !== undefined) line.push(node.#parent)
    return line
  }

  isDescendantOf(other: TreeNode): boolean {
    return this === other || (this.#parent?.isDescendantOf(other) ?? false)
  }

  /** The result of `require` for a folded name from here. */
  resolve(key: string): TreeNode | undefined {
    return this.children.get(key) ?? this.#parent?.resolve(key)
  }

  /** All nodes with this name in the tree. */
  namesakes(name: string): ReadonlySet<TreeNode> {
    return this.#tree.nodes.of(name)
  }

  /** All nodes of the tree. */
  everyNode(): Generator<TreeNode> {
    return this.#tree.nodes.all()
  }

  /** Whether it is the same package version as `other` under the same name, so that they are interchangeable. */
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

  /** Moves it below `parent`. An existing node with its name is detached. */
  moveTo(parent: TreeNode): void {
    if (this === parent || this.#parent === parent) return
    const orphanedEdges = this.#leave()
    parent.children.get(this.key)?.detach()
    parent.children.delete(this.key)
    parent.children.set(this.key, this)
    this.#parent = parent
    this.#enter(parent.#tree)
    parent.edgeOut(this.key)
    for (const edge of parent.#tree.edges.of(this.key)) {
      this.budget.spend()
      if (edge.from.isDescendantOf(parent)) edge.reload()
    }
    for (const edge of orphanedEdges) edge.reload()
  }

  /** Removes it, with everything below it, from the tree. */
  detach(): void {
    if (this.#parent === undefined) return
    const orphanedEdges = this.#leave()
    this.#enter(new TreeIndex())
    for (const edge of orphanedEdges) edge.reload()
  }

  /** Replaces `old`, whose folder with its content becomes this node's. */
  replace(old: TreeNode): void {
    for (const child of old.children.values()) child.moveTo(this)
    if (old.#parent !== undefined) this.moveTo(old.#parent)
  }

  #addEdge(name: string, spec: string, type: EdgeType): void {
    const edge = new TreeEdge(this, name, spec, type)
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

/** A dependency of a node: its requirement, and the node that a lookup in the tree finds. */
export class TreeEdge {
  readonly from: TreeNode
  readonly name: string
  readonly key: string
  readonly spec: string
  readonly type: EdgeType
  /** Set if a peer requirement cannot be satisfied and the existing package was accepted. */
  peerConflicted = false
  #to: TreeNode | undefined
  #isValid: boolean | undefined

  constructor(from: TreeNode, name: string, spec: string, type: EdgeType) {
    this.from = from
    this.name = name
    this.key = foldedName(name)
    this.spec = spec
    this.type = type
  }

  get to(): TreeNode | undefined {
    return this.#to
  }

  get isPeer(): boolean {
    return this.type === 'peer' || this.type === 'peerOptional'
  }

  /** A missing target is not an error. */
  get isOptional(): boolean {
    return this.type === 'optional' || this.type === 'peerOptional'
  }

  /** The node that it finds is acceptable, or it is missing and not required. */
  get isValid(): boolean {
    this.#isValid ??= this.#judge()
    return this.#isValid
  }

  /** The lookup of peers skips a node's own folder, because its dependents must find them too. */
  #judge(): boolean {
    if (this.#to === undefined) return this.isOptional
    if (this.isPeer && this.#to.parent === this.from && !this.from.isTop) return false
    return this.isSatisfiedBy(this.#to)
  }

  /** Whether `node` satisfies this edge, regardless of its place. */
  isSatisfiedBy(node: TreeNode): boolean {
    if (node.name !== this.name || node.failure !== undefined) return false
    return isSatisfied(parseRequirement(this.name, this.spec), node)
  }

  /** Repeats the lookup in the tree. */
  reload(): void {
    this.#isValid = undefined
    const to = this.from.resolve(this.key)
    if (to === this.#to) return
    this.#to?.edgesIn.delete(this)
    this.#to = to
    to?.edgesIn.add(this)
  }

  detach(): void {
    this.#to?.edgesIn.delete(this)
    this.#to = undefined
    this.#isValid = undefined
  }
}
