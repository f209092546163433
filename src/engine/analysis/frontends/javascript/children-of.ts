import { type Node, visitorKeys } from 'oxc-parser'
import { isNode } from './walk-tree.ts'

/** Returns every child of a node, also of dialects that nobody foresaw. Types have none that run. */
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

/** Both parsers make ESTrees; what one of them makes that the other does not know is looked at child by child. */
function asSyntax(node: object): Node {
  if (!isSyntax(node)) throw new TypeError('it is no node')
  return node
}

const isSyntax = (node: object): node is Node => 'type' in node
