import { byLocale } from './sort-order.ts'
import type { TreeNode } from './tree-node.ts'

interface Waiting {
  readonly node: TreeNode
  readonly depth: number
  readonly path: string
}

/**
 * Nodes with unresolved dependencies, ordered by depth and then by path. Shallow nodes come first, because they affect
 * deeper ones. This is npm's order. It makes the result independent of the order of responses.
 */
export class DependencyQueue {
  readonly #waiting: Waiting[] = []
  readonly #members = new Set<TreeNode>()

  push(node: TreeNode): void {
    if (this.#members.has(node)) return
    this.#members.add(node)
    const entry = { node, depth: node.depth, path: node.path }
    let [low, high] = [0, this.#waiting.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#waiting[middle]
      if (other !== undefined && compare(other, entry) > 0) low = middle + 1
      else high = middle
    }
    this.#waiting.splice(low, 0, entry)
  }

  pop(): TreeNode | undefined {
    const node = this.#waiting.pop()?.node
    if (node !== undefined) this.#members.delete(node)
    return node
  }
}

/** Sorts in reverse, so that the next node is the last one. */
function compare(a: Waiting, b: Waiting): number {
  return a.depth - b.depth || byLocale(a.path, b.path)
}
