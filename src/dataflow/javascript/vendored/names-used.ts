import { type Node, visitorKeys } from 'oxc-parser'
import { patternNames } from '../declarations.ts'
import { isNode } from '../walk-tree.ts'
import type { SyntaxNode } from '../parse-javascript.ts'

/** What a piece of code takes from around it. */
export interface NamesUsed {
  readonly names: ReadonlySet<string>
  /** Literals that a function is called with which loads modules. */
  readonly keys: ReadonlySet<string>
}

interface Declared {
  readonly around: Declared | undefined
  readonly names: Set<string>
}

/**
 * Names that a piece of code uses and does not declare itself. Blocks count as the function that they stand in: a name that a block declares is taken for declared
 * in all of it, so that too little is used rather than too much. Without recursion: trees are as deep as their author likes.
 */
export function namesUsed(root: Node, require: string | undefined): NamesUsed {
  const used = new Map<string, Set<Declared>>()
  const keys = new Set<string>()
  const start: object = root
  const waiting: { readonly node: SyntaxNode; readonly declared: Declared }[] = []
  if (isNode(start)) waiting.push({ node: start, declared: { around: undefined, names: new Set() } })
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { node } = one
    const declared = declaring.has(node.type) ? { around: one.declared, names: new Set<string>() } : one.declared
    declareIn(node, declared, one.declared)
    const name = node.type === 'Identifier' ? node['name'] : undefined
    if (typeof name === 'string') {
      const places = used.get(name)
      if (places) places.add(declared)
      else used.set(name, new Set([declared]))
    }
    if (require !== undefined && node.type === 'CallExpression') addKey(node, require, keys)
    for (const key of visitorKeys[node.type] ?? []) {
      if (node['computed'] !== true && ((node.type === 'MemberExpression' && key === 'property') || ((node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') && key === 'key'))) continue
      const child = node[key]
      for (const inner of Array.isArray(child) ? child : [child]) if (isNode(inner)) waiting.push({ node: inner, declared })
    }
  }
  // Only now is everything declared: `var` and functions count before they stand.
  const names = new Set<string>()
  for (const [name, places] of used) if ([...places].some((place) => !isDeclared(name, place))) names.add(name)
  return { names, keys }
}

const declaring: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassDeclaration', 'ClassExpression', 'CatchClause'])

function declareIn(node: SyntaxNode, own: Declared, around: Declared): void {
  const add = (pattern: unknown, to: Declared) => {
    if (isPattern(pattern)) for (const name of patternNames(pattern)) to.names.add(name)
  }
  if (node.type === 'VariableDeclarator') add(node['id'], own)
  else if (node.type === 'CatchClause') add(node['param'], own)
  else if (declaring.has(node.type)) {
    add(node['id'], node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration' ? around : own)
    if (Array.isArray(node['params'])) for (const parameter of node['params']) add(parameter, own)
  }
}

const isPattern = (value: unknown): value is Node => isNode(value)

function isDeclared(name: string, place: Declared): boolean {
  for (let at: Declared | undefined = place; at; at = at.around) if (at.names.has(name)) return true
  return false
}

function addKey(call: SyntaxNode, require: string, keys: Set<string>): void {
  const [callee, given] = [call['callee'], call['arguments']]
  const [first]: unknown[] = Array.isArray(given) ? given : []
  if (isNode(callee) && callee['name'] === require && isNode(first) && first.type === 'Literal') keys.add(String(first['value']))
}
