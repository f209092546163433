import { parseRequirement } from './requirement.ts'
import type { TreeNode } from './tree-node.ts'

export type EdgeType = 'prod' | 'optional' | 'peer' | 'peerOptional'

/** Names that differ only in case or Unicode form are one folder on some systems, so npm treats them as one. */
export function foldedName(name: string): string {
  return name.normalize('NFKD').toLowerCase()
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

  /** A node's own folder does not count for its peers: whoever uses the node must be able to find them too. */
  #judge(): boolean {
    if (this.#to === undefined) return this.isOptional
    if (this.isPeer && this.#to.parent === this.from && !this.from.isTop) return false
    return this.isSatisfiedBy(this.#to)
  }

  /** True when `node`, wherever it is placed, is what this edge asks for. */
  isSatisfiedBy(node: TreeNode): boolean {
    if (node.name !== this.name || node.failure !== undefined) return false
    const requirement = parseRequirement(this.name, this.spec)
    if (requirement.kind === 'remote') return node.manifest.dist.tarball === requirement.url
    if (requirement.kind === 'unsupported') return false
    // Any published version satisfies a tag: the tag may have moved since.
    if (typeof requirement.range === 'string') return true
    return node.semver !== undefined && requirement.range.test(node.semver)
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
