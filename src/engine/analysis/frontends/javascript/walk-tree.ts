import { type Node, visitorKeys } from 'oxc-parser'
import type { SyntaxNode } from './parse-javascript.ts'

/**
 * Calls back for every node below nodes that `mayHold` accepts, in no particular order. Iterative, because trees can be
 * arbitrarily deep. For node types that oxc does not know, such as Flow's, all properties are searched for children.
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

/** True if a value looks like a node. */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/**
 * Returns every child of a node, even in dialects that oxc does not know. Types are left out because nothing in them
 * runs.
 */
export function childrenOf(node: Node): readonly Node[] {
  if (node.type.startsWith('TS') && node.type !== 'TSParameterProperty') return []
  const children: readonly [string, unknown][] = Object.entries(node)
  const keys: readonly string[] | undefined = visitorKeys[node.type]
  const found: Node[] = []
  for (const [key, child] of children) {
    if (keys ? !keys.includes(key) : key === 'parent') continue
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) found.push(asSyntax(one))
  }
  return found
}

/** Both parsers produce ESTree nodes, so the conversion is safe. */
function asSyntax(node: object): Node {
  if (!isSyntax(node)) throw new TypeError('it is no node')
  return node
}

const isSyntax = (node: object): node is Node => 'type' in node
