import { PairMap } from '../../ir/pair-map.ts'

/** How many calls back are remembered. */
const depth = 4

/**
 * Ways by which functions were entered: the latest calls, numbered. 0 stands for an unknown way, from which every
 * caller may be returned to.
 */
export class Contexts {
  readonly #calls: (readonly number[])[] = [[]]
  /** By number and call: the number of the same way with one call more at its end, not shortened. */
  readonly #longer = new PairMap()
  readonly #entered = new PairMap()
  readonly #left: ({ readonly call: number; readonly context: number } | undefined)[] = []
  readonly #latest: number[] = []

  /** Entered by a call, from a function that was entered some way. */
  enter(context: number, call: number): number {
    const known = this.#entered.get(context, call)
    if (known >= 0) return known
    const entered = this.#numbered([...(this.#calls[context] ?? []), call].slice(-depth))
    this.#entered.set(context, call, entered)
    return entered
  }

  /**
   * Inside a closure that captures a value: its callers are unknown, but the way by which the function around it was
   * entered is known. `closure` is the node that makes it, which stands among the calls.
   */
  capture(context: number, closure: number): number {
    return context === 0 || this.includes(context, closure) ? context : this.enter(context, closure)
  }

  /**
   * The call by which a function was entered, or the closure that captured a value, and how the function around it was
   * entered. Undefined for an unknown way.
   */
  leave(context: number): { readonly call: number; readonly context: number } | undefined {
    const calls = this.#calls[context] ?? []
    const call = calls.at(-1)
    if (call === undefined) return undefined
    return (this.#left[context] ??= { call, context: this.#numbered(calls.slice(0, -1)) })
  }

  /** The same way, of which only the last call is remembered. */
  latest(context: number): number {
    const calls = this.#calls[context] ?? []
    return calls.length <= 1 ? context : (this.#latest[context] ??= this.#numbered(calls.slice(-1)))
  }

  /** True where the call is among the latest: a recursion, which is not followed again. */
  includes(context: number, call: number): boolean {
    return (this.#calls[context] ?? []).includes(call)
  }

  #numbered(calls: readonly number[]): number {
    let number = 0
    for (const [index, call] of calls.entries()) {
      const known = this.#longer.get(number, call)
      if (known < 0) this.#longer.set(number, call, this.#calls.push(calls.slice(0, index + 1)) - 1)
      number = known < 0 ? this.#calls.length - 1 : known
    }
    return number
  }
}
