import { FunctionFlag, Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { selfOf } from '../graph/self-of.ts'
import { type Argument, bindArguments } from './bind-arguments.ts'
import { mayBeOfAnother } from './held-functions.ts'
import { linkReturns } from './linked-values.ts'
import type { FunctionPlace, LowerGraph } from './lower-graph.ts'

export interface BoundCall {
  readonly node: number
  readonly args: readonly Argument[]
  /** Place of the receiver, or -1. */
  readonly receiver: number
  /** True if the callee is a parameter. */
  readonly isPassed: boolean
  /** Attribute of `self` that holds the callee, see `holdingAttribute`. */
  readonly heldBy?: string | undefined
  /** Place of what the call returns. */
  readonly result: number
  /** Number of instances and base classes between the callee and the called value. */
  readonly depth?: number
}

/** Maximum number of instances and base classes that a call goes through. */
const maxDepth = 12

/** A call calls an abstract value: a function, a class, or an instance of a Python class with `__call__`. */
export function callToken(graph: LowerGraph, module: LoadedModule, call: BoundCall, token: number): void {
  const { flow, objects } = graph
  const target = objects.get(token)
  if (!target) return
  if (target.kind === 'object') {
    const inner = innerCall(graph, call, token)
    if (module.unit.language === 'python' && inner)
      flow.each(objects.inherited(token, '__call__'), (method) => callToken(graph, module, inner, method))
    return
  }
  const isNew = module.op(call.node) === Op.New || target.kind === 'class'
  const instance = isNew ? objects.instanceOf(token) : -1
  if (isNew) flow.put(call.result, instance)
  if (target.kind === 'class') {
    if (module.unit.language === 'python') bindReceivers(graph, module, { node: call.node, token, instance })
    createInstance(graph, module, {
      call: { ...call, isPassed: false, heldBy: undefined },
      token,
      target: target.module,
      index: target.index,
    })
    return
  }
  callFunction(graph, module, call, target)
  const { self = -1 } = target.module.unit.functions[target.local] ?? {}
  if (self < 0) return
  if (isNew) flow.put(target.module.firstNode + self, instance)
  else if (call.receiver >= 0) flow.link(call.receiver, target.module.firstNode + self)
}

function callFunction(graph: LowerGraph, module: LoadedModule, call: BoundCall, target: FunctionPlace): void {
  // Another instance may hold it, so the path goes through the code that passed it.
  const { heldBy, node } = call
  const isHeld = heldBy !== undefined && mayBeOfAnother(module, { node, heldBy, target })
  if (call.isPassed || isHeld) graph.callPassed(target)
  else graph.call(module, call.node, target)
  const { flags = 0 } = target.module.unit.functions[target.local] ?? {}
  // The first parameter of a method is its receiver.
  const first = (flags & FunctionFlag.receiverIsParameter) === 0 ? 0 : 1
  if ((flags & FunctionFlag.receiverIsClass) !== 0) bindClass(graph, call, target)
  bindArguments(graph, target, { args: call.args, first })
  linkReturns(graph, target, call.result)
}

/** The first parameter of a class method is the class that it is called on. */
function bindClass({ flow, objects }: LowerGraph, call: BoundCall, { module, local }: FunctionPlace): void {
  const self = selfOf(module, local)
  if (self < 0 || call.receiver < 0) return
  flow.each(call.receiver, (token) => {
    if (objects.get(token)?.kind === 'class') flow.put(module.firstNode + self, token)
    else flow.link(objects.inherited(token, 'constructor'), module.firstNode + self)
  })
}

function createInstance(
  graph: LowerGraph,
  module: LoadedModule,
  {
    call,
    token,
    target,
    index,
  }: { readonly call: BoundCall; readonly token: number; readonly target: LoadedModule; readonly index: number },
): void {
  const made = target.unit.classes[index]
  if (!made) return
  for (const local of [made.creator, made.initializer])
    if (local >= 0) callFunction(graph, module, call, { module: target, local })
  // Without a constructor, that of the base class runs.
  const inner = made.creator < 0 ? innerCall(graph, call, token) : undefined
  if (inner)
    graph.flow.each(graph.objects.parentsOf(token), (parent) => {
      const base = graph.objects.get(parent)
      if (base?.kind === 'class' && target.unit.language === 'python')
        createInstance(graph, module, { call: inner, token: parent, target: base.module, index: base.index })
      else if (base && base.kind !== 'object') callToken(graph, module, inner, parent)
    })
}

/** The call that follows from a call of a value, or undefined if the call was there before. */
function innerCall({ objects }: LowerGraph, call: BoundCall, token: number): BoundCall | undefined {
  const { depth = 0, node, receiver, result } = call
  if (depth >= maxDepth || !objects.isNew(`call ${node} ${receiver} ${result} ${token}`)) return undefined
  return { ...call, depth: depth + 1, isPassed: false, heldBy: undefined }
}

/** An instance is the receiver of the methods of its class and of all base classes. */
function bindReceivers(
  graph: LowerGraph,
  module: LoadedModule,
  { node, token, instance }: { readonly node: number; readonly token: number; readonly instance: number },
): void {
  // `super().__init__()` creates no instance.
  if (!isOwnBase(graph, module, node, token)) bindMethods(graph, { token, instance, depth: 0 })
}

/** Binds an instance of a Python class to the methods of a class and of its base classes. */
export function bindMethods(
  graph: LowerGraph,
  { token, instance, depth }: { readonly token: number; readonly instance: number; readonly depth: number },
): void {
  const made = graph.objects.get(token)
  if (made?.kind !== 'class' || depth > 12 || !graph.objects.isNew(`methods ${token} ${instance}`)) return
  const { members = [], creator = -1, initializer = -1 } = made.module.unit.classes[made.index] ?? {}
  const locals = members
    .filter(({ value }) => made.module.op(value) === Op.Closure)
    .map(({ value }) => made.module.operand(value, 0))
  for (const local of [...locals, creator, initializer]) {
    const { flags = 0 } = made.module.unit.functions[local] ?? {}
    const self = local < 0 || (flags & FunctionFlag.receiverIsClass) !== 0 ? -1 : selfOf(made.module, local)
    if (self >= 0) graph.flow.put(made.module.firstNode + self, instance)
  }
  graph.flow.each(graph.objects.parentsOf(token), (parent) =>
    bindMethods(graph, { token: parent, instance, depth: depth + 1 }),
  )
}

/** Reports whether a constructor calls a class that its own class inherits from. */
function isOwnBase(graph: LowerGraph, module: LoadedModule, node: number, token: number): boolean {
  const caller = module.functionOf(node)
  const { flags = 0 } = module.unit.functions[caller] ?? {}
  if ((flags & FunctionFlag.constructor) === 0) return false
  const index = module.unit.classes.findIndex(({ creator }) => creator === caller)
  const own = graph.objects.known(`class ${module.index}:${index}`)
  return own !== undefined && graph.flow.has(graph.objects.parentsOf(own), token)
}
