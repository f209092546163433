import { type Node, visitorKeys } from 'oxc-parser'
import { patternNames } from '../declarations.ts'
import { isNode } from '../walk-tree.ts'

/** Free names in a piece of code. */
export interface NamesUsed {
  readonly names: ReadonlySet<string>
  /** Literal arguments of calls that load modules. */
  readonly keys: ReadonlySet<string>
}

/** A function, class, or handler, and the names declared in it. */
interface Declared {
  readonly around: Declared | undefined
  names: Set<string> | undefined
}

/** Names to search for in a piece of code. */
export interface NameQuestions {
  /**
   * True if the code around the piece declares the name. Other names are skipped, because most names in a bundle are
   * local.
   */
  readonly isAround: (name: string) => boolean
  /** Name of the function that loads modules by a literal key. */
  readonly require: string | undefined
}

/**
 * Returns the names that are used but not declared in a piece of code. A name declared in a block counts as declared in
 * the whole function, so the result may miss a use but contains no false ones. Iterative, because trees can be
 * arbitrarily deep.
 */
export function namesUsed(root: Node, { isAround, require }: NameQuestions): NamesUsed {
  const used = new Map<string, Declared[]>()
  const keys = new Set<string>()
  // Nodes and their enclosing scopes are in two parallel lists, which avoids an object per node. There are millions of
  // nodes.
  const [waiting, around]: [Node[], Declared[]] = [[root], [{ around: undefined, names: undefined }]]
  for (let node = waiting.pop(), outer = around.pop(); node && outer; node = waiting.pop(), outer = around.pop()) {
    const before = waiting.length
    let declared = outer
    switch (node.type) {
      case 'Identifier':
        if (isAround(node.name)) place(used, node.name, outer)
        if ('typeAnnotation' in node || 'decorators' in node) addChildren(node, waiting)
        break
      case 'Literal':
      case 'ThisExpression':
        break
      case 'MemberExpression':
        waiting.push(node.object)
        if (node.computed) waiting.push(node.property)
        break
      case 'CallExpression':
        if (require !== undefined && node.callee.type === 'Identifier' && node.callee.name === require)
          addKey(node.arguments[0], keys)
        if (node.typeArguments) addChildren(node, waiting)
        else {
          waiting.push(node.callee)
          for (const given of node.arguments) waiting.push(given)
        }
        break
      case 'BinaryExpression':
      case 'LogicalExpression':
      case 'AssignmentExpression':
        waiting.push(node.left, node.right)
        break
      case 'ConditionalExpression':
        waiting.push(node.test, node.consequent, node.alternate)
        break
      case 'ExpressionStatement':
        waiting.push(node.expression)
        break
      case 'ReturnStatement':
      case 'UnaryExpression':
        if (node.argument) waiting.push(node.argument)
        break
      case 'SequenceExpression':
        for (const one of node.expressions) waiting.push(one)
        break
      case 'BlockStatement':
        for (const one of node.body) waiting.push(one)
        break
      case 'IfStatement':
        waiting.push(node.test, node.consequent)
        if (node.alternate) waiting.push(node.alternate)
        break
      case 'ObjectExpression':
        for (const one of node.properties) waiting.push(one)
        break
      case 'TemplateLiteral':
        for (const one of node.expressions) waiting.push(one)
        break
      case 'VariableDeclaration':
        for (const one of node.declarations) waiting.push(one)
        break
      case 'VariableDeclarator':
        declareIn(node, outer, outer, isAround)
        waiting.push(node.id)
        if (node.init) waiting.push(node.init)
        break
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node.computed) addChildren(node, waiting)
        else addChildren(node, waiting, 'key')
        break
      default:
        declared = declaring.has(node.type) ? { around: outer, names: undefined } : outer
        declareIn(node, declared, outer, isAround)
        addChildren(node, waiting)
    }
    for (let at = before; at < waiting.length; at += 1) around.push(declared)
  }
  // Evaluated after the walk, because `var` and functions are hoisted.
  const names = new Set<string>()
  for (const [name, places] of used) if (places.some((one) => !isDeclared(name, one))) names.add(name)
  return { names, keys }
}

const declaring: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassDeclaration',
  'ClassExpression',
  'CatchClause',
])

function place(used: Map<string, Declared[]>, name: string, declared: Declared): void {
  const places = used.get(name)
  if (!places) used.set(name, [declared])
  else if (places.at(-1) !== declared) places.push(declared)
}

/** Appends the children of a node to the worklist, except for one. */
function addChildren(node: Node, waiting: Node[], without?: string): void {
  const keys: readonly string[] | undefined = visitorKeys[node.type]
  for (const key of keys ?? []) {
    const child: unknown = key === without ? undefined : node[key as keyof Node]
    if (Array.isArray(child)) {
      for (const inner of child) if (isSyntax(inner)) waiting.push(inner)
    } else if (isSyntax(child)) waiting.push(child)
  }
}

const isSyntax = (value: unknown): value is Node => isNode(value)

function declareIn(node: Node, own: Declared, around: Declared, isAround: (name: string) => boolean): void {
  const add = (pattern: Node | null, to: Declared) => {
    for (const name of pattern ? patternNames(pattern) : []) if (isAround(name)) (to.names ??= new Set()).add(name)
  }
  switch (node.type) {
    case 'VariableDeclarator':
      return add(node.id, own)
    case 'CatchClause':
      return add(node.param, own)
    case 'ClassDeclaration':
    case 'ClassExpression':
      return add(node.id, node.type === 'ClassDeclaration' ? around : own)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      if (node.id) add(node.id, node.type === 'FunctionDeclaration' ? around : own)
      for (const parameter of node.params) add(parameter, own)
      return undefined
    default:
  }
}

function isDeclared(name: string, declared: Declared): boolean {
  for (let at: Declared | undefined = declared; at; at = at.around) if (at.names?.has(name) === true) return true
  return false
}

function addKey(first: Node | undefined, keys: Set<string>): void {
  if (first?.type === 'Literal') keys.add(String(first.value))
}
