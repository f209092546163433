import { type Node, parseTree } from 'jsonc-parser'
import { limits } from '../../../model/limits.ts'
import type { Value } from './value.ts'

/** Reads JSON with comments and trailing commas, as editors do, as far as it can be read. Undefined for a text without a value, and for one that nests too deep for its reader. */
export function readJson(text: string): Value | undefined {
  try {
    const root = parseTree(text, [], { allowTrailingComma: true })
    return root && valueOf(root, 0)
  } catch (error) {
    // Brackets within brackets, thousands deep: no client reads that.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function valueOf(node: Node, depth: number): Value {
  const { type, offset, children = [] } = node
  if (depth > limits.configuration.depth) return { kind: 'scalar', text: '', offset }
  if (type === 'array') return { kind: 'list', items: children.map((item) => valueOf(item, depth + 1)), offset }
  if (type !== 'object') return { kind: 'scalar', text: String(node.value ?? ''), offset }
  const entries = children.flatMap(({ children: [key, value] = [] }) => (key && value ? [{ key: String(key.value), offset: key.offset, value: valueOf(value, depth + 1) }] : []))
  return { kind: 'mapping', entries, offset }
}
