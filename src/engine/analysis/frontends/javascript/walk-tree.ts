import { visitorKeys } from 'oxc-parser'
import type { SyntaxNode } from './parse-javascript.ts'

/**
 * Calls back with every node below one that `mayHold` what is sought, in no promised order. Without recursion: trees
 * are as deep as their author likes. Children of kinds that oxc does not know, such as Flow's, are found by looking at
 * everything.
 */
export function walkTree(
  root: SyntaxNode,
  visit: (node: SyntaxNode) => void,
  mayHold: (node: SyntaxNode) => boolean,
): void {
  const waiting: SyntaxNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!mayHold(node)) continue
    visit(node)
    for (const key of visitorKeys[node.type] ?? Object.keys(node)) {
      const child = node[key]
      if (Array.isArray(child)) {
        for (const item of child) if (isNode(item)) waiting.push(item)
      } else if (isNode(child)) waiting.push(child)
    }
  }
}

/** True for what has the shape of a node. */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
