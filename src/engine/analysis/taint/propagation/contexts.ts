import { PairMap } from '../../ir/pair-map.ts'

/** Maximum number of calls in a context (k in k-CFA). */
const depth = 4

/**
 * Calling contexts: numbered lists of the latest calls. In context 0, the caller is unknown, so a return can go to
 * every caller.
 */
export class Contexts {
  readonly #calls: (readonly number[])[] = [[]]
  /** The context after appending a call, by context and call. Unlike `#entered`, never drops the oldest call. */
  readonly #longer = new PairMap()
  readonly #entered = new PairMap()
  readonly #left: ({ readonly call: number; readonly context: number } | undefined)[] = []
  readonly #latest: number[] = []

  /** Returns the context inside a function that is called from another context. */
  enter(context: number, call: number): number {
    const known = this.#entered.get(context, call)
    if (known >= 0) return known
    const entered = this.#numbered([...(this.#calls[context] ?? []), call].slice(-depth))
    this.#entered.set(context, call, entered)
    return entered
  }

  /**
   * Returns the context inside a closure that captures a value. The closure's callers are unknown, but the enclosing
   * function's context is known. `closure` is the node that creates the closure. It represents the closure in the list
   * of calls.
   */
  capture(context: number, closure: number): number {
    return context === 0 || this.includes(context, closure) ? context : this.enter(context, closure)
  }

  /**
   * Returns the last call, or the closure that captured a value, and the context outside it. Undefined for the unknown
   * context 0.
   */
  leave(context: number): { readonly call: number; readonly context: number } | undefined {
    const calls = this.#calls[context] ?? []
    const call = calls.at(-1)
    if (call === undefined) return undefined
    return (this.#left[context] ??= { call, context: this.#numbered(calls.slice(0, -1)) })
  }

  /** Returns the context truncated to its last call. */
  latest(context: number): number {
    const calls = this.#calls[context] ?? []
    return calls.length <= 1 ? context : (this.#latest[context] ??= this.#numbered(calls.slice(-1)))
  }

  /** Reports whether a context already contains a call. Such a recursive call is not followed again. */
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
