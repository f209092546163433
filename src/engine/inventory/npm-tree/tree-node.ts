import semver from 'semver'
import type { NpmManifest } from '../../sources/package-registries/npm-packument.ts'
import { foldedName } from './folded-name.ts'
import { ItemsByKey } from './items-by-key.ts'
import type { LoadFailure } from './load-failure.ts'
import { isSatisfied, parseRequirement } from './requirement.ts'
import type { WalkBudget } from './walk-budget.ts'

export type EdgeType = 'prod' | 'optional' | 'peer' | 'peerOptional'

export interface TreeNodeOptions {
  /** The folder's name, which for an alias is not the package's. */
  readonly name: string
  readonly manifest: NpmManifest
  readonly parent?: TreeNode | undefined
  readonly failure?: LoadFailure | undefined
  /** The node whose dependencies a virtual root stands for. */
  readonly standsFor?: TreeNode
  readonly linkTarget?: TreeNode
  /** Came from inside a package's archive, so npm leaves it where it is. */
  readonly isFixed?: boolean
  readonly budget: WalkBudget
}

/** What all nodes under one root share: indexes, so that a change visits only the edges that it concerns. */
class Tree {
  size = 0
  readonly nodes = new ItemsByKey<TreeNode>()
  readonly edges = new ItemsByKey<TreeEdge>()
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
  readonly semver: semver.SemVer | undefined
  readonly budget: WalkBudget
  /** What lies below was put there by a shrinkwrap, which npm takes as it is. */
  hasShrinkwrap = false
  /** By folded name. */
  readonly children = new Map<string, TreeNode>()
  /** By folded name; of a virtual root those that were looked at, which includes all that find something. */
  readonly edgesOut = new Map<string, TreeEdge>()
  readonly edgesIn = new Set<TreeEdge>()
  #parent: TreeNode | undefined
  #tree = new Tree()

  constructor({ name, manifest, parent, failure, standsFor, linkTarget, isFixed = false, budget }: TreeNodeOptions) {
    this.name = name
    this.key = foldedName(name)
    this.manifest = manifest
    this.failure = failure
    this.standsFor = standsFor
    this.linkTarget = linkTarget
    this.isFixed = isFixed
    this.budget = budget
    this.semver = semver.parse(manifest.version, true) ?? undefined
    // The order of arborist: a later type replaces an earlier one of the same name.
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

  get isInShrinkwrap(): boolean {
    return this.#parent !== undefined && (this.#parent.hasShrinkwrap || this.#parent.isInShrinkwrap)
  }

  /** Number of nodes of the whole tree. */
  get treeSize(): number {
    return this.#tree.size
  }

  get root(): TreeNode {
    return this.#parent === undefined ? this : this.#parent.root
  }

  /**
   * What it asks for under a folded name. A virtual root gets its edges only as they are looked at: one
   * is made for each dependency, and packages with thousands of them would take gigabytes.
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

  /** How many folders deep it lies. */
  get depth(): number {
    return this.#parent === undefined ? 0 : this.#parent.depth + 1
  }

  /** Folder names from the root, for sorting. */
  get path(): string {
    return this.#parent === undefined ? '' : `${this.#parent.path}/node_modules/${this.name}`
  }

  /** The node itself and everything above it. */
  ancestry(): TreeNode[] {
    const line: TreeNode[] = [this]
    for (const node of line) if (node.#parent !== undefined) line.push(node.#parent)
    return line
  }

  isDescendantOf(other: TreeNode): boolean {
    return this === other || (this.#parent?.isDescendantOf(other) ?? false)
  }

  /** What `require` of a folded name finds from here. */
  resolve(key: string): TreeNode | undefined {
    return this.children.get(key) ?? this.#parent?.resolve(key)
  }

  /** The nodes of this name in the whole tree. */
  namesakes(name: string): ReadonlySet<TreeNode> {
    return this.#tree.nodes.of(name)
  }

  /** Every node of the tree. */
  everyNode(): Generator<TreeNode> {
    return this.#tree.nodes.all()
  }

  /** True when it is the same package version as `other` under the same name, so that either will do. */
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

  /** Places it under `parent`; what had its name there is detached. */
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

  /** Takes it, with everything below it, out of the tree. */
  detach(): void {
    if (this.#parent === undefined) return
    const orphanedEdges = this.#leave()
    this.#enter(new Tree())
    for (const edge of orphanedEdges) edge.reload()
  }

  /** Takes the place of `old`, whose folder with all that is in it becomes this node's. */
  replace(old: TreeNode): void {
    for (const child of old.children.values()) child.moveTo(this)
    if (old.#parent !== undefined) this.moveTo(old.#parent)
  }

  #addEdge(name: string, spec: string, type: EdgeType): void {
    const edge = new TreeEdge(this, name, spec, type)
    this.edgesOut.delete(edge.key)
    this.edgesOut.set(edge.key, edge)
  }

  /** Registers this and everything below in a tree. */
  #enter(tree: Tree): void {
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

  /** Unregisters this and everything below; returns the edges from outside that lose their target. */
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

/** One dependency of a node: what it asks for, and the node that it finds when it looks up the tree. */
export class TreeEdge {
  readonly from: TreeNode
  readonly name: string
  readonly key: string
  readonly spec: string
  readonly type: EdgeType
  /** Set when a peer cannot be had as asked and what is there was accepted. */
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

  /** A missing target is no fault. */
  get isOptional(): boolean {
    return this.type === 'optional' || this.type === 'peerOptional'
  }

  /** The node that it finds will do; or it finds none and needs none. */
  get isValid(): boolean {
    this.#isValid ??= this.#judge()
    return this.#isValid
  }

  /** A node's own folder does not count for its peers: the packages that depend on the node must find them too. */
  #judge(): boolean {
    if (this.#to === undefined) return this.isOptional
    if (this.isPeer && this.#to.parent === this.from && !this.from.isTop) return false
    return this.isSatisfiedBy(this.#to)
  }

  /** True when `node`, wherever it is placed, is what this edge asks for. */
  isSatisfiedBy(node: TreeNode): boolean {
    if (node.name !== this.name || node.failure !== undefined) return false
    return isSatisfied(parseRequirement(this.name, this.spec), node)
  }

  /** Looks up the tree again. */
  reload(): void {
    this.#isValid = undefined
    const to = this.from.resolve(this.key)
    if (to === this.#to) return
    this.#to?.edgesIn.delete(this)
    this.#to = to
    to?.edgesIn.add(this)
  }

  /** Points nowhere from now on. */
  detach(): void {
    this.#to?.edgesIn.delete(this)
    this.#to = undefined
    this.#isValid = undefined
  }
}
