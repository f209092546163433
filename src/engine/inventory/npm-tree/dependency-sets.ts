import type { TreeEdge, TreeNode } from './tree-node.ts'

/**
 * Returns `start` and everything that is needed only because of it: the nodes reachable through edges accepted by
 * `counts`, except those also reached by an accepted edge from outside the set.
 */
export function gatherDependencySet(start: Iterable<TreeNode>, counts: (edge: TreeEdge) => boolean): Set<TreeNode> {
  const set = new Set(start)
  for (const node of set) {
    for (const edge of node.edgesOut.values()) {
      node.budget.spend()
      if (edge.to !== undefined && counts(edge)) set.add(edge.to)
    }
  }
  for (let isStable = false; !isStable;) {
    isStable = true
    for (const node of set) {
      node.budget.spend(1 + node.edgesIn.size)
      if ([...node.edgesIn].some((edge) => !set.has(edge.from) && counts(edge))) {
        set.delete(node)
        isStable = false
      }
    }
  }
  return set
}

/** Returns the deepest folder, from `start` up, in which a package with the folded name `key` can be placed. */
export function deepestTarget(start: TreeNode, key: string): TreeNode {
  let target = start
  // A peer is placed next to its dependent, never inside it.
  while (target.parent !== undefined && target.edgeOut(key)?.isPeer === true) target = target.parent
  return target
}

/** Returns the peer sets that contain `node`, by the edge that enters the set from outside. */
export function peerEntrySets(node: TreeNode): Map<TreeEdge, Set<TreeNode>> {
  const union = new Set([node])
  for (const peer of union) {
    peer.budget.spend(1 + peer.edgesOut.size + peer.edgesIn.size)
    for (const edge of peer.edgesOut.values())
      if (edge.isPeer && edge.to !== undefined && edge.isValid) union.add(edge.to)
    for (const edge of peer.edgesIn) if (edge.isPeer && edge.isValid) union.add(edge.from)
  }
  const entrySets = new Map<TreeEdge, Set<TreeNode>>()
  for (const peer of union) {
    for (const edge of peer.edgesIn) {
      if (!edge.isValid || (edge.isPeer && !edge.from.isTop)) continue
      const set = peersFrom(peer)
      if (set.has(node)) entrySets.set(edge, set)
    }
  }
  return entrySets
}

function peersFrom(entry: TreeNode): Set<TreeNode> {
  const set = new Set([entry])
  for (const peer of set) {
    peer.budget.spend(1 + peer.edgesOut.size)
    for (const edge of peer.edgesOut.values())
      if (edge.isPeer && edge.to !== undefined && edge.isValid) set.add(edge.to)
  }
  return set
}

/**
 * Reports whether all dependents of `old` would accept `candidate` instead. `ignoredPeers` contains the folded names of
 * peers that are replaced at the same time.
 */
export function canReplace(candidate: TreeNode, old: TreeNode, ignoredPeers: ReadonlySet<string> = new Set()): boolean {
  if (candidate.name !== old.name || candidate.manifest.name !== old.manifest.name) return false
  if (candidate.edgesOut.size > 0 && candidate.overrides !== old.overrides) return false
  // Ignores packages that only `old` needs, because they are removed together with it.
  const leaving = gatherDependencySet([old], (edge) => edge.to !== old && edge.isValid)
  for (const edge of old.edgesIn) {
    if (!old.isTop && edge.isPeer && edge.from.parent === old.parent && ignoredPeers.has(edge.from.key)) continue
    if (!leaving.has(edge.from) && !edge.isSatisfiedBy(candidate)) return false
  }
  return true
}

/**
 * Reports whether `node` can be removed because it is not needed: either no package uses it, or its dependents accept
 * the package that they would resolve to further up. That package must not be older, unless it was requested
 * explicitly.
 */
export function canDeduplicate(node: TreeNode, isExplicit: boolean): boolean {
  const outside = node.parent?.parent
  if (node.isFixed || node.isInShrinkwrap || outside === undefined) return false
  if (node.edgesIn.size === 0) return true
  const other = outside.resolve(node.key)
  if (other === undefined) return false
  if (other.isSameAs(node)) return true
  if (!canReplace(other, node)) return false
  if (isExplicit) return true
  const order = other.semver !== undefined && node.semver !== undefined ? other.semver.compare(node.semver) : -1
  return order === 0 || (order > 0 && !isOverridden(node))
}

/** Reports whether a project override selected a node's version. */
function isOverridden({ name, manifest, overrides, edgesIn }: TreeNode): boolean {
  const isOwnRule = ({ overrides: rule }: TreeEdge) => rule?.name === name && rule.value === manifest.version
  return (
    overrides?.name === name && [...edgesIn].some((edge) => isOwnRule(edge) && edge.overrides !== edge.from.overrides)
  )
}
