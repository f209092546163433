import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * Methods of `AsyncLocalStorage` that set a value for the code that they run. This code reads the value with
 * `getStore`.
 */
const setting: ReadonlySet<string> = new Set(['run', 'enterWith'])

/** Finds the calls that read the value set in a store such as `AsyncLocalStorage`, at any call depth. */
export class AsyncLocalStorageFlow {
  readonly #known: KnownProgram
  /** Calls that read a store, by the node that creates the store. Undefined until first needed. */
  #reads: ReadonlyMap<number, readonly number[]> | undefined

  constructor(known: KnownProgram) {
    this.#known = known
  }

  /** Returns the calls that read the value stored by this call's first argument. Empty for any other call. */
  readsOf(call: number): readonly number[] {
    const { program } = this.#known
    const load = program.operand(call, 0)
    if (program.op(load) !== Op.Load || !setting.has(program.text(load, 1)) || program.stringIndex('getStore') < 0)
      return []
    this.#reads ??= this.#readsByStore()
    return this.#storesOf(program.operand(load, 0)).flatMap((store) => this.#reads?.get(store) ?? [])
  }

  #readsByStore(): ReadonlyMap<number, readonly number[]> {
    const { program } = this.#known
    const found = new Map<number, number[]>()
    for (const node of program.callsOfMethod('getStore')) {
      if (program.op(node) !== Op.Call) continue
      for (const store of this.#storesOf(program.operand(program.operand(node, 0), 0)))
        found.set(store, [...(found.get(store) ?? []), node])
    }
    return found
  }

  /** Returns the nodes that create the store that a node refers to. */
  #storesOf(node: number): readonly number[] {
    const { program, references } = this.#known
    return references.origins(node).filter((origin) => program.op(origin) === Op.New)
  }
}
