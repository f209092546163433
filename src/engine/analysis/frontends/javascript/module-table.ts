import type { ArrowFunctionExpression, Function as FunctionNode, Node } from 'oxc-parser'
import { bare, keyText, stringOf } from './syntax.ts'
import type { SyntaxNode } from './parse-javascript.ts'
import { isNode, walkTree } from './walk-tree.ts'

/** A module of a table: its key and its function `(module, exports, require)`. */
export interface TableModule {
  readonly key: string
  readonly run: FunctionNode | ArrowFunctionExpression
  readonly start: number
  readonly end: number
  /** Specifier of another package's module, if this module only re-exports it. */
  readonly passes: string | undefined
}

/** Modules as webpack, rspack, and ncc bundle them: a table by number or path, and the function that runs a module. */
export interface ModuleTable {
  readonly declarator: Node
  readonly modules: readonly TableModule[]
  readonly require: FunctionNode
}

/** Finds a module table among statements, regardless of the names used. Undefined if they contain no table. */
export function moduleTableOf(statements: readonly Node[]): ModuleTable | undefined {
  // Most statement lists cannot contain a module table, and this runs for every function body.
  if (!statements.some(mayRunModules)) return undefined
  let runners: ReadonlyMap<string, FunctionNode> | undefined
  for (const statement of statements) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const declarator of statement.declarations) {
      if (declarator.id.type !== 'Identifier' || !declarator.init) continue
      const modules = tableModules(bare(declarator.init))
      const require = modules && (runners ??= runnersAmong(statements)).get(declarator.id.name)
      if (modules && require) return { declarator, modules, require }
    }
  }
  return undefined
}

const mayRunModules = (statement: Node) =>
  statement.type === 'FunctionDeclaration' &&
  statement.params.length === 1 &&
  statement.end - statement.start <= runnerCharacters

function tableModules(node: Node): TableModule[] | undefined {
  const modules: TableModule[] = []
  const add = (key: string | undefined, value: Node, { start, end }: Node) => {
    const run = bare(value)
    if (
      key === undefined ||
      (run.type !== 'FunctionExpression' && run.type !== 'ArrowFunctionExpression') ||
      run.params.length > 3
    )
      return false
    modules.push({ key, run, start, end, passes: passedModule(run) })
    return true
  }
  if (node.type === 'ObjectExpression') {
    for (const property of node.properties)
      if (property.type !== 'Property' || !add(keyText(property.key, property.computed), property.value, property))
        return undefined
  } else if (node.type === 'ArrayExpression') {
    for (const [index, element] of node.elements.entries())
      if (element && !add(String(index), element, element)) return undefined
  }
  return modules.length > 0 ? modules : undefined
}

/** Matches a module that contains only `module.exports = require('x')`. Returns the specifier. */
export function passedModule(run: FunctionNode | ArrowFunctionExpression): string | undefined {
  const { body } = run
  const statements =
    body?.type === 'BlockStatement'
      ? body.body.filter(({ type, ...rest }) => type !== 'EmptyStatement' && !('directive' in rest && rest.directive))
      : []
  const [only] = statements
  const expression =
    statements.length === 1 && only?.type === 'ExpressionStatement'
      ? only.expression
      : body && body.type !== 'BlockStatement'
        ? body
        : undefined
  const assigned = expression ? bare(expression) : undefined
  if (
    assigned?.type !== 'AssignmentExpression' ||
    assigned.left.type !== 'MemberExpression' ||
    keyText(assigned.left.property, assigned.left.computed) !== 'exports'
  )
    return undefined
  const call = bare(assigned.right)
  return call.type === 'CallExpression' && call.callee.type === 'Identifier' && /require/.test(call.callee.name)
    ? stringOf(call.arguments[0])
    : undefined
}

/**
 * Finds functions that run a table item selected by their only parameter. Returns them by the table's name. Such a
 * function passes itself to the item as `require` and uses the item in no other way. Functions that return the item, or
 * call it with their own arguments, are ordinary lookups.
 */
function runnersAmong(statements: readonly Node[]): Map<string, FunctionNode> {
  const found = new Map<string, FunctionNode>()
  for (const statement of statements) {
    if (statement.type !== 'FunctionDeclaration' || statement.params.length !== 1 || !statement.body || !statement.id)
      continue
    const [parameter] = statement.params
    const body: object = statement.body
    if (parameter?.type !== 'Identifier' || statement.end - statement.start > runnerCharacters || !isNode(body))
      continue
    const itself = { name: statement.id.name, parameter: parameter.name }
    const [taken, run] = [new Map<string, number>(), new Map<string, number>()]
    walkTree(
      body,
      (node) => {
        count(taken, tableOfItem(node, itself.parameter))
        count(run, tableRun(node, itself))
      },
      () => true,
    )
    for (const [table, times] of run) if (taken.get(table) === times) found.set(table, statement)
  }
  return found
}

function count(times: Map<string, number>, name: string | undefined): void {
  if (name !== undefined) times.set(name, (times.get(name) ?? 0) + 1)
}

/** Returns the table's name in `table[key]`. */
function tableOfItem(node: unknown, key: string): string | undefined {
  return isNode(node) &&
    node.type === 'MemberExpression' &&
    node['computed'] === true &&
    nameOf(node['property']) === key
    ? nameOf(node['object'])
    : undefined
}

/** Returns the table's name in `table[key](module, module.exports, itself)`, or in the equivalent use of `.call`. */
function tableRun(
  node: SyntaxNode,
  { name, parameter }: { readonly name: string; readonly parameter: string },
): string | undefined {
  const [callee, given] = [node['callee'], node['arguments']]
  if (node.type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return undefined
  const direct = tableOfItem(callee, parameter)
  const [exports, require]: unknown[] = given.slice(direct === undefined ? 2 : 1)
  const isRun =
    isNode(exports) &&
    exports.type === 'MemberExpression' &&
    nameOf(exports['property']) === 'exports' &&
    nameOf(require) === name
  return isRun ? (direct ?? tableOfItem(callee['object'], parameter)) : undefined
}

/** Maximum length of a function that runs modules. The one in webpack has up to 1,000 characters. */
const runnerCharacters = 4_000

const nameOf = (node: unknown) =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined

/**
 * True for webpack's helper `n`: `(module) => { const getter = module && module.__esModule ? () => module.default : ()
 * => module; …; return getter }`.
 */
export function makesDefaultGetter(node: Node): boolean {
  if (
    (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') ||
    node.params.length !== 1 ||
    node.end - node.start > getterCharacters
  )
    return false
  const root: object = node
  const found = { marks: 0, getters: 0 }
  if (isNode(root))
    walkTree(
      root,
      (one) => {
        if (
          one.type === 'MemberExpression' &&
          isNode(one['property']) &&
          (nameOf(one['property']) ?? one['property']['value']) === '__esModule'
        )
          found.marks += 1
        if (
          (one.type === 'ArrowFunctionExpression' || one.type === 'FunctionExpression') &&
          Array.isArray(one['params']) &&
          one['params'].length === 0
        )
          found.getters += 1
      },
      () => true,
    )
  return found.marks === 1 && found.getters === 2
}

/** Maximum length of a function that creates getters. The one in webpack has 250 characters including whitespace. */
const getterCharacters = 600

/** Returns the exports in `require.d(exports, { name: () => value })` by name, whatever `require` is called. */
export function definedExports(
  callee: Node,
  given: readonly Node[],
): { readonly target: Node; readonly entries: readonly { readonly name: string; readonly value: Node }[] } | undefined {
  if (
    callee.type !== 'MemberExpression' ||
    callee.computed ||
    callee.object.type !== 'Identifier' ||
    callee.property.type !== 'Identifier' ||
    callee.property.name !== 'd'
  )
    return undefined
  const [target, getters] = given
  const entries = given.length === 2 && getters ? definedGetters(getters) : undefined
  return target && entries && { target, entries }
}

/**
 * Returns the values in `{ name: () => value }`, or in `['name', () => value, 'other', 0, value]` of newer webpack
 * versions, by name. Undefined for other expressions.
 */
export function definedGetters(getters: Node): readonly { readonly name: string; readonly value: Node }[] | undefined {
  if (getters.type === 'ArrayExpression') return listedGetters(getters.elements)
  if (getters.type !== 'ObjectExpression') return undefined
  const entries: { name: string; value: Node }[] = []
  for (const property of getters.properties) {
    const name = property.type === 'Property' ? keyText(property.key, property.computed) : undefined
    const value = property.type === 'Property' ? property.value : undefined
    const given = value && givenBy(value)
    if (name === undefined || !given) return undefined
    entries.push({ name, value: given })
  }
  return entries
}

function listedGetters(
  elements: readonly (Node | null)[],
): { readonly name: string; readonly value: Node }[] | undefined {
  const entries: { name: string; value: Node }[] = []
  for (let at = 0; at < elements.length; at += 2) {
    const [name, getter] = [stringOf(elements[at]), elements[at + 1]]
    const isValue = getter?.type === 'Literal' && getter.value === 0
    if (isValue) at += 1
    const value = isValue ? elements[at + 1] : getter && givenBy(getter)
    if (name === undefined || !value || value.type === 'SpreadElement') return undefined
    entries.push({ name, value })
  }
  return entries
}

/** Returns `value` for `() => value`. */
const givenBy = (getter: Node): Node | undefined =>
  getter.type === 'ArrowFunctionExpression' && getter.params.length === 0 && getter.body.type !== 'BlockStatement'
    ? getter.body
    : undefined
