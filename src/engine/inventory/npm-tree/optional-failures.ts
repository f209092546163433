import { gatherDependencySet } from './dependency-sets.ts'
import type { TreeNode } from './tree-node.ts'

/** Nodes without which an installation is not whole: those that required dependencies alone lead to. */
function requiredNodes(root: TreeNode): Set<TreeNode> {
  const required = new Set([root])
  for (const node of required) {
    for (const edge of node.edgesOut.values()) if (!edge.isOptional && edge.to !== undefined) required.add(edge.to)
    if (node.linkTarget !== undefined) required.add(node.linkTarget)
  }
  return required
}

/**
 * The nodes that npm leaves out because an optional dependency needs, itself or further down, something
 * that the registry does not have: everything from the optional edge on that nobody else needs.
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
