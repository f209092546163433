import type { ExprNode } from 'py-ast'
import { FunctionFlag, MemberFlag, Op, ParameterKind } from '../../ir/operations.ts'
import { lowerCallsIn, typeText } from './lower-assignment.ts'
import { writeDocstring } from './lower-module.ts'
import type { Lowering } from './lowering.ts'
import { type FunctionNode, lastName, type Of } from './python-tree.ts'
import { resolved } from './scope.ts'

type Definition = Of<'FunctionDef' | 'AsyncFunctionDef'>

/** Decorators that change how a method is accessed. They are not emitted as calls. */
const getters = new Set([
  'property',
  'cached_property',
  'async_property',
  'abstractproperty',
  'hybrid_property',
  'classproperty',
])
const kindsOfMethods = new Set([
  ...getters,
  'setter',
  'deleter',
  'staticmethod',
  'classmethod',
  'abstractmethod',
  'override',
  'overload',
  'final',
])
/** Methods that Python calls on the class without a decorator. */
const classMethods = new Set(['__init_subclass__', '__class_getitem__'])
/** Decorators for generators that yield a single value, which `with` or a fixture receives. */
const entering = new Set(['contextmanager', 'asynccontextmanager', 'fixture'])

/** Lowers `def`: a function with its decorators, or a method. */
export function lowerDefinition(to: Lowering, node: Definition): void {
  if (to.scope.kind === 'class' && to.classBody) return lowerMethod(to, node)
  const decorators = node.decorator_list.map((one) => ({ value: to.expression(one), offset: to.offsetOf(one) }))
  to.assignName(node.name, decorated(to, decorators, lowerFunction(to, node, 0)))
}

interface Decorator {
  readonly value: number
  readonly offset: number
}

/** The last decorator is applied first. */
function decorated(to: Lowering, decorators: readonly Decorator[], value: number): number {
  return decorators.reduceRight((made, one) => to.node(Op.Call, one.offset, one.value, made), value)
}

/** Lowers a method. Calls resolve to the method itself; its decorators are called separately. */
function lowerMethod(to: Lowering, node: Definition): void {
  const { classBody } = to
  if (!classBody) return
  const isOverload = node.decorator_list.some((one) => isTypingOverload(to, one))
  const kinds = new Set(node.decorator_list.map((one) => lastName(one) ?? ''))
  const decorators = node.decorator_list
    .filter((one) => !kindsOfMethods.has(lastName(one) ?? '') || (lastName(one) === 'overload' && !isOverload))
    .map((one) => ({ value: to.expression(one), offset: to.offsetOf(one) }))
  if (isOverload) {
    for (const { value, offset } of decorators) to.node(Op.Opaque, offset, value)
    return
  }
  const isStatic = kinds.has('staticmethod') || node.name === '__new__'
  const flags = isStatic
    ? 0
    : FunctionFlag.receiverIsParameter |
      (kinds.has('classmethod') || classMethods.has(node.name) ? FunctionFlag.receiverIsClass : 0)
  if (node.name === '__init__') {
    const made = lowerOwnFunction(to, node, flags | FunctionFlag.constructor)
    if (made >= 0) classBody.creator = made
    // The constructor is not a value that they could receive.
    for (const { value, offset } of decorators) to.node(Op.Opaque, offset, value)
    return
  }
  const value = lowerFunction(to, node, flags)
  const key = to.string(node.name)
  classBody.methods.add(node.name)
  to.assignName(node.name, value)
  if (kinds.has('setter')) classBody.members.push({ key, value, flags: MemberFlag.setter })
  else if ([...kinds].some((kind) => getters.has(kind)))
    classBody.members.push({ key, value, flags: MemberFlag.getter })
  else if (!kinds.has('deleter')) {
    classBody.members.push({ key, value, flags: 0 })
    if (isStatic || kinds.has('classmethod')) classBody.members.push({ key, value, flags: MemberFlag.static })
  }
  decorated(to, decorators, value)
}

/** Reports whether a decorator is `typing.overload`, so that a later definition replaces the method. */
function isTypingOverload(to: Lowering, decorator: ExprNode): boolean {
  if (lastName(decorator) !== 'overload' || decorator.nodeType === 'Call') return false
  const root = decorator.nodeType === 'Attribute' ? decorator.value : decorator
  const found = root.nodeType === 'Name' ? resolved(to.scope, root.id) : undefined
  const path = found && to.imported.get(found)
  return path === undefined ? found === undefined : /^typing(?:_extensions)?(?:\.overload)?$/.test(path)
}

/** Lowers a function. Returns its `Closure`. */
export function lowerFunction(to: Lowering, node: Definition, flags: number): number {
  if (!to.scopes.byNode.has(node)) return to.tooDeep(node)
  if (node.returns) lowerCallsIn(to, node.returns)
  return to.closure(header(to, node, node.name, flags), () => bodyOf(to, node, () => to.statements(node.body)))
}

export function lowerLambda(to: Lowering, node: Of<'Lambda'>): number {
  if (!to.scopes.byNode.has(node)) return to.tooDeep(node)
  return to.closure(header(to, node, '', 0), () =>
    bodyOf(to, node, () => to.returns(to.expression(node.body), to.offsetOf(node.body))),
  )
}

/** Emits a function that is not itself a value. Returns its index, or -1 if it is nested too deeply. */
function lowerOwnFunction(to: Lowering, node: Definition, flags: number): number {
  if (to.scopes.byNode.has(node))
    return to.writeFunction(header(to, node, node.name, flags), () => bodyOf(to, node, () => to.statements(node.body)))
  to.tooDeep(node)
  return -1
}

function header(to: Lowering, node: FunctionNode, name: string, flags: number) {
  return {
    name,
    offset: to.offsetOf(node),
    flags:
      flags |
      (node.nodeType === 'AsyncFunctionDef' ? FunctionFlag.async : 0) |
      (to.scopes.generators.has(node) ? FunctionFlag.generator : 0),
  }
}

function bodyOf(to: Lowering, node: FunctionNode, body: () => void): void {
  const around = { yieldReturns: to.yieldReturns, scope: to.scope, typeNames: to.typeNames }
  to.yieldReturns = node.nodeType !== 'Lambda' && node.decorator_list.some((one) => entering.has(lastName(one) ?? ''))
  if (node.nodeType !== 'Lambda') writeDocstring(to, node.body)
  to.inScope(node, () => {
    parameters(to, node.args, around.scope)
    body()
  })
  to.yieldReturns = around.yieldReturns
  to.typeNames = around.typeNames
}

/** Returns the parameters in positional order. */
function parameters(
  to: Lowering,
  { posonlyargs, args, vararg, kwonlyargs, kw_defaults: keywordDefaults, kwarg, defaults }: FunctionNode['args'],
  around: Lowering['scope'],
): void {
  const positional = [...posonlyargs, ...args]
  const withoutDefault = positional.length - defaults.length
  const taken: { readonly name: string; readonly node: number; readonly other: ExprNode | null | undefined }[] = []
  const take = (one: (typeof args)[number], kind: ParameterKind, other?: ExprNode | null) => {
    taken.push({
      name: one.arg,
      other,
      node: to.parameter({
        name: one.arg,
        offset: to.offsetOf(one),
        kind,
        annotation: one.annotation ? typeText(to, one.annotation) : undefined,
      }),
    })
  }
  for (const [index, one] of positional.entries())
    take(
      one,
      index < posonlyargs.length ? ParameterKind.positionalOnly : ParameterKind.positional,
      defaults[index - withoutDefault],
    )
  if (vararg) take(vararg, ParameterKind.rest)
  for (const [index, one] of kwonlyargs.entries()) take(one, ParameterKind.keyword, keywordDefaults[index])
  if (kwarg) take(kwarg, ParameterKind.keywordRest)
  for (const { name, node, other } of taken) to.assignName(name, other ? orDefault(to, node, other, around) : node)
}

/** Returns a parameter with its default. The default is evaluated in the enclosing scope. */
function orDefault(to: Lowering, parameter: number, other: ExprNode, around: Lowering['scope']): number {
  const own = to.scope
  to.scope = around
  const value = to.expression(other)
  to.scope = own
  return to.node(Op.Phi, to.offsetOf(other), parameter, to.current.region, value, to.current.region)
}
