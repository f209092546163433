import { FunctionFlag, Op, ParameterKind } from '../../ir/operations.ts'
import { anyPart, whole } from '../../points-to/argument-binder.ts'
import { containerMethods } from '../../points-to/container-methods.ts'
import { maxTokens } from '../../points-to/token-sets.ts'
import type { Program } from '../../program/program.ts'
import type { TakeStep, TaintStepsContext } from './taint-step.ts'
import type { TaintState } from './taint-graph.ts'

/** List methods that reorder elements. */
const movingMethods: ReadonlySet<string> = new Set([
  'shift',
  'unshift',
  'splice',
  'reverse',
  'sort',
  'insert',
  'pop',
  'popleft',
  'appendleft',
  'remove',
])

/** Maximum number of callers to distinguish for a function that calls one of its parameters. */
const maxHandingCalls = 64

/** Propagates taint into and out of the program's functions. */
export class FunctionSteps {
  readonly #context: TaintStepsContext
  readonly #recursive = new Map<number, readonly number[]>()

  constructor(context: TaintStepsContext) {
    this.#context = context
  }

  /** Passes the receiver of a method call to the function's receiver. */
  enterReceiver({ context, shape }: TaintState, call: number, callee: number, take: TakeStep): void {
    const { program, contexts } = this.#context
    const found = program.functions[callee]
    const receiver =
      found && ((found.flags & FunctionFlag.receiverIsParameter) === 0 ? found.self : (found.parameters[0]?.node ?? -1))
    if (receiver === undefined || receiver < 0 || contexts.includes(context, call)) return
    take({ node: receiver, context: this.#entered(context, call, callee), shape }, call, program.regionOf[call] ?? -1)
  }

  /**
   * Direct recursion keeps the context. Otherwise, the context would soon consist only of copies of the recursive call.
   */
  #entered(context: number, call: number, callee: number): number {
    const { program, contexts } = this.#context
    return context !== 0 && program.functionOf(call) === callee ? context : contexts.enter(context, call)
  }

  /** Passes elements of a list or map to a callback of its method. */
  handToCallback(
    { context, shape }: TaintState,
    call: number,
    callback: number,
    { parameters, whole }: { readonly parameters: readonly number[]; readonly whole?: boolean },
    take: TakeStep,
  ): void {
    const { program, references, shapes, contexts } = this.#context
    const handed = whole === true ? shape : shapes.at(shape, undefined)
    if (handed === undefined || contexts.includes(context, call)) return
    for (const callee of references.functions(callback)) {
      this.#remember(callee, call)
      for (const position of parameters) {
        const parameter = program.functions[callee]?.parameters[position]
        if (parameter)
          take(
            { node: parameter.node, context: contexts.enter(context, call), shape: handed },
            call,
            program.regionOf[call] ?? -1,
          )
      }
    }
  }

  #remember(callee: number, call: number): void {
    const known = this.#context.callbacks.get(callee)
    if (known) known.add(call)
    else this.#context.callbacks.set(callee, new Set([call]))
  }

  /** Passes an argument to a callee's parameter. */
  enter(state: TaintState, call: number, argument: number, callee: number, take: TakeStep): void {
    const { program, references, shapes } = this.#context
    const found = program.functions[callee]
    if (!found) return
    const region = program.regionOf[call] ?? -1
    const context = this.#entered(state.context, call, callee)
    if (references.receiverFor(call, callee) === argument) this.enterReceiver(state, call, callee, take)
    for (const { argument: bound, from, parameter, into } of references.bindings(call, callee)) {
      const taken = bound === argument ? found.parameters[parameter] : undefined
      const part = !taken
        ? undefined
        : from === whole
          ? this.#passedWhole(state.shape, argument, call, callee, parameter)
          : shapes.at(state.shape, from === anyPart ? undefined : from)
      if (!taken || part === undefined) continue
      const isMoved = into !== whole && taken.kind === ParameterKind.rest && this.#isReordered(taken.node)
      take(
        {
          node: taken.node,
          context,
          shape: into === whole ? part : shapes.wrap(part, into === anyPart || isMoved ? undefined : into),
        },
        call,
        region,
      )
    }
  }

  /**
   * Returns the shape of a parameter that receives a whole argument. For a spread mapping, `**rest` receives the
   * entries not taken by other parameters.
   */
  #passedWhole(shape: number, argument: number, call: number, callee: number, parameter: number): number | undefined {
    const { program, references, shapes } = this.#context
    if (program.op(argument) !== Op.SpreadKeywords) return shape
    const taken = references
      .bindings(call, callee)
      .flatMap((binding) =>
        binding.argument === argument && binding.parameter !== parameter && typeof binding.from === 'string'
          ? [binding.from]
          : [],
      )
    return shapes.replaced(shape, taken)
  }

  /** Reports whether a list's elements may be reordered. Their indexes are then not distinguished. */
  #isReordered(list: number): boolean {
    const { program } = this.#context
    for (const user of program.users(list)) {
      const op = program.op(user)
      if (op === Op.Capture ? this.#isReordered(user) : op === Op.Load && movingMethods.has(program.text(user, 1)))
        return true
    }
    return false
  }

  /** Passes a return value to the callers. */
  leave({ node, context }: TaintState, user: number, shape: number, take: TakeStep): void {
    const { program, references, contexts, shapes } = this.#context
    const index = program.functionOf(user)
    const found = program.functions[index]
    if (!found || (found.flags & FunctionFlag.constructor) !== 0 || program.operand(user, 0) !== node) return
    const region = program.regionOf[user] ?? -1
    const into = (call: number, outer: number) => {
      const callee = program.operand(call, 0)
      const method =
        this.#context.callbacks.get(index)?.has(call) === true && program.op(callee) === Op.Load
          ? containerMethods.get(program.text(callee, 1))
          : undefined
      if (!method) return take({ node: call, context: outer, shape }, user, region)
      if (method.gives === 'returned') take({ node: call, context: outer, shape }, user, region)
      else if (method.gives === 'returned-elements')
        take({ node: call, context: outer, shape: shapes.wrap(shape, undefined) }, user, region)
    }
    const left = contexts.leave(context)
    if (left && program.op(left.call) !== Op.Closure) {
      for (const call of this.#ownCalls(index)) into(call, context)
      return into(left.call, left.context)
    }
    // If the current run itself calls or passes the closure, the closure was created in this run. A stored closure may
    // come from an earlier run, so its context is unknown.
    const around = (call: number) => (left !== undefined && hasOperand(program, call, left.call) ? left.context : 0)
    for (const call of references.callers(index)) {
      const handing = around(call) === 0 ? this.#handingCalls(call, index) : undefined
      if (!handing) into(call, around(call))
      else for (const outer of handing) into(call, contexts.enter(around(outer), outer))
    }
    for (const call of this.#context.callbacks.get(index) ?? []) into(call, around(call))
  }

  /** Returns the direct recursive calls in a function. */
  #ownCalls(index: number): readonly number[] {
    const { program, references } = this.#context
    const known = this.#recursive.get(index)
    if (known) return known
    const calls = references.callers(index).filter((call) => program.functionOf(call) === index)
    this.#recursive.set(index, calls)
    return calls
  }

  /**
   * For a function that calls its own parameter, as in `retry(() => load(name))`, returns the calls that pass the
   * callback. The callback's result returns only to these calls. Undefined if the calls cannot be determined.
   */
  #handingCalls(call: number, handed: number): readonly number[] | undefined {
    const { program, references } = this.#context
    const callee = program.operand(call, 0)
    if (program.op(callee) !== Op.Parameter) return undefined
    // The points-to set is full. Functions missing from it would never return to their callers.
    if (references.functions(callee).length >= maxTokens) return undefined
    const inside = program.functionOf(call)
    const calls = references.callers(inside)
    if (calls.length > maxHandingCalls || this.#context.callbacks.has(inside)) return undefined
    const handing = calls.filter((outer) => {
      const argument = references.argumentFor(outer, inside, program.operand(callee, 0))
      return argument === undefined || references.functions(argument).includes(handed)
    })
    return handing.length === 0 ? undefined : handing
  }
}

/** Reports whether a node is the callee or an argument of a call. */
function hasOperand(program: Program, call: number, node: number): boolean {
  for (let index = 0, count = program.operandCount(call); index < count; index += 1)
    if (program.operand(call, index) === node) return true
  return false
}
