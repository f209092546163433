import { FunctionFlag, Op } from '../../ir/operations.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { Program } from '../../program/program.ts'
import type { Contexts } from './contexts.ts'
import type { TaintState } from './taint-graph.ts'

/**
 * Limits per value: visited nodes, possible objects, callers, and depth. If one is exceeded, the value's objects count
 * as unknown.
 */
const bounds = { nodes: 200, objects: 8, callers: 24, depth: 12 }

interface ObjectOwnersContext {
  readonly program: Program
  readonly references: FoundReferences
  readonly contexts: Contexts
}

/** Calls and literals that create the objects that a value may refer to. */
type Creations = readonly number[]

/**
 * Distinguishes instances of a class by the call that creates them. The points-to analysis has one object per class, so
 * a value in one instance's field would otherwise reach that field in every instance.
 */
export class ObjectOwners {
  readonly #context: ObjectOwnersContext
  readonly #known = new Map<number, Creations | undefined>()
  /** Functions that run when an instance is created. */
  readonly #creators: ReadonlySet<number>

  constructor(context: ObjectOwnersContext) {
    this.#context = context
    this.#creators = new Set(context.program.classes.flatMap(({ creator, initializer }) => [creator, initializer]))
  }

  /**
   * Returns the contexts in which a value reaches `to` along a heap edge into or out of an instance field. `keeper` is
   * the node that stores the value. Empty if the value is in a field of an instance that the read cannot refer to.
   * Undefined for edges that involve no instance field.
   */
  contextsAt({ node, context }: TaintState, keeper: number, to: number): readonly number[] | undefined {
    const { program, references } = this.#context
    const [isFrom, isInto] = [references.isInstanceField(node), references.isInstanceField(to)]
    if (!isFrom && !isInto) return undefined
    if (!isFrom) {
      const isStore = keeper >= 0 && (program.op(keeper) === Op.Store || program.op(keeper) === Op.StoreDynamic)
      return isStore && node < program.nodeCount ? this.#marks(program.operand(keeper, 0), context) : unknownWay
    }
    if (isInto) return [context]
    const isLoad = program.op(to) === Op.Load || program.op(to) === Op.LoadDynamic
    return !isLoad || this.#isMarked(program.operand(to, 0), context) ? unknownWay : noWay
  }

  /**
   * Returns the contexts that mark a value as stored in a field of one instance: one for each call that may have
   * created that instance. `object` is the instance; `context` is the context of its function. Returns only the unknown
   * context 0 if not all of these calls are known.
   */
  #marks(object: number, context: number): readonly number[] {
    const creations = this.#createdIn(object, context, 0)
    return creations === undefined || creations.length === 0
      ? unknownWay
      : creations.map((creation) => this.#context.contexts.enter(0, creation))
  }

  /** Reports whether an object may be the instance identified by a mark (see `#marks`). */
  #isMarked(object: number, mark: number): boolean {
    const creation = mark === 0 ? undefined : this.#context.contexts.leave(mark)?.call
    if (creation === undefined) return true
    const creations = this.#creationsOf(object)
    return creations === undefined || creations.length === 0 || creations.includes(creation)
  }

  /** Like `creationsOf`, but follows only callers in the context. */
  #createdIn(node: number, context: number, depth: number): Creations | undefined {
    const { program, references, contexts } = this.#context
    const left = context === 0 || depth > bounds.depth ? undefined : contexts.leave(context)
    if (!left) return this.#creationsOf(node)
    switch (program.op(node)) {
      case Op.Await:
      case Op.Typed:
        return this.#createdIn(program.operand(node, 0), context, depth + 1)
      case Op.Capture:
        return program.op(left.call) === Op.Closure
          ? this.#createdIn(program.operand(node, 0), left.context, depth + 1)
          : this.#creationsOf(node)
      case Op.Self:
      case Op.Parameter: {
        const inside = program.functionOf(node)
        if (!references.callees(left.call).includes(inside)) return this.#creationsOf(node)
        if (this.#isReceiver(node) && this.#creates(left.call, inside)) {
          const derived = this.#derivedSelf(left.call)
          if (derived < 0) return [left.call]
          const creations = this.#createdIn(derived, left.context, depth + 1)
          return creations && [left.call, ...creations]
        }
        const passed = this.#passed(left.call, inside, node)
        return passed === undefined ? undefined : this.#createdIn(passed, left.context, depth + 1)
      }
      default:
        return this.#creationsOf(node)
    }
  }

  #creationsOf(node: number): Creations | undefined {
    if (!this.#known.has(node)) this.#known.set(node, this.#find(node))
    return this.#known.get(node)
  }

  #find(start: number): Creations | undefined {
    const found = new Set<number>()
    const seen = new Set([start])
    for (const node of seen) {
      if (node < 0) continue
      const before = this.#before(node)
      if (before === 'created') found.add(node)
      else if (before === undefined) return undefined
      else for (const one of before) seen.add(one)
      if (seen.size > bounds.nodes || found.size > bounds.objects) return undefined
    }
    return [...found]
  }

  /**
   * Returns the nodes whose values a node may evaluate to, or `created` if the node creates an object. Undefined if not
   * all of them are known.
   */
  #before(node: number): readonly number[] | 'created' | undefined {
    const { program, references } = this.#context
    const operands = (from: number, step: number) => {
      const found: number[] = []
      for (let index = from, count = program.operandCount(node); index < count; index += step)
        found.push(program.operand(node, index))
      return found
    }
    switch (program.op(node)) {
      case Op.ObjectOf:
      case Op.ArrayOf:
        return 'created'
      // `None` and `null` have no fields.
      case Op.Literal:
        return []
      case Op.Capture:
      case Op.Await:
      case Op.Typed:
        return [program.operand(node, 0)]
      case Op.Cell:
        return operands(0, 1)
      case Op.Phi:
        return operands(0, 2)
      case Op.Logical:
        return operands(1, 1)
      case Op.Load:
        return this.#inAttribute(node)
      case Op.Import: {
        const origins = references.origins(node)
        return origins.length === 0 || origins.includes(node) ? undefined : origins
      }
      case Op.Call:
      case Op.New:
        return this.#resultOf(node)
      case Op.Self:
      case Op.Parameter:
        return this.#fromCallers(node)
      default:
        return undefined
    }
  }

  /**
   * Returns the values that the program stores in an attribute. Undefined if other code can also store values there.
   */
  #inAttribute(load: number): readonly number[] | undefined {
    const { program, references } = this.#context
    const object = program.operand(load, 0)
    if (references.externals(object).length > 0) return undefined
    const stored = references.attribute(object, program.text(load, 1))
    return stored.length === 0 || stored.some((value) => value >= program.nodeCount) ? undefined : stored
  }

  #resultOf(call: number): readonly number[] | 'created' | undefined {
    const { program, references } = this.#context
    const callee = program.operand(call, 0)
    if (references.classes(callee).length > 0) return 'created'
    const callees = references.callees(call)
    if (callees.length === 0 || references.externals(callee).length > 0) return undefined
    return callees.flatMap((index) =>
      (program.functions[index]?.returns ?? []).map((returned) => program.operand(returned, 0)),
    )
  }

  #fromCallers(node: number): readonly number[] | undefined {
    const { program, references } = this.#context
    const inside = program.functionOf(node)
    const callers = references.callers(inside)
    if (callers.length === 0 || callers.length > bounds.callers) return undefined
    const found: number[] = []
    for (const call of callers) {
      const creates = this.#isReceiver(node) && this.#creates(call, inside)
      const passed = creates ? call : this.#passed(call, inside, node)
      if (passed === undefined) return undefined
      found.push(passed)
      if (creates) found.push(this.#derivedSelf(call))
    }
    return found
  }

  #isReceiver(node: number): boolean {
    const { program } = this.#context
    if (program.op(node) === Op.Self) return true
    const inside = program.functions[program.functionOf(node)]
    return (
      inside !== undefined &&
      (inside.flags & FunctionFlag.receiverIsParameter) !== 0 &&
      inside.parameters[0]?.node === node
    )
  }

  /** Reports whether a call creates the instance that a constructor runs on. */
  #creates(call: number, inside: number): boolean {
    const { program, references } = this.#context
    return this.#creators.has(inside) && references.classes(program.operand(call, 0)).length > 0
  }

  /**
   * Returns the receiver of a constructor if the call may run a base class constructor on the same instance, as in
   * `super(name)`. Returns -1 otherwise.
   */
  #derivedSelf(call: number): number {
    const { program } = this.#context
    const around = program.functionOf(call)
    if (program.op(call) !== Op.Call || !this.#creators.has(around)) return -1
    const found = program.functions[around]
    if (!found) return -1
    return (found.flags & FunctionFlag.receiverIsParameter) === 0 ? found.self : (found.parameters[0]?.node ?? -1)
  }

  #passed(call: number, inside: number, node: number): number | undefined {
    const { program, references } = this.#context
    const isReceiver = program.op(node) === Op.Self
    const passed = isReceiver
      ? references.receiverFor(call, inside)
      : references.argumentFor(call, inside, program.operand(node, 0))
    return passed === undefined || passed < 0 ? undefined : passed
  }
}

const unknownWay: readonly number[] = [0]
const noWay: readonly number[] = []
