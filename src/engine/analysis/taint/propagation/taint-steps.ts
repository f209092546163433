import { FunctionFlag, Op, ParameterKind } from '../../ir/operations.ts'
import type { Guards } from '../sanitizers/guard.ts'
import type { Program } from '../../program/program.ts'
import { anyPart, whole } from '../../points-to/argument-binder.ts'
import { containerMethods } from '../../points-to/container-methods.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { AsyncLocalStorageFlow } from './async-local-storage-flow.ts'
import type { Contexts } from './contexts.ts'
import { givesConnection, passesArguments } from './external-results.ts'
import { AssignedFields } from './assigned-fields.ts'
import { changedFields } from './changed-fields.ts'
import type { CheckedFields } from './checked-fields.ts'
import { fieldStores } from './field-stores.ts'
import type { MapKeyFlow } from './map-key-flow.ts'
import { classShape } from '../../schemas/annotation-shapes.ts'
import type { Shapes } from './shapes.ts'
import type { TaintState } from './taint-graph.ts'

export interface TaintStepsContext {
  readonly program: Program
  readonly references: FoundReferences
  readonly guards: Guards
  readonly shapes: Shapes
  readonly contexts: Contexts
  /** Calls that are sinks, whose results are not what they were handed. */
  readonly endsAt: (call: number) => boolean
  /** What a call checks or parses its argument to: operand and number of the shape. */
  readonly narrowing: (call: number) => { readonly operand: number; readonly shape: number } | undefined
  readonly callbacks: Callbacks
  readonly stores: AsyncLocalStorageFlow
  readonly checked: Pick<CheckedFields, 'clearedWhere'>
  readonly keys: MapKeyFlow
}

/** By function: calls that hand it over as a callback, met on the way. */
export type Callbacks = Map<number, Set<number>>

/** Where a value goes next, which node takes it there, and in which region; −1 where none does. */
export type TakeStep = (to: TaintState, user: number, region: number) => void

/** Comparisons and the like tell about a value, and do not hand it on. */
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
 * Attributes that are numbers, of whatever is no object with a field of that name: a tool may well ask for a `size`.
 */
const countingKeys: ReadonlySet<string> = new Set(['length', 'size', 'byteLength', 'lastIndex'])

/** Methods that find places in a text: the `index` of what they give is a number. */
const findingMethods: ReadonlySet<string> = new Set(['exec', 'match', 'matchAll'])

/** Methods of texts and lists that take numbers: which part of the receiver is wanted, not what is in it. */
const cuttingMethods: ReadonlySet<string> = new Set([
  'slice',
  'substring',
  'substr',
  'charAt',
  'at',
  'repeat',
  'subarray',
  'codePointAt',
])

/** Methods of lists that change the places of elements. */
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

/** Methods of lists that return a list with elements at other places. */
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

/** Functions that give objects whose parts are still told apart. */
const keepingParts = new RegExp(
  String.raw`^(?:Object\.(?:assign|freeze|seal|fromEntries|values|entries)|Promise\.\w+|structuredClone|` +
    String.raw`Array\.from|list|tuple|dict|sorted|copy\.\w+|util\.inspect|lodash\.\w+|JSON\.parse|typing\.cast)$`,
)

/** Follows tainted values one step at a time. */
export class TaintSteps {
  readonly #context: TaintStepsContext
  /** By function: the node that makes its closure. */
  readonly #closures: Int32Array
  readonly #handsOver: Callbacks
  readonly #assigned: AssignedFields
  /** By call: whether its result is made of its arguments, plus 1; 0 where nobody asked. */
  readonly #passing: Uint8Array

  constructor(context: TaintStepsContext) {
    this.#context = context
    this.#handsOver = context.callbacks
    this.#assigned = new AssignedFields(context)
    const { program } = context
    this.#passing = new Uint8Array(program.nodeCount)
    this.#closures = new Int32Array(program.functions.length).fill(-1)
    for (const node of program.index.of(Op.Closure)) this.#closures[program.operand(node, 0)] = node
  }

  /** The node that makes a function; −1 for methods and modules. */
  closureOf(functionIndex: number): number {
    return this.#closures[functionIndex] ?? -1
  }

  from(state: TaintState, take: TakeStep): void {
    const { program, references } = this.#context
    const { node, shape } = state
    const from = node < references.firstAttribute ? undefined : references.siteOfAttribute(node)
    for (const to of references.heapEdges(node)) {
      if (this.#isReturnedElsewhere(state, to)) continue
      const keeper = fieldStores(this.#context, node, to)
      const region = keeper < 0 ? -1 : (program.regionOf[keeper] ?? -1)
      take({ node: to, context: 0, shape }, keeper, region)
      // A list or map to which something tainted was added is tainted itself, for whoever takes it whole.
      const owner = to >= references.firstAttribute ? references.siteOfAttribute(to) : undefined
      // What one of its attributes hands to another one, it has by the first.
      if (
        owner &&
        owner.site !== from?.site &&
        owner.site < program.nodeCount &&
        program.op(owner.site) !== Op.Parameter
      )
        take(
          {
            node: owner.site,
            context: 0,
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
   * What a function returns that was handed to `map` stands in the list which that call makes, but not what it returns
   * to whoever else calls it: `urls.map(normalize)` has nothing of `normalize(request.url)`.
   */
  #isReturnedElsewhere({ node, context }: TaintState, to: number): boolean {
    const { program, references, contexts } = this.#context
    if (to < references.firstAttribute || node >= program.nodeCount) return false
    const entered = contexts.leave(context)
    if (!entered) return false
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
          { node: user, context: 0, shape },
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
        // What is false is harmless: of `a && b` only the right side is handed on.
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
        if (this.#isCallee(user)) this.#methods(state, user, take)
        else if (this.#isPrivateAttribute(user, shape)) return
        const field = shapes.at(shape, program.text(user, 1))
        return field === undefined ? undefined : take({ node: user, context, shape: field }, user, region)
      }
      case Op.LoadDynamic: {
        if (program.operand(user, 0) !== node) return
        if (this.#isCallee(user)) this.#methods(state, user, take)
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
        return this.#part(state, user, take)
      case Op.ArrayOf:
      case Op.ObjectOf:
        return take(
          {
            node: user,
            context,
            shape: shapes.wrap(shape, op === Op.ArrayOf ? this.#position(user, node) : undefined),
          },
          user,
          region,
        )
      case Op.Call:
      case Op.New:
        return this.#call(state, user, node, shape, take)
      case Op.Return:
        return this.#leave(state, user, shape, take)
      case Op.Yield:
        return this.#leave(state, user, shapes.wrap(shape, undefined), take)
      case Op.Export:
        return
      default:
        return this.#text(state, user, take)
    }
  }

  /** What a search in a text found. */
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

  /** Deserialized input has no private attributes; objects have those that the program stored. */
  #isPrivateAttribute(load: number, shape: number): boolean {
    const { program, shapes } = this.#context
    const key = program.text(load, 1)
    return (
      key.startsWith('_') &&
      shapes.shape(shape).fields?.has(key) !== true &&
      program.fileOf(load).semantics.values.isPrivateAttribute(key)
    )
  }

  /** Text that is made of a value. */
  #text({ node, context, shape }: TaintState, user: number, take: TakeStep): void {
    const { program, shapes, guards } = this.#context
    const text = shapes.text(shape, guards.transfer(user, node).cleared)
    if (text !== undefined) take({ node: user, context, shape: text }, user, program.regionOf[user] ?? -1)
  }

  /** Literals keep elements under their index up to the first spread. */
  #position(list: number, item: number): string | undefined {
    const { program } = this.#context
    for (let index = 0, count = program.operandCount(list); index < count; index += 1) {
      const operand = program.operand(list, index)
      if (operand === item) return String(index)
      if (program.op(operand) === Op.Spread) return undefined
    }
    return undefined
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
      this.#keepKey(shape, program.operand(store, 0), store, take)
    if (program.operand(store, 2) !== node) return
    const object = program.operand(store, 0)
    // What is known of the object, attributes of it carry on.
    if (references.objects(object).length > 0 || references.instanceClasses(object).length > 0) return
    const key = program.op(store) === Op.Store ? program.text(store, 1) : program.literalText(program.operand(store, 1))
    take({ node: object, context, shape: shapes.wrap(shape, key) }, store, program.regionOf[store] ?? -1)
  }

  /** A key under which something is kept stands in whatever goes through what keeps it. */
  #keepKey(shape: number, keeper: number, user: number, take: TakeStep): void {
    const { program, shapes } = this.#context
    const key = shapes.text(shape, 0)
    if (key === undefined) return
    for (const { node, gives } of this.#context.keys.visitsOf(keeper)) {
      const visited = gives === 'pair' || gives === 'pairs' ? shapes.wrap(key, '0') : key
      take(
        { node, context: 0, shape: gives === 'keys' || gives === 'pairs' ? shapes.wrap(visited, undefined) : visited },
        user,
        program.regionOf[user] ?? -1,
      )
    }
  }

  /** An entry of a literal, or an argument by name or spread. */
  #part({ node, context, shape }: TaintState, part: number, take: TakeStep): void {
    const { program, shapes } = this.#context
    const op = program.op(part)
    if (op === Op.ComputedProperty && program.operand(part, 1) !== node) return
    for (const whole of program.users(part)) {
      const region = program.regionOf[whole] ?? -1
      switch (program.op(whole)) {
        case Op.ObjectOf: {
          const key =
            op === Op.Property
              ? program.text(part, 0)
              : op === Op.ComputedProperty
                ? program.literalText(program.operand(part, 0))
                : undefined
          take(
            {
              node: whole,
              context,
              shape: op === Op.Spread ? shapes.replaced(shape, this.#keysAfter(whole, part)) : shapes.wrap(shape, key),
            },
            whole,
            region,
          )
          break
        }
        case Op.ArrayOf: {
          const element = op === Op.Spread ? shapes.at(shape, undefined) : shape
          if (element !== undefined)
            take({ node: whole, context, shape: shapes.wrap(element, undefined) }, whole, region)
          break
        }
        case Op.Call:
        case Op.New:
          this.#call({ node, context, shape }, whole, part, shape, take)
          break
        default:
          this.#text({ node: part, context, shape }, whole, take)
      }
    }
  }

  /** Keys that a literal sets after what it takes of another object: `{ ...options, url: fixed }`. */
  #keysAfter(object: number, spread: number): string[] {
    const { program } = this.#context
    const keys: string[] = []
    for (let index = program.operandCount(object) - 1; index >= 0; index -= 1) {
      const entry = program.operand(object, index)
      if (entry === spread) break
      if (program.op(entry) === Op.Property) keys.push(program.text(entry, 0))
    }
    return keys
  }

  /** A method is called on a tainted value. */
  #methods(state: TaintState, load: number, take: TakeStep): void {
    const { program, references, shapes, guards } = this.#context
    const { node, context, shape } = state
    const name = program.op(load) === Op.Load ? program.text(load, 1) : ''
    for (const call of program.users(load)) {
      const op = program.op(call)
      if ((op !== Op.Call && op !== Op.New) || program.operand(call, 0) !== load) continue
      const region = program.regionOf[call] ?? -1
      const callees = references.callees(call)
      for (const callee of callees) this.#enterReceiver(state, call, callee, take)
      const narrowing = this.#context.narrowing(call)
      if (narrowing?.operand === 0) {
        take({ node: call, context, shape: narrowing.shape }, call, region)
        continue
      }
      if (callees.length > 0 && !containerMethods.has(name)) continue
      const method = containerMethods.get(name)
      const callback = program.operand(call, 1)
      if (method?.hands && callback >= 0) this.#handToCallback(state, call, callback, method.hands, take)
      if (method?.gives === 'returned' || method?.gives === 'returned-elements') continue
      if (method?.gives === 'same') {
        take({ node: call, context, shape: this.#afterMoving(shape, name) }, call, region)
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

  /** The shape of a list that a method returns: elements that are known by index may be at others. */
  #afterMoving(shape: number, method: string): number {
    const { shapes } = this.#context
    const element =
      movedCopies.has(method) && shapes.shape(shape).fields?.has('0') === true ? shapes.at(shape, undefined) : undefined
    return element === undefined ? shape : shapes.wrap(element, undefined)
  }

  #enterReceiver({ context, shape }: TaintState, call: number, callee: number, take: TakeStep): void {
    const { program, contexts } = this.#context
    const found = program.functions[callee]
    const receiver =
      found && ((found.flags & FunctionFlag.receiverIsParameter) === 0 ? found.self : (found.parameters[0]?.node ?? -1))
    if (receiver === undefined || receiver < 0 || contexts.includes(context, call)) return
    take({ node: receiver, context: contexts.enter(context, call), shape }, call, program.regionOf[call] ?? -1)
  }

  #handToCallback(
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
    const known = this.#handsOver.get(callee)
    if (known) known.add(call)
    else this.#handsOver.set(callee, new Set([call]))
  }

  /** `argument` is the operand of the call: the value itself, or the `Keyword` or `Spread` around it. */
  #call(state: TaintState, call: number, argument: number, shape: number, take: TakeStep): void {
    const { program, references, shapes, guards, contexts } = this.#context
    const { node, context } = state
    if (program.operand(call, 0) === argument) return
    const region = program.regionOf[call] ?? -1
    const callees = references.callees(call)
    if (!contexts.includes(context, call))
      for (const callee of callees) this.#enter(state, call, argument, callee, take)
    const narrowing = this.#context.narrowing(call)
    if (narrowing && narrowing.operand !== 0 && program.operand(call, narrowing.operand) === argument)
      return take({ node: call, context, shape: narrowing.shape }, call, region)
    this.#keep(state, call, argument, take)
    this.#assign(state, call, argument, take)
    if (program.operand(call, 1) === argument)
      for (const read of this.#context.stores.readsOf(call)) take({ node: read, context: 0, shape }, call, region)
    const callee = program.operand(call, 0)
    if (callees.length === 0) this.#makeModel(state, call, argument, take)
    if (callees.length > 0 || this.#context.endsAt(call) || this.#isClass(callee)) return
    if (program.op(callee) === Op.Load && cuttingMethods.has(program.text(callee, 1))) return
    const changed = changedFields(program, call, argument)
    if (changed) {
      const fields = changed.of === undefined ? shape : shapes.at(shape, changed.of)
      if (fields !== undefined)
        take(
          { node: call, context, shape: changed.under === undefined ? fields : shapes.wrap(fields, changed.under) },
          call,
          region,
        )
      return
    }
    const element = program.op(argument) === Op.Spread ? shapes.at(shape, undefined) : shape
    if (element === undefined || !this.#passes(call)) return
    const { cleared } = guards.transfer(call, argument === node ? node : argument)
    const keepsParts = this.#keepsParts(callee) || this.#isReplacedBy(argument, call)
    const passed = keepsParts ? shapes.without(element, cleared) : shapes.text(element, cleared)
    if (passed !== undefined) take({ node: call, context, shape: passed }, call, region)
  }

  /** What an object is given of another one, it has under the same keys. */
  #assign({ context, shape }: TaintState, call: number, argument: number, take: TakeStep): void {
    const assigned = this.#assigned.of(call)
    if (!assigned || assigned.object === argument) return
    const { program, shapes, checked } = this.#context
    const given = program.op(argument) === Op.Spread ? shapes.at(shape, undefined) : shape
    if (given === undefined) return
    const region = program.regionOf[call] ?? -1
    for (const { node, key } of assigned.attributes) {
      const field = shapes.at(given, key)
      const left =
        field === undefined || key === undefined
          ? field
          : shapes.without(field, checked.clearedWhere(argument, call, context, key))
      if (left !== undefined) take({ node, context: 0, shape: left }, call, region)
    }
    if (assigned.attributes.length === 0) take({ node: assigned.object, context, shape: given }, call, region)
  }

  /**
   * `Model(name=value)`: an instance of a class without a constructor of its own has the field that is passed by name,
   * as far as its type lets it.
   */
  #makeModel({ context, shape }: TaintState, call: number, argument: number, take: TakeStep): void {
    const { program, references, shapes } = this.#context
    if (program.op(argument) !== Op.Keyword) return
    const name = program.text(argument, 0)
    for (const index of references.classes(program.operand(call, 0))) {
      const field = classShape({ program, references }, index)?.fields?.get(name)
      const left = field && shapes.only(shape, field.carries)
      if (left !== undefined)
        take({ node: call, context, shape: shapes.wrap(left, name) }, call, program.regionOf[call] ?? -1)
    }
  }

  #isClass(callee: number): boolean {
    return this.#context.references.classes(callee).length > 0
  }

  /** Whether the result of a call outside of the program is made of its arguments. */
  #passes(call: number): boolean {
    if (this.#passing[call] === 0) this.#passing[call] = this.#looksPassing(call) ? 2 : 1
    return this.#passing[call] === 2
  }

  #looksPassing(call: number): boolean {
    const { program, references } = this.#context
    const callee = program.operand(call, 0)
    const names = references.externals(callee)
    if (names.some(passesArguments)) return true
    if (names.some(givesConnection)) return false
    for (const user of program.users(call)) if (program.op(user) === Op.Await) return false
    // A method of a tainted text with an untainted argument, such as `text.replace(…, tainted)`, gives text.
    return true
  }

  /**
   * `for (const hook of hooks) request = hook.before(request)`: what takes the place of a value in a loop is an object
   * like it.
   */
  #isReplacedBy(value: number, call: number): boolean {
    const { program } = this.#context
    if (program.op(value) !== Op.Phi) return false
    for (let index = 0, count = program.operandCount(value); index < count; index += 2) {
      let operand = program.operand(value, index)
      while (program.op(operand) === Op.Await || program.op(operand) === Op.Typed) operand = program.operand(operand, 0)
      if (operand === call) return true
    }
    return false
  }

  /** `Object.assign`, `Promise.all` and the like give objects whose parts are still told apart. */
  #keepsParts(callee: number): boolean {
    return this.#context.references.externals(callee).some((name) => keepingParts.test(name))
  }

  /** What is added to a list, map or set. */
  #keep({ node, context, shape }: TaintState, call: number, argument: number, take: TakeStep): void {
    const { program, shapes } = this.#context
    const load = program.operand(call, 0)
    if (program.op(load) !== Op.Load) return
    const method = containerMethods.get(program.text(load, 1))
    if (
      program.text(load, 1) === 'set' &&
      program.operandCount(call) === 3 &&
      program.operand(call, 1) === argument &&
      argument === node
    )
      this.#keepKey(shape, program.operand(load, 0), call, take)
    if (!method?.keeps || (argument !== node && program.op(argument) !== Op.Spread)) return
    const count = program.operandCount(call)
    if (method.keeps === 'last' && program.operand(call, count - 1) !== argument) return
    const kept = program.op(argument) === Op.Spread ? shapes.at(shape, undefined) : shape
    if (kept === undefined) return
    const isConcat = method.gives === 'same' && program.text(load, 1) === 'concat'
    const wrapped = isConcat || program.text(load, 1) === 'extend' ? kept : shapes.wrap(kept, undefined)
    take(
      { node: isConcat ? call : program.operand(load, 0), context, shape: wrapped },
      call,
      program.regionOf[call] ?? -1,
    )
  }

  #enter(state: TaintState, call: number, argument: number, callee: number, take: TakeStep): void {
    const { program, references, shapes, contexts } = this.#context
    const found = program.functions[callee]
    if (!found) return
    const region = program.regionOf[call] ?? -1
    const context = contexts.enter(state.context, call)
    if (references.receiverFor(call, callee) === argument) this.#enterReceiver(state, call, callee, take)
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
   * The shape of what a parameter gets of a whole argument: of a spread mapping, `**rest` gets what no other parameter
   * takes.
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

  /** A list whose elements change their places: they are no longer told apart by index. */
  #isReordered(list: number): boolean {
    const { program } = this.#context
    for (const user of program.users(list)) {
      const op = program.op(user)
      if (op === Op.Capture ? this.#isReordered(user) : op === Op.Load && movingMethods.has(program.text(user, 1)))
        return true
    }
    return false
  }

  /** A function gives a value back to whoever called it. */
  #leave({ node, context }: TaintState, user: number, shape: number, take: TakeStep): void {
    const { program, references, contexts, shapes } = this.#context
    const index = program.functionOf(user)
    const found = program.functions[index]
    if (!found || (found.flags & FunctionFlag.constructor) !== 0 || program.operand(user, 0) !== node) return
    const region = program.regionOf[user] ?? -1
    const into = (call: number, outer: number) => {
      const callee = program.operand(call, 0)
      const method =
        this.#handsOver.get(index)?.has(call) === true && program.op(callee) === Op.Load
          ? containerMethods.get(program.text(callee, 1))
          : undefined
      if (!method) return take({ node: call, context: outer, shape }, user, region)
      if (method.gives === 'returned') take({ node: call, context: outer, shape }, user, region)
      else if (method.gives === 'returned-elements')
        take({ node: call, context: outer, shape: shapes.wrap(shape, undefined) }, user, region)
    }
    const left = contexts.leave(context)
    if (left) return into(left.call, left.context)
    for (const call of references.callers(index)) into(call, 0)
    for (const call of this.#handsOver.get(index) ?? []) into(call, 0)
  }
}
