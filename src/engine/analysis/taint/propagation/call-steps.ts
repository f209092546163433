import { Op } from '../../ir/operations.ts'
import { containerMethods } from '../../points-to/container-methods.ts'
import type { Program } from '../../program/program.ts'
import { classShape } from '../../schemas/annotation-shapes.ts'
import { AssignedFields } from './assigned-fields.ts'
import { changedFields } from './changed-fields.ts'
import { asksClient, givesConnection, givesRows, passesArguments } from './external-results.ts'
import type { FunctionSteps } from './function-steps.ts'
import { keepKey } from './keep-key.ts'
import type { TakeStep, TaintStepsContext } from './taint-step.ts'
import type { TaintState } from './taint-graph.ts'

/**
 * String and list methods whose number arguments select a part of the receiver. Such an argument does not become part
 * of the result.
 */
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

/** External functions that return an object with the same fields or elements as their argument. */
const keepingParts = new RegExp(
  String.raw`^(?:Object\.(?:assign|freeze|seal|fromEntries|values|entries)|Promise\.\w+|structuredClone|` +
    String.raw`Array\.from|list|tuple|dict|sorted|copy\.\w+|util\.inspect|lodash\.\w+|JSON\.parse|typing\.cast)$`,
)

/** Operations that only alias a value. `partOps` are the operations that read a part of it. */
const namingOps: ReadonlySet<Op> = new Set<Op>([Op.Typed, Op.Phi, Op.Cell, Op.Capture])
const partOps: ReadonlySet<Op> = new Set<Op>([Op.Load, Op.LoadDynamic, Op.Element])

const mapNames: ReadonlySet<string> = new Set(['Map', 'WeakMap', 'dict'])

/** Maximum number of aliases to follow per value. */
const maxNames = 20

/** Propagates taint through calls that receive a tainted argument. */
export class CallSteps {
  readonly #context: TaintStepsContext
  readonly #functions: FunctionSteps
  readonly #assigned: AssignedFields
  /** For each call: 0 if not computed yet, 1 if its result is not derived from its arguments, 2 if it is. */
  readonly #passing: Uint8Array

  constructor(context: TaintStepsContext, functions: FunctionSteps) {
    this.#context = context
    this.#functions = functions
    this.#assigned = new AssignedFields(context)
    this.#passing = new Uint8Array(context.program.nodeCount)
  }

  /** `argument` is an operand of the call: the value itself, or the `Keyword` or `Spread` around it. */
  take(state: TaintState, call: number, argument: number, shape: number, take: TakeStep): void {
    const { program, references, shapes, guards, contexts } = this.#context
    const { node, context } = state
    if (program.operand(call, 0) === argument) return
    const region = program.regionOf[call] ?? -1
    const callees = references.callees(call)
    if (!contexts.includes(context, call))
      for (const callee of callees) this.#functions.enter(state, call, argument, callee, take)
    const narrowing = this.#context.narrowing(call)
    if (narrowing && narrowing.operand !== 0 && program.operand(call, narrowing.operand) === argument) {
      const parsed = narrowing.isValue ? shapes.parsed(shape, narrowing.shape) : narrowing.shape
      return take({ node: call, context, shape: parsed }, call, region)
    }
    if (callees.length === 0 || this.#isContainer(program.operand(call, 0))) this.#keep(state, call, argument, take)
    this.#assign(state, call, argument, take)
    if (program.operand(call, 1) === argument)
      for (const read of this.#context.stores.readsOf(call)) take({ node: read, context: 0, shape }, call, region)
    const callee = program.operand(call, 0)
    if (callees.length === 0) this.#makeModel(state, call, argument, take)
    if (callees.length > 0 || this.#context.endsAt(call) || this.#isClass(callee)) return
    if (program.op(callee) === Op.Load && cuttingMethods.has(program.text(callee, 1))) return
    if (argument === program.operand(call, 1) && this.#isLookup(callee)) return
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
    const text = keepsParts ? shapes.without(element, cleared) : shapes.text(element, cleared)
    const passed =
      text !== undefined && program.op(argument) === Op.Keyword && this.#makesInstance(callee)
        ? shapes.wrap(text, program.text(argument, 0))
        : text
    if (passed !== undefined) take({ node: call, context, shape: passed }, call, region)
  }

  /** Copies an object's fields to another object under the same keys. */
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
   * Handles `Model(name=value)` for a class without a constructor: the instance gets the field `name`, restricted to
   * what its declared type allows.
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

  /**
   * Reports whether a call such as `Client(url=…, token=…)` stores its keyword arguments in attributes with the same
   * names.
   */
  #makesInstance(callee: number): boolean {
    return this.#context.references.externals(callee).some((name) => {
      const last = name.slice(name.lastIndexOf('.') + 1)
      return /^[A-Z]/.test(last) && /[a-z]/.test(last)
    })
  }

  #isClass(callee: number): boolean {
    return this.#context.references.classes(callee).length > 0
  }

  /**
   * Reports whether a call is `table.get(key)` on a map or literal in the program. Its result comes from the table and
   * is not derived from the key.
   */
  #isLookup(callee: number): boolean {
    const { program, references } = this.#context
    if (program.op(callee) !== Op.Load || program.text(callee, 1) !== 'get') return false
    return references.objects(program.operand(callee, 0)).some((site) => {
      const op = program.op(site)
      return op === Op.ObjectOf || ((op === Op.New || op === Op.Call) && isMap(program, program.operand(site, 0)))
    })
  }

  /** Reports whether the result of an external call is derived from its arguments. */
  #passes(call: number): boolean {
    if (this.#passing[call] === 0) this.#passing[call] = this.#looksPassing(call) ? 2 : 1
    return this.#passing[call] === 2
  }

  #looksPassing(call: number): boolean {
    const { program, references } = this.#context
    const callee = program.operand(call, 0)
    const names = references.externals(callee)
    if (names.some(passesArguments)) return true
    if (names.some((name) => givesConnection(name) || givesRows(name))) return false
    for (const user of program.users(call)) if (program.op(user) === Op.Await) return false
    if (names.length > 0 && names.every(asksClient) && this.#isTakenApart(call)) return false
    // For example, `text.replace(…, tainted)` returns a string that contains the tainted argument.
    return true
  }

  /**
   * Reports whether the program reads only a part of the result: `job['id']`, `answer.body`, `response.json()`, `for
   * event in events`.
   */
  #isTakenApart(call: number): boolean {
    const { program } = this.#context
    const seen = new Set([call])
    for (const node of seen) {
      if (seen.size > maxNames) return false
      for (const user of program.users(node)) {
        const op = program.op(user)
        if (namingOps.has(op)) seen.add(user)
        else if (partOps.has(op) && program.operand(user, 0) === node) return true
      }
    }
    return false
  }

  /**
   * True for `for (const hook of hooks) request = hook.before(request)`: if a call in a loop replaces its own argument,
   * it returns the same kind of object.
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

  /** True for `Object.assign`, `Promise.all`, and similar functions, which preserve fields or elements. */
  #keepsParts(callee: number): boolean {
    return this.#context.references.externals(callee).some((name) => keepingParts.test(name))
  }

  /**
   * Reports whether a method's receiver may be a list, map, or set. False if it is an instance of a class that has a
   * method with that name.
   */
  #isContainer(callee: number): boolean {
    const { program, references } = this.#context
    return program.op(callee) === Op.Load && references.objects(program.operand(callee, 0)).length > 0
  }

  /** Handles `mapping.update(other, key=value)`: the mapping receives the entries under the same keys. */
  #update({ context, shape }: TaintState, call: number, argument: number, take: TakeStep): void {
    const { program, references, shapes } = this.#context
    const mapping = program.operand(program.operand(call, 0), 0)
    if (
      !program.fileOf(call).semantics.values.attributesAreNotElements ||
      (references.objects(mapping).length === 0 && references.externals(mapping).length > 0)
    )
      return
    const kept = program.op(argument) === Op.Keyword ? shapes.wrap(shape, program.text(argument, 0)) : shape
    const region = program.regionOf[call] ?? -1
    take({ node: mapping, context, shape: kept }, call, region)
    // Reads of individual keys go through the mapping's attribute nodes.
    for (const { node, key } of references.attributesOf(mapping)) {
      const field = shapes.at(kept, key)
      if (field !== undefined) take({ node, context: 0, shape: field }, call, region)
    }
  }

  /** Adds a value to a list, map, or set. */
  #keep(state: TaintState, call: number, argument: number, take: TakeStep): void {
    const { node, context, shape } = state
    const { program, shapes } = this.#context
    const load = program.operand(call, 0)
    if (program.op(load) !== Op.Load) return
    if (program.text(load, 1) === 'update') return this.#update(state, call, argument, take)
    const method = containerMethods.get(program.text(load, 1))
    if (
      program.text(load, 1) === 'set' &&
      program.operandCount(call) === 3 &&
      program.operand(call, 1) === argument &&
      argument === node
    )
      keepKey(this.#context, shape, program.operand(load, 0), call, take)
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
}

function isMap(program: Program, callee: number): boolean {
  return program.op(callee) === Op.Global && mapNames.has(program.text(callee, 0))
}
