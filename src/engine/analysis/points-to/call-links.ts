import { FunctionFlag, Op, ParameterKind } from '../ir/operations.ts'
import { bindArguments, type CalledFunction, type CallForm, callForms, receiverOf, whole } from './argument-binder.ts'
import { isOnlyClass, mayBeUnbound } from './call-forms.ts'
import { functionsNamed, interopHelpers } from './compiler-functions.ts'
import { exportedAttributes } from './defined-attributes.ts'
import { exportingFunctions } from './passing-functions.ts'
import type { Propagation } from './propagation.ts'
import type { CallPart, ReferenceParts } from './reference-parts.ts'
import { maxTokens } from './token-sets.ts'
import { TokenKind } from './tokens.ts'
import { transparentWrappers } from './transparent-wrappers.ts'

/** Links calls to the program functions that they run: arguments to parameters, and return values to the call. */
export class CallLinks implements CallPart {
  readonly #propagation: Propagation
  readonly #parts: ReferenceParts
  readonly callees = new Map<number, number[]>()
  readonly callers = new Map<number, number[]>()
  readonly #interop: ReadonlySet<number>
  readonly #exporting: ReadonlySet<number>
  readonly #wrappers: ReadonlyMap<number, number>
  /** For each call with a spread list or mapping, the functions that it may run. */
  readonly #linked = new Map<number, CalledFunction[]>()
  /** For each generator, the object that its calls return. */
  readonly #generated = new Map<number, number>()

  constructor(propagation: Propagation, parts: ReferenceParts) {
    this.#propagation = propagation
    this.#parts = parts
    this.#interop = interopHelpers(propagation.program)
    this.#wrappers = transparentWrappers(propagation.program)
    this.#exporting = functionsNamed(propagation.program, exportingFunctions)
  }

  /** Treats the first `yield` in a function as the list of yielded values. */
  yields(node: number): void {
    const { program, tokens, keys } = this.#propagation
    const generator = program.functionOf(node)
    const list = this.#generated.get(generator) ?? tokens.site(node)
    this.#generated.set(generator, list)
    this.#parts.attributes.hold(list, keys.any, program.operand(node, 0))
  }

  /** Handles a token that reaches the callee of a call. */
  call(token: number, call: number): void {
    const { tokens } = this.#propagation
    switch (tokens.kind(token)) {
      case TokenKind.function:
        return this.bindFunction(token, call)
      case TokenKind.class:
        return this.#parts.classes.make(tokens.reference(token), call)
      case TokenKind.external:
        return this.#parts.outer.call(token, call)
      default:
      // A callable instance, such as an instance of a `Function` subclass, cannot be resolved.
    }
  }

  bindFunction(functionIndex: number, call: number, form: CallForm = callForms.plain): void {
    const { program } = this.#propagation
    const found = program.functions[functionIndex]
    if (!found) return
    if (this.#interop.has(functionIndex)) {
      // The call returns its argument, a module.
      const argument = program.operand(call, 1)
      if (argument >= 0) this.#propagation.edge(argument, call)
      return
    }
    if (this.#exporting.has(functionIndex)) return this.#parts.outer.define(call, exportedAttributes(program, call))
    if (this.#parts.modules.passes(functionIndex)) return this.#parts.modules.passOn(call)
    if (!this.#parts.modules.wrap(functionIndex, call)) this.link(call, functionIndex, form)
  }

  /** Records that a call may run a function, without binding arguments. Returns false if this was already recorded. */
  note(call: number, functionIndex: number): boolean {
    const callees = this.callees.get(call)
    if (callees?.includes(functionIndex)) return false
    if (callees) callees.push(functionIndex)
    else this.callees.set(call, [functionIndex])
    const callers = this.callers.get(functionIndex)
    if (callers) callers.push(call)
    else this.callers.set(functionIndex, [call])
    return true
  }

  link(call: number, functionIndex: number, form: CallForm = callForms.plain): void {
    if (!this.note(call, functionIndex)) return
    const { program, tokens, heap } = this.#propagation
    const found = program.functions[functionIndex]
    if (!found) return
    for (const isUnbound of this.#bindingsOf(call, functionIndex, form)) {
      const called = { call, functionIndex, form, isUnbound }
      if (this.#isBoundAgain(call, form)) append(this.#linked, call, called)
      this.#bindArguments(called)
    }
    const generated = this.#generated.get(functionIndex)
    if (generated !== undefined) this.#propagation.add(call, generated)
    const isCreator = (found.flags & FunctionFlag.constructor) !== 0
    const passed = this.#wrapped(call, functionIndex, form)
    if (passed >= 0) return this.#propagation.bind(passed, call)
    if (!isCreator && program.op(call) !== Op.New)
      for (const returned of found.returns) this.#propagation.bind(program.operand(returned, 0), call)
    if (!isCreator && program.op(call) === Op.New) {
      // A constructor function assigns to `this`. If the callee is ambiguous, the object inherits from up to
      // `maxTokens` prototypes.
      const site = tokens.site(call)
      heap.follow(site, this.#propagation.prototypeOf(functionIndex), maxTokens)
      this.#propagation.add(call, site)
      if (found.self >= 0) this.#propagation.add(found.self, site)
    }
  }

  /**
   * Returns the argument passed to a transparent wrapper, or -1 for other functions and if the arguments are a list.
   */
  #wrapped(call: number, functionIndex: number, form: CallForm): number {
    const position = this.#wrappers.get(functionIndex)
    const { program } = this.#propagation
    if (position === undefined || form !== callForms.plain || program.op(call) !== Op.Call) return -1
    if (this.#isBoundAgain(call, form)) return -1
    const argument = program.operand(call, position + 1)
    return argument >= 0 && program.op(argument) !== Op.Keyword ? argument : -1
  }

  /**
   * Returns the values of `isUnbound` to bind a call with: both if the method may be read from a class or an instance.
   */
  #bindingsOf(call: number, functionIndex: number, form: CallForm): readonly boolean[] {
    const { program, sets, tokens } = this.#propagation
    const callee = program.operand(call, 0)
    if (form !== callForms.plain || !mayBeUnbound(program, callee, functionIndex)) return onlyBound
    const found = sets.of(program.operand(callee, 0))
    if (isOnlyClass(found, tokens)) return onlyUnbound
    return found.some((token) => tokens.kind(token) === TokenKind.class) ? boundAndUnbound : onlyBound
  }

  #isBoundAgain(call: number, form: CallForm): boolean {
    const { program } = this.#propagation
    if (form.isList) return true
    for (let index = form.first, count = program.operandCount(call); index < count; index += 1) {
      const op = program.op(program.operand(call, index))
      if (op === Op.Spread || op === Op.SpreadKeywords) return true
    }
    return false
  }

  /** Handles a token that reaches an argument, which may be the argument list, as in `f.apply(self, list)`. */
  listArrived(call: number, index: number): void {
    if (
      this.#linked.size > 0 &&
      this.#linked.get(call)?.some(({ form }) => form.isList && form.first === index) === true
    )
      this.rebind(call)
  }

  /** Binds a call's arguments again after a spread list or mapping has been resolved. */
  rebind(call: number): void {
    for (const called of this.#linked.get(call) ?? []) this.#bindArguments(called)
  }

  #bindArguments(called: CalledFunction): void {
    const { program, sets, tokens, heap, keys } = this.#propagation
    const parameters = program.functions[called.functionIndex]?.parameters ?? []
    const receiver = called.form === callForms.plain && !called.isUnbound ? -1 : receiverOf(program, called)
    if (receiver >= 0) this.#propagation.bind(receiver, this.#propagation.selfNode(called.functionIndex))
    for (const { value, from, parameter, into } of bindArguments(program, called)) {
      const taken = parameters[parameter]
      if (!taken) continue
      const { node, kind } = taken
      const site = kind === ParameterKind.rest || kind === ParameterKind.keywordRest ? tokens.site(node) : -1
      if (site >= 0) this.#propagation.add(node, site)
      const key = kind === ParameterKind.keywordRest && typeof into === 'string' ? keys.of(into) : keys.any
      if (from === whole && into === whole && site < 0) this.#propagation.bind(value, node)
      else if (from === whole && into !== whole) this.#parts.attributes.hold(site, key, value)
      else {
        for (const token of sets.of(value)) {
          if (from === whole && kind === ParameterKind.keywordRest) heap.follow(site, token)
          else
            this.#propagation.bind(
              typeof from === 'string' ? heap.attribute(token, keys.of(from)) : heap.all(token),
              site < 0 ? node : heap.attribute(site, key),
            )
        }
      }
    }
  }
}

const onlyBound: readonly boolean[] = [false]
const onlyUnbound: readonly boolean[] = [true]
const boundAndUnbound: readonly boolean[] = [false, true]

function append(into: Map<number, CalledFunction[]>, call: number, called: CalledFunction): void {
  const known = into.get(call)
  if (known) known.push(called)
  else into.set(call, [called])
}
