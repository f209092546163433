import type { ArrowFunctionExpression, Function as FunctionNode, Node } from 'oxc-parser'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { FunctionFlag, Op, ParameterKind } from '../../ir/operations.ts'
import { assignPattern, orDefault } from './lower-assignment.ts'
import type { Lowering } from './lowering.ts'
import { declareModules } from './lower-module-table.ts'
import { argumentsName, type Scope, selfName } from './scope.ts'
import { typeText } from './syntax.ts'

/** Overrides function properties that cannot be determined from the syntax alone. */
export interface FunctionManner {
  /** Name of an anonymous function. */
  readonly name?: string | undefined
  /** Replaces the flags that the syntax implies. */
  readonly flags?: number
  /** True if `yield` acts as `await`. */
  readonly yieldAwaits?: boolean
}

/** Lowers a function expression. Returns its `Closure`. */
export function lowerFunction(
  to: Lowering,
  node: FunctionNode | ArrowFunctionExpression,
  manner: FunctionManner = {},
): number {
  const scope = to.scopes.byNode.get(node)
  if (!scope) return to.tooDeep(node)
  if (node.type !== 'FunctionExpression' || !node.id)
    return to.closure(header(node, scope, manner), () => body(to, node, scope, manner))
  const { id } = node
  let made = -1
  to.inScope(id, () => {
    made = to.closure(header(node, scope, manner), () => body(to, node, scope, manner))
    to.assignName(id.name, made)
  })
  return made
}

/**
 * Emits a function that is not itself a value, such as a constructor. Returns its index, or -1 if it is nested too
 * deeply. Calls `before` first.
 */
export function lowerOwnFunction(
  to: Lowering,
  node: FunctionNode,
  { name, flags }: { readonly name: string; readonly flags: number },
): number {
  const scope = to.scopes.byNode.get(node)
  if (scope) return to.writeFunction({ name, offset: node.start, flags }, () => body(to, node, scope, {}))
  to.tooDeep(node)
  return -1
}

function header(node: FunctionNode | ArrowFunctionExpression, scope: Scope, { name, flags }: FunctionManner) {
  const own = node.type === 'ArrowFunctionExpression' ? undefined : node.id?.name
  const written = (node.async ? FunctionFlag.async : 0) | (node.generator ? FunctionFlag.generator : 0)
  return {
    name: own ?? name ?? '',
    offset: node.start,
    flags: (flags ?? written) | (scope.ownsSelf ? FunctionFlag.ownSelf : 0),
  }
}

function body(
  to: Lowering,
  node: FunctionNode | ArrowFunctionExpression,
  scope: Scope,
  { yieldAwaits = false }: FunctionManner,
): void {
  const around = { scope: to.scope, yieldAwaits: to.yieldAwaits, later: to.later }
  to.later = []
  to.scope = scope
  to.yieldAwaits = node.type === 'ArrowFunctionExpression' ? false : yieldAwaits
  for (const variable of scope.names.values()) to.declare(variable)
  declareSelf(to, scope, node.start)
  parameters(to, node, scope)
  if (node.body?.type === 'BlockStatement') {
    hoistFunctions(to, node.body.body)
    to.statements(node.body.body)
    settleLater(to)
  } else if (node.body) to.returns(to.expression(node.body), node.body.start)
  to.scope = around.scope
  to.yieldAwaits = around.yieldAwaits
  to.later = around.later
}

/** Emits the exports that were declared before their values existed. */
export function settleLater(to: Lowering): void {
  for (const { target, name, value } of to.later)
    to.node(Op.Store, value.start, target, to.string(name), to.expression(value))
}

/** Emits `this` if the scope has one and uses it. */
export function declareSelf(to: Lowering, scope: Scope, offset: number): void {
  const self = scope.ownsSelf ? scope.names.get(selfName) : undefined
  if (!self) return
  if (to.current.self < 0) to.current.self = to.node(Op.Self, offset)
  to.assign(self, to.current.self)
}

function parameters(to: Lowering, node: FunctionNode | ArrowFunctionExpression, scope: Scope): void {
  for (const one of node.params) {
    const property = one.type === 'TSParameterProperty' ? one.parameter : one
    const isRest = property.type === 'RestElement'
    const target: Node = property.type === 'AssignmentPattern' ? property.left : isRest ? property.argument : property
    // A TypeScript parameter named `this` exists only for the type checker.
    if (target.type === 'Identifier' && target.name === selfName) continue
    const annotated =
      'typeAnnotation' in target && target.typeAnnotation
        ? target.typeAnnotation
        : isRest
          ? property.typeAnnotation
          : undefined
    to.parameter({
      name: target.type === 'Identifier' ? target.name : undefined,
      offset: one.start,
      kind: isRest ? ParameterKind.rest : ParameterKind.positional,
      annotation: typeText(to.text, annotated, dataflowLimits.maxTypeCharacters),
    })
  }
  declareArguments(to, scope, node.start)
  let index = 0
  for (const one of node.params) {
    if (one.type === 'Identifier' && one.name === selfName) continue
    const value = to.current.parameters[index]
    if (value) takeParameter(to, one, value.node)
    index += 1
  }
}

function takeParameter(to: Lowering, node: Node, value: number): void {
  const pattern = node.type === 'TSParameterProperty' ? node.parameter : node
  if ('decorators' in node && node.decorators)
    for (const { expression, start } of node.decorators) to.node(Op.Call, start, to.expression(expression), value)
  const given = pattern.type === 'AssignmentPattern' ? orDefault(to, value, pattern.right, pattern.left) : value
  assignPattern(
    to,
    pattern.type === 'AssignmentPattern' ? pattern.left : pattern.type === 'RestElement' ? pattern.argument : pattern,
    given,
  )
  if (node.type !== 'TSParameterProperty') return
  const target = pattern.type === 'AssignmentPattern' ? pattern.left : pattern
  if (target.type === 'Identifier')
    to.node(Op.Store, node.start, to.named(selfName, node.start), to.string(target.name), given)
}

/** Emits `arguments`: the parameters and all other arguments. */
function declareArguments(to: Lowering, scope: Scope, offset: number): void {
  const variable = scope.ownsSelf ? scope.names.get(argumentsName) : undefined
  if (!variable) return
  const { parameters } = to.current
  if (parameters.at(-1)?.kind !== ParameterKind.rest)
    to.parameter({ name: argumentsName, offset, kind: ParameterKind.rest })
  const items = parameters.map(({ node, kind }) =>
    kind === ParameterKind.rest ? to.node(Op.Spread, offset, node) : node,
  )
  to.assign(variable, to.nodeOf(Op.ArrayOf, offset, items))
}

/** Hoists function declarations to the start of their scope. */
export function hoistFunctions(to: Lowering, statements: readonly Node[]): void {
  const table = to.scopes.tables.get(statements)
  if (table) declareModules(to, table)
  for (const statement of statements) {
    if (statement === table?.require || to.vendored.moduleOf(statement)) continue
    const node =
      (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') &&
      statement.declaration
        ? statement.declaration
        : statement
    if (node.type === 'FunctionDeclaration' && node.id && node.body) to.assignName(node.id.name, to.expression(node))
  }
}
