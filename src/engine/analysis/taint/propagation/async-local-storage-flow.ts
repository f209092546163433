import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * Methods that run something with a value in a store, which whatever runs in it gets by `getStore`:
 * `AsyncLocalStorage`.
 */
const setting: ReadonlySet<string> = new Set(['run', 'enterWith'])

/** Finds where values come out of stores that are carried along calls, however deep. */
export class AsyncLocalStorageFlow {
  readonly #known: KnownProgram
  /** By node that makes a store: calls that give what is in it. Undefined until somebody asks. */
  #reads: ReadonlyMap<number, readonly number[]> | undefined

  constructor(known: KnownProgram) {
    this.#known = known
  }

  /** Calls that give a value which this call puts into a store as its first argument; none for any other call. */
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

  /** Where a store was made. */
  #storesOf(node: number): readonly number[] {
    const { program, references } = this.#known
    return references.origins(node).filter((origin) => program.op(origin) === Op.New)
  }
}
