import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import { CallSteps } from './call-steps.ts'
import { fieldStores } from './field-stores.ts'
import { FrameObjects } from './frame-objects.ts'
import { FunctionSteps } from './function-steps.ts'
import { keepKey } from './keep-key.ts'
import { MethodSteps } from './method-steps.ts'
import { ObjectOwners } from './object-owners.ts'
import { PartSteps } from './part-steps.ts'
import type { TakeStep, TaintStepsContext } from './taint-step.ts'
import type { TaintState } from './taint-graph.ts'
import { textStep } from './text-step.ts'

/** Operations whose result does not contain the operand, such as comparisons. */
const handsNothingOn: ReadonlySet<Op> = new Set<Op>([
  Op.Binary,
  Op.Unary,
  Op.Throw,
  Op.Class,
  Op.Closure,
  Op.Literal,
  Op.Global,
  Op.Import,
  Op.Self,
  Op.Parameter,
  Op.Caught,
  Op.ExportAll,
])

/**
 * Attributes that hold numbers. If the object has a field with that name, the field counts instead: a tool may declare
 * an argument `size`.
 */
const countingKeys: ReadonlySet<string> = new Set(['length', 'size', 'byteLength', 'lastIndex'])

/** Methods that search a string. The `index` of their result is a number. */
const findingMethods: ReadonlySet<string> = new Set(['exec', 'match', 'matchAll'])

/** Propagates a tainted value by one step. */
export class TaintSteps {
  readonly #context: TaintStepsContext
  /** Node that creates the closure of each function. */
  readonly #closures: Int32Array
  readonly #functions: FunctionSteps
  readonly #methods: MethodSteps
  readonly #calls: CallSteps
  readonly #parts: PartSteps
  readonly #frames: FrameObjects
  readonly #owners: ObjectOwners

  constructor(context: TaintStepsContext) {
    this.#context = context
    this.#functions = new FunctionSteps(context)
    this.#methods = new MethodSteps(context, this.#functions)
    this.#calls = new CallSteps(context, this.#functions)
    this.#parts = new PartSteps(context, this.#calls)
    this.#frames = new FrameObjects(context)
    this.#owners = new ObjectOwners(context)
    const { program } = context
    this.#closures = new Int32Array(program.functions.length).fill(-1)
    for (const node of program.index.of(Op.Closure)) this.#closures[program.operand(node, 0)] = node
  }

  /** Returns the node that creates a function, or -1 for methods and modules. */
  closureOf(functionIndex: number): number {
    return this.#closures[functionIndex] ?? -1
  }

  from(state: TaintState, take: TakeStep): void {
    const { program, references } = this.#context
    const { node, shape } = state
    const from = node < references.firstAttribute ? undefined : references.siteOfAttribute(node)
    for (const to of references.heapEdges(node)) {
      if (this.#isReturnedElsewhere(state, to)) continue
      if (from && to < program.nodeCount && program.op(to) === Op.Parameter) continue
      const keeper = fieldStores(this.#context, node, to)
      const region = keeper < 0 ? -1 : (program.regionOf[keeper] ?? -1)
      // Storing a tainted element also taints the list or map as a whole.
      const owner = to >= references.firstAttribute ? references.siteOfAttribute(to) : undefined
      // Elements of a list or map may have any key, but do not change its length.
      if (from?.key === '*' && owner && countingKeys.has(owner.key) && program.op(owner.site) !== Op.ObjectOf) continue
      const ways = this.#owners.contextsAt(state, keeper, to)
      const context = ways ? 0 : this.#frames.contextAt(state, from?.site, to, owner?.site)
      for (const way of ways ?? [context]) take({ node: to, context: way, shape }, keeper, region)
      // If an attribute of an object receives the value, the object itself carries it under that key.
      if (
        owner &&
        owner.site !== from?.site &&
        owner.site < program.nodeCount &&
        program.op(owner.site) !== Op.Parameter
      )
        take(
          {
            node: owner.site,
            context,
            shape: this.#context.shapes.wrap(shape, owner.key === '*' ? undefined : owner.key),
          },
          keeper,
          region,
        )
    }
    if (node >= program.nodeCount) return
    const { starts, users } = program.userLists()
    let previous = -1
    for (let at = starts[node] ?? 0, end = starts[node + 1] ?? 0; at < end; at += 1) {
      const user = users[at] ?? -1
      if (user !== previous) this.#use(state, user, take)
      previous = user
    }
  }

  /**
   * Reports whether a callback's return value would flow into the list produced by a different call. The result of
   * `urls.map(normalize)` does not contain the result of a separate call `normalize(request.url)`.
   */
  #isReturnedElsewhere({ node, context }: TaintState, to: number): boolean {
    const { program, references, contexts } = this.#context
    if (to < references.firstAttribute || node >= program.nodeCount) return false
    const entered = contexts.leave(context)
    if (!entered || program.op(entered.call) === Op.Closure) return false
    const site = references.siteOfAttribute(to)?.site ?? -1
    if (site < 0 || site >= program.nodeCount || site === entered.call || program.op(site) !== Op.Call) return false
    const inside = program.functionOf(node)
    return (
      program.functionOf(site) !== inside &&
      [1, 2].some((argument) => references.functions(program.operand(site, argument)).includes(inside))
    )
  }

  #use(state: TaintState, user: number, take: TakeStep): void {
    const { program, shapes } = this.#context
    const { node, context, shape } = state
    const region = program.regionOf[user] ?? -1
    const op = program.op(user)
    if (handsNothingOn.has(op)) return
    switch (op) {
      case Op.Capture: {
        const closure = this.closureOf(program.functionOf(user))
        return take(
          { node: user, context: closure < 0 ? 0 : this.#context.contexts.capture(context, closure), shape },
          closure < 0 ? user : closure,
          closure < 0 ? -1 : (program.regionOf[closure] ?? -1),
        )
      }
      case Op.Phi: {
        for (let index = 0, count = program.operandCount(user); index < count; index += 2)
          if (program.operand(user, index) === node)
            take({ node: user, context, shape }, user, program.operand(user, index + 1))
        return
      }
      case Op.Logical:
        // If `a` is falsy, it is harmless, so `a && b` propagates only `b`.
        if (program.text(user, 0) === 'and' && program.operand(user, 1) === node && program.operand(user, 2) !== node)
          return
        return take({ node: user, context, shape }, user, region)
      case Op.Cell:
      case Op.Await:
      case Op.Typed:
        return take({ node: user, context, shape }, user, region)
      case Op.Load: {
        if (
          (countingKeys.has(program.text(user, 1)) && !shapes.hasField(shape, program.text(user, 1))) ||
          (program.text(user, 1) === 'index' && this.#isFound(node))
        )
          return
        if (this.#isCallee(user)) this.#methods.take(state, user, take)
        else if (this.#isPrivateAttribute(user, shape)) return
        const field = shapes.at(shape, program.text(user, 1))
        return field === undefined ? undefined : take({ node: user, context, shape: field }, user, region)
      }
      case Op.LoadDynamic: {
        if (program.operand(user, 0) !== node) return
        if (this.#isCallee(user)) this.#methods.take(state, user, take)
        const field = shapes.at(shape, program.literalText(program.operand(user, 1)))
        return field === undefined ? undefined : take({ node: user, context, shape: field }, user, region)
      }
      case Op.Element: {
        const element = shapes.at(shape, undefined)
        return element === undefined ? undefined : take({ node: user, context, shape: element }, user, region)
      }
      case Op.Store:
      case Op.StoreDynamic:
        return this.#store(state, user, take)
      case Op.Property:
      case Op.ComputedProperty:
      case Op.Spread:
      case Op.Keyword:
      case Op.SpreadKeywords:
        return this.#parts.take(state, user, take)
      case Op.ArrayOf:
      case Op.ObjectOf:
        return take(
          {
            node: user,
            context,
            shape: shapes.wrap(shape, op === Op.ArrayOf ? indexIn(program, user, node) : undefined),
          },
          user,
          region,
        )
      case Op.Call:
      case Op.New:
        return this.#calls.take(state, user, node, shape, take)
      case Op.Return:
        return this.#functions.leave(state, user, shape, take)
      case Op.Yield:
        return this.#functions.leave(state, user, shapes.wrap(shape, undefined), take)
      case Op.Export:
        return
      default:
        return textStep(this.#context, state, user, take)
    }
  }

  /** Reports whether a value is the result of a string search. */
  #isFound(node: number): boolean {
    const { program, references } = this.#context
    return references.origins(node).some((origin) => {
      const callee = program.op(origin) === Op.Call ? program.operand(origin, 0) : -1
      return (
        program.op(callee) === Op.Load &&
        findingMethods.has(program.text(callee, 1)) &&
        references.callees(origin).length === 0
      )
    })
  }

  /**
   * Reports whether a read can see only private attributes stored by the program itself. Deserialized input has no such
   * attributes.
   */
  #isPrivateAttribute(load: number, shape: number): boolean {
    const { program, shapes } = this.#context
    const key = program.text(load, 1)
    return (
      key.startsWith('_') &&
      shapes.shape(shape).fields?.has(key) !== true &&
      program.fileOf(load).semantics.values.isPrivateAttribute(key)
    )
  }

  #isCallee(load: number): boolean {
    const { program } = this.#context
    const { starts, users } = program.userLists()
    for (let at = starts[load] ?? 0, end = starts[load + 1] ?? 0; at < end; at += 1) {
      const user = users[at] ?? -1
      if ((program.op(user) === Op.Call || program.op(user) === Op.New) && program.operand(user, 0) === load)
        return true
    }
    return false
  }

  #store({ node, shape, context }: TaintState, store: number, take: TakeStep): void {
    const { program, references, shapes } = this.#context
    if (program.op(store) === Op.StoreDynamic && program.operand(store, 1) === node)
      keepKey(this.#context, shape, program.operand(store, 0), store, take)
    if (program.operand(store, 2) !== node) return
    const object = program.operand(store, 0)
    // If the object is known, the points-to analysis already tracks its attributes.
    if (references.objects(object).length > 0 || references.instanceClasses(object).length > 0) return
    const key = program.op(store) === Op.Store ? program.text(store, 1) : program.literalText(program.operand(store, 1))
    take({ node: object, context, shape: shapes.wrap(shape, key) }, store, program.regionOf[store] ?? -1)
  }
}

/** Returns the index of an element in a list literal. Undefined after the first spread. */
function indexIn(program: Program, list: number, item: number): string | undefined {
  for (let index = 0, count = program.operandCount(list); index < count; index += 1) {
    const operand = program.operand(list, index)
    if (operand === item) return String(index)
    if (program.op(operand) === Op.Spread) return undefined
  }
  return undefined
}
