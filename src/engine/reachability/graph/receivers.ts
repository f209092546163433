import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'
import { originsOf } from './origins.ts'
import { selfOf } from './self-of.ts'

interface Receiver {
  readonly module: LoadedModule
  readonly node: number
}

/**
 * Receivers of method calls by method name. `Class.create()` with `create() { return new this() }` uses the class: a
 * receiver is used if a method with the name uses `this` other than for its attributes.
 */
export class Receivers {
  readonly #use: (module: LoadedModule, node: number) => void
  readonly #usedSelves = new Set<number>()
  readonly #namesOf = new Map<number, string[]>()
  readonly #usingNames = new Set<string>()
  readonly #waiting = new Map<string, Receiver[]>()

  constructor(use: (module: LoadedModule, node: number) => void) {
    this.#use = use
  }

  /** A method with the name is called on a value. */
  call(name: string, receiver: Receiver): void {
    if (this.#usingNames.has(name)) {
      this.#use(receiver.module, receiver.node)
      return
    }
    const waiting = this.#waiting.get(name)
    if (waiting) waiting.push(receiver)
    else this.#waiting.set(name, [receiver])
  }

  /** The functions that a value may be are stored as methods with the name. */
  store(name: string, module: LoadedModule, value: number): void {
    for (const origin of originsOf(module, value) ?? []) {
      const self = module.op(origin) === Op.Closure ? selfOf(module, module.operand(origin, 0)) : -1
      if (self < 0) continue
      const place = module.firstNode + self
      const names = this.#namesOf.get(place)
      if (names) names.push(name)
      else this.#namesOf.set(place, [name])
      if (this.#usedSelves.has(place)) this.#useName(name)
    }
  }

  /** The value at a place is used. It may be the receiver of a method. */
  use(place: number): void {
    this.#usedSelves.add(place)
    for (const name of this.#namesOf.get(place) ?? []) this.#useName(name)
  }

  #useName(name: string): void {
    if (this.#usingNames.has(name)) return
    this.#usingNames.add(name)
    const waiting = this.#waiting.get(name) ?? []
    this.#waiting.delete(name)
    for (const { module, node } of waiting) this.#use(module, node)
  }
}

/** Reports whether a value may be a function that uses its receiver. */
export function readsReceiver(module: LoadedModule, value: number): boolean {
  const origins = originsOf(module, value)
  if (origins === undefined) return true
  return origins.some((one) => {
    const op = module.op(one)
    if (op === Op.Closure) return selfOf(module, module.operand(one, 0)) >= 0
    return op !== Op.Class && op !== Op.Literal && op !== Op.ObjectOf && op !== Op.ArrayOf
  })
}
