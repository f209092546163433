import { gatherDependencySet } from './dependency-sets.ts'
import type { TreeNode } from './tree-node.ts'

/** Returns the nodes reachable through required dependencies only, which a complete installation must contain. */
function requiredNodes(root: TreeNode): Set<TreeNode> {
  const required = new Set([root])
  for (const node of required) {
    for (const edge of node.edgesOut.values()) if (!edge.isOptional && edge.to !== undefined) required.add(edge.to)
    if (node.linkTarget !== undefined) required.add(node.linkTarget)
  }
  return required
}

/**
 * Returns the nodes that npm omits because an optional dependency needs, directly or transitively, a package that the
 * registry does not have. For each such optional edge, these are all nodes below it that no other package needs.
 */
export function leftOutNodes(root: TreeNode): Set<TreeNode> {
  const required = requiredNodes(root)
  const leftOut = new Set<TreeNode>()
  for (const failed of root.everyNode()) {
    if (failed.failure?.kind !== 'absent' || required.has(failed)) continue
    const dependents = new Set([failed])
    for (const node of dependents) for (const edge of node.edgesIn) if (!edge.isOptional) dependents.add(edge.from)
    for (const node of gatherDependencySet(
      dependents,
      (edge) => edge.to !== undefined && !dependents.has(edge.to) && !leftOut.has(edge.from),
    ))
      leftOut.add(node)
  }
  return leftOut
}
