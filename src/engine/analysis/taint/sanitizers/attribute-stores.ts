import { Op, RegionKind } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import { append, type ProgramIndex } from './program-index.ts'

/** Maximum number of assignments to visit per attribute, counted backward from the read. */
const maxStores = 20

/** Attribute assignments, by function. */
export class AttributeStores {
  readonly #program: Program
  readonly #index: ProgramIndex

  constructor(program: Program, index: ProgramIndex) {
    this.#program = program
    this.#index = index
  }

  /** Returns the last `Store` node in the same function that may set an attribute before a node reads it. */
  lastBefore(load: number, key: string, isSameObject: (node: number) => boolean): number | undefined {
    const program = this.#program
    const before = this.#storesOf(program.functionOf(load), key)
      .filter((store) => store < load)
      .slice(-maxStores)
    return before.findLast((store) => isSameObject(program.operand(store, 0)) && this.#mayComeTo(store, load))
  }

  /** Returns the `Store` nodes in a function that set an attribute with this name, in ascending order. */
  #storesOf(functionIndex: number, key: string): readonly number[] {
    const program = this.#program
    if (!this.#stores) {
      this.#stores = new Map()
      for (const store of program.index.of(Op.Store)) {
        append(this.#stores, `${program.functionOf(store)} ${program.text(store, 1)}`, store)
      }
    }
    return this.#stores.get(`${functionIndex} ${key}`) ?? []
  }

  #stores: Map<string, number[]> | undefined

  /**
   * Reports whether the second node may run after the first. False if they are on mutually exclusive branches, or if
   * the first node's branch exits before the second node.
   */
  #mayComeTo(first: number, second: number): boolean {
    const program = this.#program
    const end = program.regionAt(second)
    const left: number[] = []
    for (let at = program.regionAt(first); !program.isWithin(end, at); at = program.regionAround(at)) left.push(at)
    // After an exit from a `try` body, execution may continue in the handler.
    if (left.some((at) => program.regionKinds[at] === RegionKind.attempt)) return true
    return !left.some((at) => {
      const other = this.#index.siblingOf(at)
      return (
        (this.#index.endsDead[at] === 1 && this.#index.hasOwnExit[at] === 1) ||
        (other >= 0 && program.isWithin(end, other))
      )
    })
  }
}
