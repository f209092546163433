import { byLocale } from './sort-order.ts'
import type { TreeNode } from './tree-node.ts'

interface Waiting {
  readonly node: TreeNode
  readonly depth: number
  readonly path: string
}

/**
 * Nodes whose dependencies are to be resolved: shallow ones first, because they affect what lies
 * deeper, then by path. The order is npm's and makes the outcome independent of which answer comes first.
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

/** The list is kept with the next one last. */
function compare(a: Waiting, b: Waiting): number {
  return a.depth - b.depth || byLocale(a.path, b.path)
}
