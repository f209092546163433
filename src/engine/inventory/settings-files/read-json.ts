import { type Node, parseTree } from 'jsonc-parser'
import { configurationLimits } from './settings-file-limits.ts'
import type { Reading, Value } from './value.ts'

/** Parses JSON with comments and trailing commas. Tolerates errors, as editors do. */
export function readJson(text: string): Reading {
  try {
    const walk = { isCut: false }
    const root = parseTree(text, [], { allowTrailingComma: true })
    const value = root && valueOf(root, walk, 0)
    return { value, isCut: walk.isCut }
  } catch (error) {
    // Brackets are nested thousands of levels deep. No client accepts such a file.
    if (error instanceof RangeError) return { value: undefined, isCut: true }
    throw error
  }
}

function valueOf(node: Node, walk: { isCut: boolean }, depth: number): Value {
  const { type, offset, children = [] } = node
  if (depth > configurationLimits.maxDepth) {
    walk.isCut = true
    return { kind: 'scalar', text: '', offset }
  }
  if (type === 'array') return { kind: 'list', items: children.map((item) => valueOf(item, walk, depth + 1)), offset }
  if (type !== 'object') return { kind: 'scalar', text: String(node.value ?? ''), offset }
  const entries = children.flatMap(({ children: [key, value] = [] }) =>
    key && value ? [{ key: String(key.value), offset: key.offset, value: valueOf(value, walk, depth + 1) }] : [],
  )
  return { kind: 'mapping', entries, offset }
}
