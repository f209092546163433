import { FunctionFlag, Op, ParameterKind } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { ProgramFunction } from '../program/program-parts.ts'

export const whole: unique symbol = Symbol('whole')
/** Any element or property of the value. */
export const anyPart: unique symbol = Symbol('any part')

/** Part of a value: the whole value, the element or property with a given key, or any element or property. */
export type Part = typeof whole | typeof anyPart | string

/** Passes part of an argument to part of a parameter. */
export interface ArgumentBinding {
  /** Operand of the call: the value itself, or the `Keyword`, `Spread`, or `SpreadKeywords` node that wraps it. */
  readonly argument: number
  readonly value: number
  readonly from: Part
  readonly parameter: number
  /** Part of the parameter: a key of a `*rest` or `**rest` parameter, or else the whole parameter. */
  readonly into: Part
  /** True if the parameter receives only this value. False after a spread of unknown length. */
  readonly isCertain: boolean
}

/**
 * Where a call's receiver and arguments are: `f(a)`, `f.call(self, a)`, `f.apply(self, [a])`, `Reflect.apply(f, self,
 * [a])`.
 */
export interface CallForm {
  /** Operand index of the first argument, or of the argument list if `isList`. */
  readonly first: number
  readonly isList: boolean
  /** Operand index of the receiver, or -1 if the callee is read from the receiver. */
  readonly receiver: number
}

export const callForms = {
  plain: { first: 1, isList: false, receiver: -1 },
  call: { first: 2, isList: false, receiver: 1 },
  apply: { first: 2, isList: true, receiver: 1 },
  reflect: { first: 3, isList: true, receiver: 2 },
} as const satisfies Record<string, CallForm>

/** A function together with the call that runs it. */
export interface CalledFunction {
  readonly call: number
  readonly functionIndex: number
  readonly form: CallForm
  /** True if the call passes the receiver as an ordinary argument: `Class.method(self, a)` in Python. */
  readonly isUnbound: boolean
}

/**
 * Maximum number of bindings between one call and one function. After a spread of unknown length, arguments beyond the
 * limit are dropped. Only generated code exceeds this limit.
 */
const maxBindings = 10_000

/** Binds call arguments to function parameters. Excludes the receiver; see `receiverOf`. */
export function bindArguments(program: Program, called: CalledFunction): readonly ArgumentBinding[] {
  const found = program.functions[called.functionIndex]
  return found ? new Binder(program, found, called).bind() : noBindings
}

const noBindings: readonly ArgumentBinding[] = []

/** Returns the value bound to `this`, or -1 if the call has no receiver, as with constructors and plain functions. */
export function receiverOf(program: Program, { call, functionIndex, form, isUnbound }: CalledFunction): number {
  const flags = program.functions[functionIndex]?.flags ?? 0
  if ((flags & FunctionFlag.constructor) !== 0) return -1
  if (isUnbound)
    return program.op(program.operand(call, form.first)) === Op.Spread ? -1 : program.operand(call, form.first)
  if (form.receiver >= 0) return program.operand(call, form.receiver)
  const callee = program.operand(call, 0)
  return program.op(callee) === Op.Load ? program.operand(callee, 0) : -1
}

/** Returns the value passed by a binding, or -1 if it is part of an object that is not a literal in the call. */
export function boundValue(program: Program, { value, from }: ArgumentBinding): number {
  if (from === whole) return value
  if (from === anyPart) return -1
  if (program.op(value) === Op.ArrayOf) return program.operand(value, Number(from))
  for (let index = program.operandCount(value) - 1; index >= 0; index -= 1) {
    const entry = program.operand(value, index)
    if (program.text(entry, 0) === from) return program.operand(entry, 1)
  }
  return -1
}

class Binder {
  readonly #program: Program
  readonly #called: CalledFunction
  readonly #parameters: ProgramFunction['parameters']
  readonly #bindings: ArgumentBinding[] = []
  /** Index of the parameter that receives the next positional argument. */
  #place: number
  /** Number of leading parameters that accept positional arguments. */
  readonly #positions: number
  readonly #rest: number
  readonly #keywordRest: number
  /** Number of arguments collected by the rest parameter so far. */
  #extra = 0
  /** True after a spread of unknown length. */
  #isAfterSpread = false
  /** Indexes of the parameters bound by name. */
  #named: Set<number> | undefined
  /** Number of leading parameters bound by position. */
  #taken: number
  #byName: Map<string, number> | undefined

  constructor(program: Program, { parameters, flags, name }: ProgramFunction, called: CalledFunction) {
    this.#program = program
    this.#called = called
    this.#parameters = parameters
    const isReceiver = (flags & FunctionFlag.receiverIsParameter) !== 0
    // Python passes the class to `__new__` when it creates an instance.
    const isMaking = name === '__new__' && !isReceiver && !isLoadOf(program, program.operand(called.call, 0), '__new__')
    this.#place = (isReceiver && !called.isUnbound) || isMaking ? 1 : 0
    this.#taken = this.#place
    const firstOther = parameters.findIndex(
      ({ kind }) => kind !== ParameterKind.positional && kind !== ParameterKind.positionalOnly,
    )
    this.#positions = firstOther < 0 ? parameters.length : firstOther
    this.#rest = parameters.findIndex(({ kind }) => kind === ParameterKind.rest)
    this.#keywordRest = parameters.findIndex(({ kind }) => kind === ParameterKind.keywordRest)
  }

  bind(): readonly ArgumentBinding[] {
    const { call, form } = this.#called
    const program = this.#program
    const count = program.operandCount(call)
    if (form.isList) {
      const list = program.operand(call, form.first)
      if (list >= 0) this.#spread(list, list)
      return this.#bindings
    }
    const mappings: number[] = []
    // Keywords come first, because a spread list cannot fill their parameters.
    for (let index = form.first; index < count; index += 1) {
      const argument = program.operand(call, index)
      const op = program.op(argument)
      if (op === Op.Keyword) this.#keyword(program.text(argument, 0), argument, program.operand(argument, 1), whole)
      else if (op === Op.SpreadKeywords) mappings.push(argument)
    }
    for (let index = form.first; index < count; index += 1) {
      const argument = program.operand(call, index)
      const op = program.op(argument)
      if (op === Op.Spread) this.#spread(argument, program.operand(argument, 0))
      else if (op !== Op.Keyword && op !== Op.SpreadKeywords) this.#position(argument, argument, whole)
    }
    for (const argument of mappings) this.#spreadKeywords(argument, program.operand(argument, 0))
    return this.#bindings
  }

  #add(argument: number, value: number, from: Part, parameter: number, into: Part, isCertain: boolean): void {
    if (this.#bindings.length < maxBindings) this.#bindings.push({ argument, value, from, parameter, into, isCertain })
  }

  #keyword(name: string, argument: number, value: number, from: Part): void {
    const parameter = this.#parameterNamed(name)
    if (parameter >= 0) {
      ;(this.#named ??= new Set()).add(parameter)
      this.#add(argument, value, from, parameter, whole, true)
    } else if (this.#keywordRest >= 0) this.#add(argument, value, from, this.#keywordRest, name, true)
  }

  #isNamed(parameter: number): boolean {
    return this.#named?.has(parameter) === true
  }

  #parameterNamed(name: string): number {
    if (!this.#byName) {
      this.#byName = new Map()
      for (const [index, { name: own, kind }] of this.#parameters.entries())
        if (own !== undefined && (kind === ParameterKind.positional || kind === ParameterKind.keyword))
          this.#byName.set(own, index)
    }
    return this.#byName.get(name) ?? -1
  }

  #position(argument: number, value: number, from: Part): void {
    if (this.#isAfterSpread) {
      for (let parameter = this.#place; parameter < this.#positions; parameter += 1)
        if (!this.#isNamed(parameter)) this.#add(argument, value, from, parameter, whole, false)
      if (this.#rest >= 0) this.#add(argument, value, from, this.#rest, anyPart, false)
    } else if (this.#place < this.#positions) {
      this.#add(argument, value, from, this.#place, whole, true)
      this.#place += 1
      this.#taken = this.#place
    } else if (this.#rest >= 0) {
      this.#add(argument, value, from, this.#rest, String(this.#extra), true)
      this.#extra += 1
    }
  }

  #spread(argument: number, list: number): void {
    const program = this.#program
    if (isPlainLiteral(program, list, Op.ArrayOf)) {
      for (let item = 0, count = program.operandCount(list); item < count; item += 1)
        this.#position(argument, list, String(item))
      return
    }
    const first = this.#place
    for (let parameter = first; parameter < this.#positions; parameter += 1)
      if (!this.#isNamed(parameter))
        this.#add(argument, list, this.#isAfterSpread ? anyPart : String(parameter - first), parameter, whole, false)
    if (this.#rest >= 0) {
      const isWholeRest = first >= this.#positions && !this.#isAfterSpread && this.#extra === 0
      this.#add(argument, list, isWholeRest ? whole : anyPart, this.#rest, isWholeRest ? whole : anyPart, false)
    }
    this.#isAfterSpread = true
  }

  #spreadKeywords(argument: number, mapping: number): void {
    const program = this.#program
    if (isPlainLiteral(program, mapping, Op.ObjectOf)) {
      for (let entry = 0, count = program.operandCount(mapping); entry < count; entry += 1) {
        const name = program.text(program.operand(mapping, entry), 0)
        this.#keyword(name, argument, mapping, name)
      }
      return
    }
    // A keyword in the call overrides the keyword of a lowered `partial`. Only a positional argument excludes a
    // keyword.
    for (const [name, parameter] of this.#names())
      if (parameter >= this.#taken) this.#add(argument, mapping, name, parameter, whole, false)
    if (this.#keywordRest >= 0) this.#add(argument, mapping, whole, this.#keywordRest, whole, false)
  }

  #names(): ReadonlyMap<string, number> {
    this.#parameterNamed('')
    return this.#byName ?? new Map()
  }
}

const isLoadOf = (program: Program, node: number, key: string) =>
  program.op(node) === Op.Load && program.text(node, 1) === key

/** True for a literal argument without spreads or computed keys, because no other code can modify it. */
function isPlainLiteral(program: Program, node: number, op: Op): boolean {
  if (program.op(node) !== op || program.users(node).length !== 1) return false
  for (let index = 0, count = program.operandCount(node); index < count; index += 1) {
    const entry = program.op(program.operand(node, index))
    if (op === Op.ArrayOf ? entry === Op.Spread : entry !== Op.Property) return false
  }
  return true
}
