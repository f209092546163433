import { FunctionFlag, Op, ParameterKind } from '../form/operations.ts'
import { functionsNamed, interopHelpers } from './compiler-functions.ts'
import { exportedAttributes } from './defined-attributes.ts'
import { exportingFunctions } from './passing-functions.ts'
import type { Propagation } from './propagation.ts'
import type { ReferenceParts } from './reference-parts.ts'
import { mostTokens } from './token-sets.ts'
import { TokenKind } from './tokens.ts'

/** Which functions of the program calls run: arguments go to parameters, and what is returned to the call. */
export class CallLinks {
  readonly #propagation: Propagation
  readonly #parts: ReferenceParts
  readonly callees = new Map<number, number[]>()
  readonly callers = new Map<number, number[]>()
  readonly #interop: ReadonlySet<number>
  readonly #exporting: ReadonlySet<number>
  /** By generator: what calling it gives. */
  readonly #generated = new Map<number, number>()

  constructor(propagation: Propagation, parts: ReferenceParts) {
    this.#propagation = propagation
    this.#parts = parts
    this.#interop = interopHelpers(propagation.program)
    this.#exporting = functionsNamed(propagation.program, exportingFunctions)
  }

  /** The first `yield` of a function stands for the list of what it yields. */
  yields(node: number): void {
    const { program, tokens, keys } = this.#propagation
    const generator = program.functionOf(node)
    const list = this.#generated.get(generator) ?? tokens.site(node)
    this.#generated.set(generator, list)
    this.#parts.attributes.hold(list, keys.any, program.operand(node, 0))
  }

  /** A token has come to what is called. */
  call(token: number, call: number): void {
    const { tokens } = this.#propagation
    switch (tokens.kind(token)) {
      case TokenKind.function:
        return this.bindFunction(token, call, { skip: 0 })
      case TokenKind.class:
        return this.#parts.classes.make(tokens.reference(token), call)
      case TokenKind.external:
        return this.#parts.outer.call(token, call)
      default:
        // Of an instance that can be called, such as a subclass of Function, nothing is known.
    }
  }

  /** `skip` arguments are not the function's: one for `run.call(self, …)`. */
  bindFunction(functionIndex: number, call: number, { skip }: { readonly skip: number }): void {
    const { program } = this.#propagation
    const found = program.functions[functionIndex]
    if (!found) return
    if (this.#interop.has(functionIndex)) {
      // The module that goes in comes out.
      const argument = program.operand(call, 1)
      if (argument >= 0) this.#propagation.edge(argument, call)
      return
    }
    if (this.#exporting.has(functionIndex)) return this.#parts.outer.define(call, exportedAttributes(program, call))
    if (this.#parts.modules.passes(functionIndex)) return this.#parts.modules.passOn(call)
    if (!this.#parts.modules.wrap(functionIndex, call)) this.link(call, functionIndex, { skip })
  }

  /** Notes that a call may run a function, without handing anything over; false when that was known. */
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

  link(call: number, functionIndex: number, { skip }: { readonly skip: number }): void {
    if (!this.note(call, functionIndex)) return
    const { program, tokens, heap } = this.#propagation
    const found = program.functions[functionIndex]
    if (!found) return
    this.bindArguments(functionIndex, call, skip)
    const generated = this.#generated.get(functionIndex)
    if (generated !== undefined) this.#propagation.add(call, generated)
    const isCreator = (found.flags & FunctionFlag.constructor) !== 0
    if (!isCreator && program.op(call) !== Op.New) for (const returned of found.returns) this.#propagation.bind(program.operand(returned, 0), call)
    if (!isCreator && program.op(call) === Op.New) {
      // A function of old that makes objects by `this`; a registry of them may have as many as can be told apart.
      const site = tokens.site(call)
      heap.follow(site, this.#propagation.prototypeOf(functionIndex), mostTokens)
      this.#propagation.add(call, site)
      if (found.self >= 0) this.#propagation.add(found.self, site)
    }
  }

  bindArguments(functionIndex: number, call: number, skip: number): void {
    const { program, sets, tokens, heap, keys } = this.#propagation
    const found = program.functions[functionIndex]
    if (!found) return
    let position = (found.flags & FunctionFlag.receiverIsParameter) === 0 ? 0 : 1
    for (let index = 1 + skip, count = program.operandCount(call); index < count; index += 1) {
      const argument = program.operand(call, index)
      const op = program.op(argument)
      if (op === Op.Keyword) {
        const name = program.text(argument, 0)
        const parameter = found.parameters.find((one) => one.name === name) ?? found.parameters.find(({ kind }) => kind === ParameterKind.keywordRest)
        if (parameter) this.#propagation.bind(program.operand(argument, 1), parameter.node)
      } else if (op === Op.Spread) {
        for (const token of sets.of(program.operand(argument, 0))) for (const parameter of found.parameters.slice(position)) this.#propagation.bind(heap.all(token), parameter.node)
      } else if (op === Op.SpreadKeywords) {
        for (const token of sets.of(program.operand(argument, 0))) for (const parameter of found.parameters) if (parameter.name !== undefined) this.#propagation.bind(heap.attribute(token, keys.of(parameter.name)), parameter.node)
      } else {
        const parameter = found.parameters[position]
        if (parameter?.kind === ParameterKind.positional) {
          this.#propagation.bind(argument, parameter.node)
          position += 1
        } else {
          const rest = found.parameters.find(({ kind }) => kind === ParameterKind.rest)
          if (rest) {
            const site = tokens.site(rest.node)
            this.#propagation.add(rest.node, site)
            heap.store(site, keys.any, argument)
          }
        }
      }
    }
  }
}
