import { reachabilityLimits } from '../reachability-limits.ts'

type Reaction = (token: number) => void

/**
 * Sets of abstract values that flow between places. A place keeps a bounded number of values, so the graph may be
 * incomplete.
 */
export class TokenFlow {
  readonly #tokens: (Set<number> | undefined)[] = []
  readonly #targets: (number[] | undefined)[] = []
  readonly #reactions: (Reaction[] | undefined)[] = []
  readonly #pending: { readonly place: number; readonly token: number }[] = []
  #count = 0
  #size = 0

  /** Adds places. Returns the first one. */
  add(count: number): number {
    const first = this.#size
    this.#size += count
    return first
  }

  put(place: number, token: number): void {
    const known = this.#tokens[place]
    if (known?.has(token)) return
    if ((known?.size ?? 0) >= reachabilityLimits.maxTokens || this.#count >= reachabilityLimits.maxTokenSteps) return
    this.#count += 1
    if (known) known.add(token)
    else this.#tokens[place] = new Set([token])
    this.#pending.push({ place, token })
  }

  tokensOf(place: number): ReadonlySet<number> {
    return this.#tokens[place] ?? none
  }

  /** All values of `from` are values of `to`. */
  link(from: number, to: number): void {
    if (from === to) return
    const targets = this.#targets[from]
    if (targets?.includes(to)) return
    if (targets && targets.length >= reachabilityLimits.maxTargets) return
    if (targets) targets.push(to)
    else this.#targets[from] = [to]
    for (const token of this.#tokens[from] ?? none) this.put(to, token)
  }

  /** Calls `react` with each value of the place, once. */
  each(place: number, react: Reaction): void {
    const reactions = this.#reactions[place]
    if (reactions) reactions.push(react)
    else this.#reactions[place] = [react]
    for (const token of Array.from(this.#tokens[place] ?? none)) react(token)
  }

  /** Passes all values on. Returns true if anything changed. */
  flow(): boolean {
    const changed = this.#pending.length > 0
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      for (const target of this.#targets[next.place] ?? []) this.put(target, next.token)
      for (const react of this.#reactions[next.place] ?? []) react(next.token)
    }
    return changed
  }
}

const none: ReadonlySet<number> = new Set()
