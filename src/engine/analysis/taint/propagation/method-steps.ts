import { Op } from '../../ir/operations.ts'
import { containerMethods } from '../../points-to/container-methods.ts'
import type { FunctionSteps } from './function-steps.ts'
import type { TakeStep, TaintStepsContext } from './taint-step.ts'
import type { TaintState } from './taint-graph.ts'

/** List methods that return a list in which the elements have other indexes than in the receiver. */
const movedCopies: ReadonlySet<string> = new Set([
  'slice',
  'filter',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'splice',
  'concat',
  'flat',
])

/** Methods that register a listener, and events whose listeners receive data from a stream or connection. */
const listeningMethods: ReadonlySet<string> = new Set(['on', 'once', 'addListener', 'addEventListener'])
const dataEvents: ReadonlySet<string> = new Set(['data', 'message', 'line'])

/** Propagates taint through method calls on tainted values. */
export class MethodSteps {
  readonly #context: TaintStepsContext
  readonly #functions: FunctionSteps

  constructor(context: TaintStepsContext, functions: FunctionSteps) {
    this.#context = context
    this.#functions = functions
  }

  /** Handles a method call on a tainted value. */
  take(state: TaintState, load: number, take: TakeStep): void {
    const { program, references, shapes, guards } = this.#context
    const { node, context, shape } = state
    const name = program.op(load) === Op.Load ? program.text(load, 1) : ''
    for (const call of program.users(load)) {
      const op = program.op(call)
      if ((op !== Op.Call && op !== Op.New) || program.operand(call, 0) !== load) continue
      const region = program.regionOf[call] ?? -1
      const callees = references.callees(call)
      for (const callee of callees) this.#functions.enterReceiver(state, call, callee, take)
      const narrowing = this.#context.narrowing(call)
      if (narrowing?.operand === 0) {
        take({ node: call, context, shape: narrowing.shape }, call, region)
        continue
      }
      const listener = listeningMethods.has(name) ? program.operand(call, 2) : -1
      if (listener >= 0 && dataEvents.has(program.literalText(program.operand(call, 1)) ?? ''))
        this.#functions.handToCallback(state, call, listener, { parameters: [0] }, take)
      if (callees.length > 0 && !containerMethods.has(name)) continue
      const method = containerMethods.get(name)
      const callback = program.operand(call, 1)
      if (method?.hands && callback >= 0) this.#functions.handToCallback(state, call, callback, method.hands, take)
      if (method?.gives === 'returned' || method?.gives === 'returned-elements') continue
      if (method?.gives === 'same') {
        // `slice` is also a string method, and may then clear taint kinds.
        const cut = name === 'slice' ? guards.transfer(call, node).cleared : 0
        const kept = shapes.without(this.#afterMoving(shape, name), cut)
        if (kept !== undefined) take({ node: call, context, shape: kept }, call, region)
        continue
      }
      if (method?.gives === 'element') {
        const element = shapes.at(shape, name === 'get' ? program.literalText(program.operand(call, 1)) : undefined)
        if (element !== undefined) take({ node: call, context, shape: element }, call, region)
        continue
      }
      if (this.#context.endsAt(call)) continue
      const { cleared } = guards.transfer(call, node)
      const text = shapes.text(shape, cleared)
      if (text !== undefined) take({ node: call, context, shape: text }, call, region)
    }
  }

  /** Returns the shape of a list returned by a method, whose elements may have other indexes than before. */
  #afterMoving(shape: number, method: string): number {
    const { shapes } = this.#context
    const element =
      movedCopies.has(method) && shapes.shape(shape).fields?.has('0') === true ? shapes.at(shape, undefined) : undefined
    return element === undefined ? shape : shapes.wrap(element, undefined)
  }
}
