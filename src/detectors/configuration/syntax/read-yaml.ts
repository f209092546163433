import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml'
import { limits } from '../../../model/limits.ts'
import type { Entry, Value } from './value.ts'

/**
 * Reads YAML as far as it can be read. An alias is the same object as its anchor, so that nothing multiplies. Undefined for a
 * document without content, and for one that nests too deep for its reader.
 */
export function readYaml(text: string): Value | undefined {
  try {
    const { contents } = parseDocument(text, { schema: 'failsafe', resolveKnownTags: false, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' })
    return contents === null ? undefined : valueOf(contents, new Map(), 0)
  } catch (error) {
    // Brackets within brackets, thousands deep: GitHub does not read that either.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function valueOf(node: Node | null, anchors: Map<string, Value>, depth: number): Value {
  const offset = node?.range?.[0] ?? 0
  const nothing: Value = { kind: 'scalar', text: '', offset }
  if (node === null || depth > limits.configuration.depth) return nothing
  if (isAlias(node)) return anchors.get(node.source) ?? nothing
  const value = contentOf(node, anchors, depth, offset)
  if ('anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, value)
  return value
}

function contentOf(node: Node, anchors: Map<string, Value>, depth: number, offset: number): Value {
  if (isScalar(node)) return { kind: 'scalar', text: String(node.value ?? ''), offset, ...((node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') && { block: true }) }
  if (isSeq<Node | null>(node)) return { kind: 'list', items: node.items.map((item) => valueOf(item, anchors, depth + 1)), offset }
  if (!isMap<Node, Node | null>(node)) return { kind: 'scalar', text: '', offset }
  const entries = node.items.map(({ key, value }): Entry => ({ key: isScalar(key) ? String(key.value ?? '') : '', offset: key.range?.[0] ?? offset, value: valueOf(value, anchors, depth + 1) }))
  return { kind: 'mapping', entries, offset }
}
