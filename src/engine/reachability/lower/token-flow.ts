import { GrowingIntegers } from '../../analysis/ir/growing-array.ts'
import { reachabilityLimits } from '../reachability-limits.ts'
import { NumberLists } from './number-lists.ts'

type Reaction = (token: number) => void

/** A place receives the attribute of each value of another place. `depth`: number of objects that were searched. */
type Read = (token: number, name: string, to: number, depth: number) => void

/**
 * Sets of abstract values that flow between places. A place keeps a bounded number of values, so the graph may be
 * incomplete.
 */
export class TokenFlow {
  readonly #tokens = new NumberLists()
  /** Some places have thousands of targets, and an array is searched faster than a list. */
  readonly #targets = new Map<number, number[]>()
  readonly #reactions = new Map<number, Reaction[]>()
  /** Reads by place. They are most of the reactions, and functions would take several times the memory. */
  readonly #reads = new NumberLists()
  readonly #readNames: string[] = []
  readonly #readTargets = new GrowingIntegers()
  readonly #readDepths = new GrowingIntegers()
  /** Places and values in turn. */
  readonly #pending: number[] = []
  #read: Read = () => {}
  #steps = 0
  #size = 0

  /** Adds places. Returns the first one. */
  add(count: number): number {
    const first = this.#size
    this.#size += count
    this.#tokens.grow(count)
    this.#reads.grow(count)
    return first
  }

  /** Sets what `eachRead` does with each value. */
  onRead(read: Read): void {
    this.#read = read
  }

  put(place: number, token: number): void {
    const count = this.#tokens.lengthWithout(place, token)
    if (count < 0 || count >= reachabilityLimits.maxTokens || !this.#takeStep()) return
    this.#tokens.add(place, token)
    this.#pending.push(place, token)
  }

  /** Counts a value, link, or read. Returns false if the graph has too many. */
  #takeStep(): boolean {
    this.#steps += 1
    return this.#steps <= reachabilityLimits.maxTokenSteps
  }

  /** True if the graph is so large that the rest of the program is not added to it. */
  get isFull(): boolean {
    return this.#steps > reachabilityLimits.maxTokenSteps
  }

  isEmpty(place: number): boolean {
    return this.#tokens.isEmpty(place)
  }

  has(place: number, token: number): boolean {
    return this.#tokens.lengthWithout(place, token) < 0
  }

  /** All values of `from` are values of `to`. Returns false if they already were, or if `from` has too many targets. */
  link(from: number, to: number): boolean {
    if (from === to) return false
    const targets = this.#targets.get(from)
    if (targets?.includes(to) || (targets && targets.length >= reachabilityLimits.maxTargets)) return false
    if (!this.#takeStep()) return false
    if (targets) targets.push(to)
    else this.#targets.set(from, [to])
    this.#tokens.each(from, (token) => this.put(to, token))
    return true
  }

  /** Calls `react` with each value of the place, once. */
  each(place: number, react: Reaction): void {
    if (!this.#takeStep()) return
    const reactions = this.#reactions.get(place)
    if (reactions) reactions.push(react)
    else this.#reactions.set(place, [react])
    this.#tokens.each(place, react)
  }

  /** Reads an attribute of each value of the place, once. */
  eachRead(place: number, name: string, to: number, depth = 0): void {
    if (!this.#takeStep()) return
    this.#reads.add(place, this.#readNames.push(name) - 1)
    this.#readTargets.push(to)
    this.#readDepths.push(depth)
    this.#tokens.each(place, (token) => this.#read(token, name, to, depth))
  }

  /** Passes all values on. Returns true if anything changed. */
  flow(): boolean {
    const changed = this.#pending.length > 0
    for (let token = this.#pending.pop(); token !== undefined; token = this.#pending.pop()) this.#pass(token)
    return changed
  }

  #pass(token: number): void {
    const place = this.#pending.pop() ?? 0
    for (const target of this.#targets.get(place) ?? []) this.put(target, token)
    this.#reads.each(place, (index) =>
      this.#read(token, this.#readNames[index] ?? '', this.#readTargets.get(index), this.#readDepths.get(index)),
    )
    for (const react of this.#reactions.get(place) ?? []) react(token)
  }
}
