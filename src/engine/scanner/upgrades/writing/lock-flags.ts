import type { TreeEdge, TreeNode } from '../../../inventory/npm-tree/tree-node.ts'

/** Flags that npm writes next to a package in a lockfile. */
export interface LockFlags {
  readonly dev?: true
  readonly optional?: true
  readonly devOptional?: true
  readonly peer?: true
}

/**
 * Computes the flags of all nodes that the project reaches, as `calc-dep-flags.js` of @npmcli/arborist 9.9 does: a
 * package has a flag if every path to it has such an edge. Nodes that no path reaches are absent.
 *
 * @param isDevelopment reports whether an edge is a development dependency of the project
 */
export function lockFlags(
  owners: readonly TreeNode[],
  isDevelopment: (edge: TreeEdge) => boolean,
): ReadonlyMap<TreeNode, LockFlags> {
  const all = reachedFrom(owners, () => true)
  const withoutDev = reachedFrom(owners, (edge) => !isDevelopment(edge))
  const withoutOptional = reachedFrom(owners, (edge) => !edge.isOptional)
  const without = reachedFrom(owners, (edge) => !isDevelopment(edge) && !edge.isOptional)
  const withoutPeer = reachedFrom(owners, (edge) => !edge.isPeer)
  return new Map(
    [...all].map((node) => {
      const [dev, optional] = [!withoutDev.has(node), !withoutOptional.has(node)]
      return [
        node,
        {
          ...(dev && { dev }),
          ...(optional && { optional }),
          ...(!dev && !optional && !without.has(node) && { devOptional: true as const }),
          ...(!withoutPeer.has(node) && { peer: true as const }),
        },
      ]
    }),
  )
}

/** Returns the nodes that the project reaches along these edges. */
function reachedFrom(owners: readonly TreeNode[], follows: (edge: TreeEdge) => boolean): Set<TreeNode> {
  const reached = new Set(owners)
  for (const node of reached) {
    for (const edge of node.edgesOut.values()) if (edge.to !== undefined && follows(edge)) reached.add(edge.to)
    for (const child of node.children.values()) if (child.isFixed && !child.isOwn) reached.add(child)
    if (node.linkTarget !== undefined) reached.add(node.linkTarget)
  }
  return reached
}
