import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { originsOf } from '../graph/origins.ts'
import { elements } from './linked-values.ts'
import type { LowerGraph } from './lower-graph.ts'
import { callToken } from './call-token.ts'

/** Special methods that operators call on their left operand. The right operand has the reflected one: `__radd__`. */
const operatorMethods: Readonly<Record<string, string>> = {
  '-': 'sub',
  '*': 'mul',
  '@': 'matmul',
  '/': 'truediv',
  '//': 'floordiv',
  '%': 'mod',
  '**': 'pow',
  '<<': 'lshift',
  '>>': 'rshift',
  '|': 'or',
  '^': 'xor',
  '&': 'and',
}
const comparisonMethods: Readonly<Record<string, string>> = {
  '===': '__eq__',
  '!==': '__ne__',
  '<': '__lt__',
  '<=': '__le__',
  '>': '__gt__',
  '>=': '__ge__',
}
const iteration = ['__iter__', '__aiter__']

/** Special methods that built-in functions call on their arguments. */
const builtInMethods: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'list tuple set frozenset sorted sum any all map filter enumerate zip dict iter min max join extend writelines'
      .split(' ')
      .map((name) => [name, iteration]),
  ),
  str: ['__str__'],
  print: ['__str__'],
  format: ['__format__', '__str__'],
  repr: ['__repr__'],
  len: ['__len__'],
  bool: ['__bool__'],
  int: ['__int__', '__index__'],
  float: ['__float__'],
  bytes: ['__bytes__'],
  hash: ['__hash__'],
  next: ['__next__'],
  anext: ['__anext__'],
  reversed: ['__reversed__'],
  abs: ['__abs__'],
  copy: ['__copy__'],
  deepcopy: ['__deepcopy__'],
}

/** Adds the special methods that a node of a Python function calls. */
export function callSpecialMethods(graph: LowerGraph, module: LoadedModule, node: number): void {
  const operand = (index: number) => module.operand(node, index)
  const call = (object: number, names: readonly string[], args: readonly number[] = []) =>
    callMethods(graph, module, { node, object, names, args, result: module.firstNode + node })
  switch (module.op(node)) {
    case Op.Element:
      iterate(graph, module, { node, collection: operand(0), to: module.firstNode + node })
      break
    case Op.Spread:
      iterate(graph, module, { node, collection: operand(0), to: graph.flow.add(1) })
      break
    case Op.LoadDynamic:
      call(operand(0), ['__getitem__'], [operand(1)])
      break
    case Op.StoreDynamic:
      call(operand(0), ['__setitem__'], [operand(1), operand(2)])
      break
    case Op.Concat:
      for (let index = 0; index < module.operandCount(node); index += 1)
        call(
          operand(index),
          index === 0 ? ['__add__', '__mod__', '__str__'] : ['__radd__', '__rmod__', '__str__'],
          [operand(1 - Math.min(index, 1))].filter((one) => one >= 0),
        )
      break
    case Op.Binary:
      operate(module.text(node, 0), operand(1), operand(2), call)
      break
    default:
      break
  }
}

function operate(
  operator: string,
  left: number,
  right: number,
  call: (object: number, names: readonly string[], args: readonly number[]) => void,
): void {
  const method = operatorMethods[operator]
  const compared = comparisonMethods[operator]
  if (method !== undefined) {
    call(left, [`__${method}__`], [right])
    call(right, [`__r${method}__`], [left])
  } else if (compared !== undefined) call(left, [compared], [right])
  else if (operator === 'in' || operator === 'not in') call(right, ['__contains__', '__iter__'], [left])
}

/** A function of the runtime calls special methods of its arguments. */
export function callBuiltIn(
  graph: LowerGraph,
  module: LoadedModule,
  { node, name, args }: { readonly node: number; readonly name: string; readonly args: readonly number[] },
): void {
  if (!Object.hasOwn(builtInMethods, name)) return
  const names = builtInMethods[name] ?? []
  for (const object of args)
    if (names === iteration) iterate(graph, module, { node, collection: object, to: collected(graph, module, node) })
    else callMethods(graph, module, { node, object, names, args: [], result: module.firstNode + node })
}

/** Place of the elements of a collection that a call returns. */
function collected(graph: LowerGraph, module: LoadedModule, node: number): number {
  const token = graph.objects.token(`object ${module.firstNode + node}`, () => ({ kind: 'object' }))
  graph.flow.put(module.firstNode + node, token)
  return graph.objects.own(token, elements)
}

function iterate(
  graph: LowerGraph,
  module: LoadedModule,
  { node, collection, to }: { readonly node: number; readonly collection: number; readonly to: number },
): void {
  const iterator = graph.flow.add(1)
  const method = { node, args: [] }
  graph.flow.eachRead(module.firstNode + collection, elements, to)
  callMethods(graph, module, { ...method, object: collection, names: iteration, result: iterator })
  graph.flow.eachRead(iterator, elements, to)
  callMethodsOf(graph, module, { ...method, place: iterator, names: ['__next__', '__anext__'], result: to })
}

/** Name of the attribute of a class that holds the getter of a property. */
export const getterKey = (name: string) => `get ${name}`

/** Reading a property calls its getter. */
export function callGetter(graph: LowerGraph, module: LoadedModule, node: number): void {
  const names = [getterKey(module.text(node, 1))]
  callMethods(graph, module, {
    node,
    object: module.operand(node, 0),
    names,
    args: [],
    result: module.firstNode + node,
  })
}

interface MethodCall {
  readonly node: number
  readonly names: readonly string[]
  readonly args: readonly number[]
  /** Place of what the methods return. */
  readonly result: number
}

function callMethods(graph: LowerGraph, module: LoadedModule, call: MethodCall & { readonly object: number }): void {
  callMethodsOf(graph, module, { ...call, place: module.firstNode + call.object })
}

/** Calls methods of the instances at a place. */
export function callMethodsOf(
  graph: LowerGraph,
  module: LoadedModule,
  { node, place, names, args, result }: MethodCall & { readonly place: number },
): void {
  const { flow, objects } = graph
  const given = args.map((one) => ({ place: module.firstNode + one }))
  flow.each(place, (token) => {
    if (objects.get(token)?.kind !== 'object') return
    for (const name of names)
      flow.each(objects.inherited(token, name), (method) =>
        callToken(graph, module, { node, args: given, receiver: place, isPassed: false, result }, method),
      )
  })
}

/** Reports whether a value is a function of the runtime, or the result of calling one: `wraps(f)`. */
export function isRuntimeFunction(module: LoadedModule, value: number, depth = 0): boolean {
  return (
    originsOf(module, value)?.every((one) => {
      const op = module.op(one)
      if (op === Op.Global || op === Op.Import) return true
      if ((op !== Op.Call && op !== Op.Load) || depth > 4) return false
      return isRuntimeFunction(module, module.operand(one, 0), depth + 1)
    }) ?? false
  )
}
