import { isAlias, isMap, isScalar, isSeq, Lexer, type Node, parseDocument } from 'yaml'
import { configurationLimits } from './settings-file-limits.ts'
import type { Entry, Reading, Value } from './value.ts'

/** State of a document walk. */
interface Walk {
  readonly anchors: Map<string, Value>
  isCut: boolean
}

const leftOut: Reading = { value: undefined, isCut: true }

/**
 * Parses YAML and tolerates errors. An alias is the same object as its anchor, so aliases do not multiply memory. If a
 * document has more parts than any real one, it is ignored.
 */
export function readYaml(text: string): Reading {
  if (hasTooManyParts(text)) return leftOut
  try {
    const { contents } = parseDocument(text, {
      schema: 'failsafe',
      resolveKnownTags: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    })
    const walk: Walk = { anchors: new Map(), isCut: false }
    const value = contents === null ? undefined : valueOf(contents, walk, 0)
    return { value, isCut: walk.isCut }
  } catch (error) {
    // Dashes are nested thousands of levels deep, which GitHub does not accept either.
    if (error instanceof RangeError) return leftOut
    throw error
  }
}

/**
 * Reports whether the text exceeds the limits. Checked before parsing, because parsing takes 5 µs per part. Counts
 * tokens and the depth of brackets.
 */
function hasTooManyParts(text: string): boolean {
  let [parts, depth] = [0, 0]
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === '[' || lexeme === '{') depth += 1
    else if (lexeme === ']' || lexeme === '}') depth -= 1
    if ((parts += 1) > configurationLimits.maxYamlParts || depth > configurationLimits.maxDepth) return true
  }
  return false
}

function valueOf(node: Node | null, walk: Walk, depth: number): Value {
  const offset = node?.range?.[0] ?? 0
  const nothing: Value = { kind: 'scalar', text: '', offset }
  if (node === null) return nothing
  if (depth > configurationLimits.maxDepth) {
    walk.isCut = true
    return nothing
  }
  if (isAlias(node)) return walk.anchors.get(node.source) ?? nothing
  const value = contentOf(node, walk, depth, offset)
  if ('anchor' in node && typeof node.anchor === 'string') walk.anchors.set(node.anchor, value)
  return value
}

function contentOf(node: Node, walk: Walk, depth: number, offset: number): Value {
  if (isScalar(node))
    return {
      kind: 'scalar',
      text: String(node.value ?? ''),
      offset,
      ...((node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') && { block: true }),
    }
  if (isSeq<Node | null>(node))
    return { kind: 'list', items: node.items.map((item) => valueOf(item, walk, depth + 1)), offset }
  if (!isMap<Node, Node | null>(node)) return { kind: 'scalar', text: '', offset }
  const entries = node.items.map(({ key, value }): Entry => ({
    key: isScalar(key) ? String(key.value ?? '') : '',
    offset: key.range?.[0] ?? offset,
    value: valueOf(value, walk, depth + 1),
  }))
  return { kind: 'mapping', entries, offset }
}
