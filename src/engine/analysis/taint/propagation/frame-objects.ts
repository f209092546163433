import { Op } from '../../ir/operations.ts'
import type { TaintStepsContext } from './taint-step.ts'
import type { TaintState } from './taint-graph.ts'

/** Operations that create a new object each time a function runs. */
const makingOps: ReadonlySet<Op> = new Set<Op>([Op.ArrayOf, Op.ObjectOf, Op.New])

/**
 * Objects that belong to a single run of the function that creates them, because only that run and its result refer to
 * them. A value stored in such an object can be read only in the same run. Without this distinction, a helper such as
 * `withTimeout(promise)` would pass each caller's value to all callers.
 */
export class FrameObjects {
  readonly #context: Pick<TaintStepsContext, 'program' | 'contexts'>
  /** For each node: 2 for an object of one run, 1 for another node, 0 if not computed yet. */
  readonly #kinds: Uint8Array

  constructor(context: Pick<TaintStepsContext, 'program' | 'contexts'>) {
    this.#context = context
    this.#kinds = new Uint8Array(context.program.nodeCount)
  }

  /**
   * Returns the context that a value has after it moves along a heap edge to `to`. `from` is the object whose attribute
   * the value leaves; `into` is the object that owns the attribute `to`.
   */
  contextAt({ node, context }: TaintState, from: number | undefined, to: number, into: number | undefined): number {
    const { program } = this.#context
    if (context === 0) return 0
    if (into !== undefined) {
      if (node < program.nodeCount) return this.#contextOfRun(node, context, into)
      return into === from ? context : 0
    }
    if (from === undefined && to < program.nodeCount)
      return this.#isArgument(node, to) ? context : this.#contextOfRun(node, context, to)
    if (from === undefined || to >= program.nodeCount || !this.#isOfOneRun(from)) return 0
    return program.functionOf(to) === program.functionOf(from) ? context : 0
  }

  /**
   * Reports whether a value is an argument of the call. External calls such as `tuple(values)` and
   * `Object.freeze(options)` return their argument.
   */
  #isArgument(value: number, call: number): boolean {
    const { program } = this.#context
    if (program.op(call) !== Op.Call) return false
    for (let index = 1, count = program.operandCount(call); index < count; index += 1)
      if (program.operand(call, index) === value) return true
    return false
  }

  /**
   * Returns the context of the run that created an object, given a node that this run reached and the node's context.
   */
  #contextOfRun(node: number, context: number, object: number): number {
    const { program, contexts } = this.#context
    if (!this.#isOfOneRun(object)) return 0
    const maker = program.functionOf(object)
    let inside = program.functionOf(node)
    let way = context
    while (inside !== maker) {
      const left = contexts.leave(way)
      if (!left) return 0
      inside = program.functionOf(left.call)
      way = left.context
    }
    return way
  }

  #isOfOneRun(node: number): boolean {
    if (node >= this.#kinds.length) return false
    if (this.#kinds[node] === 0)
      this.#kinds[node] = makingOps.has(this.#context.program.op(node)) && !this.#isKept(node) ? 2 : 1
    return this.#kinds[node] === 2
  }

  /** Reports whether anything other than the run and its result may still refer to the object. */
  #isKept(object: number): boolean {
    const { program } = this.#context
    return program.users(object).some((user) => {
      switch (program.op(user)) {
        case Op.Load:
        case Op.LoadDynamic:
        case Op.Element:
        case Op.Return:
        case Op.Await:
        case Op.Spread:
        case Op.Binary:
          return false
        case Op.Store:
        case Op.StoreDynamic:
          return program.operand(user, 0) !== object || program.operand(user, 2) === object
        default:
          return true
      }
    })
  }
}
