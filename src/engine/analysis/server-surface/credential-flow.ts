import { Op } from '../ir/operations.ts'
import { quietNames } from '../models/server-surface/request-words.ts'
import { carryingOperations } from './carrying-operations.ts'
import { plainName } from './plain-name.ts'
import type { ServerSurfaceContext } from './surface-context.ts'

const bounds = { nodes: 6_000, rounds: 6 }

/** Values and regions that depend on the caller's credentials. */
export interface CredentialFlow {
  readonly derived: ReadonlySet<number>
  /** Regions whose condition depends on the caller's credentials. */
  readonly controlled: ReadonlySet<number>
  /** True if a limit stopped the search. */
  readonly isCut: boolean
}

const passing: ReadonlySet<Op> = new Set<Op>([
  ...carryingOperations,
  Op.Load,
  Op.LoadDynamic,
  Op.Unary,
  Op.Binary,
  Op.Concat,
  Op.TaggedTemplate,
  Op.Opaque,
  Op.ArrayOf,
  Op.ObjectOf,
  Op.Property,
  Op.ComputedProperty,
  Op.Spread,
  Op.SpreadKeywords,
  Op.Keyword,
  Op.Element,
  Op.Key,
])

/** Follows credentials forward from their reads through calls, fields, and conditions. */
export function followCredentials(
  context: ServerSurfaceContext,
  seeds: readonly number[],
  functions: ReadonlySet<number>,
): CredentialFlow {
  return new CredentialSearch(context, functions).run(seeds)
}

class CredentialSearch {
  readonly #context: ServerSurfaceContext
  readonly #functions: ReadonlySet<number>
  readonly #derived = new Set<number>()
  readonly #controlled = new Set<number>()
  readonly #waiting: number[] = []

  constructor(context: ServerSurfaceContext, functions: ReadonlySet<number>) {
    this.#context = context
    this.#functions = functions
  }

  run(seeds: readonly number[]): CredentialFlow {
    for (const seed of seeds) this.#add(seed)
    for (let round = 0; round < bounds.rounds; round += 1) {
      this.#drain()
      if (!this.#addControlled()) break
    }
    return { derived: this.#derived, controlled: this.#controlled, isCut: this.#derived.size >= bounds.nodes }
  }

  #add(node: number): void {
    if (node < 0 || this.#derived.has(node) || this.#derived.size >= bounds.nodes) return
    this.#derived.add(node)
    this.#waiting.push(node)
  }

  #drain(): void {
    const { program, references, regions } = this.#context
    for (let node = this.#waiting.pop(); node !== undefined; node = this.#waiting.pop()) {
      for (const region of regions().byCondition.get(node) ?? []) this.#controlled.add(region)
      for (const next of references.heapEdges(node)) this.#add(next)
      if (node >= program.nodeCount) continue
      for (const user of program.users(node)) this.#use(user, node)
    }
  }

  #use(user: number, node: number): void {
    const { program } = this.#context
    const op = program.op(user)
    if (passing.has(op)) this.#add(user)
    else if (op === Op.Store) this.#store(user)
    else if (op === Op.StoreDynamic) {
      if (program.operand(user, 2) === node) this.#add(program.operand(user, 0))
    } else if (op === Op.Return || op === Op.Yield) this.#returned(program.functionOf(user))
    else if (op === Op.Call || op === Op.New) this.#called(user, node)
  }

  /**
   * Handles `request.state.user = user`: continues at reads of the same attribute, because frameworks pass the object
   * on.
   */
  #store(store: number): void {
    const { program } = this.#context
    for (const node of program.index.naming(program.operand(store, 1)))
      if (program.op(node) === Op.Load && this.#functions.has(program.functionOf(node))) this.#add(node)
  }

  #returned(index: number): void {
    const { program, references, regions } = this.#context
    for (const call of references.callers(index)) this.#add(call)
    // Example: `tokens.some((one) => one === token)`.
    const maker = regions().makers.get(index)
    for (const user of maker === undefined ? [] : program.users(maker))
      if (program.op(user) === Op.Call || program.op(user) === Op.New) this.#add(user)
  }

  #called(call: number, node: number): void {
    const { program, references } = this.#context
    const callee = program.operand(call, 0)
    const name = plainName(this.#context, callee) ?? ''
    const callees = references.callees(call)
    if (callees.length === 0 && quietNames.test(name)) return
    this.#add(call)
    // `resolve(isValid)` sets the promise's value.
    if (program.op(callee) === Op.Parameter && callee !== node) this.#returned(program.functionOf(callee))
    for (const index of callees.slice(0, 6)) {
      for (const binding of references.bindings(call, index)) {
        const parameter = program.parameter(index, binding.parameter)
        if (parameter >= 0 && references.argumentFor(call, index, binding.parameter) === node) this.#add(parameter)
      }
    }
    if (callees.length > 0) return
    for (let place = 1, count = program.operandCount(call); place < count; place += 1)
      for (const index of references.functions(program.operand(call, place)))
        for (const { node: parameter } of program.functions[index]?.parameters ?? []) this.#add(parameter)
  }

  /** Adds values that depend on the branch taken: values selected, stored, and returned under a condition. */
  #addControlled(): boolean {
    const { program } = this.#context
    const before = this.#derived.size
    const isControlled = (region: number): boolean => {
      for (let at = region; at >= 0; at = program.regionAround(at)) if (this.#controlled.has(at)) return true
      return false
    }
    for (const node of program.index.ofAny(Op.Phi, Op.Store, Op.Return)) {
      const inside = program.functionOf(node)
      if (!this.#functions.has(inside)) continue
      const op = program.op(node)
      if (op === Op.Phi) {
        for (let place = 1, count = program.operandCount(node); place < count; place += 2)
          if (isControlled(program.operand(node, place))) this.#add(node)
      } else if (isControlled(program.regionAt(node))) {
        if (op === Op.Store) this.#store(node)
        else this.#returned(inside)
      }
    }
    return this.#derived.size > before
  }
}
