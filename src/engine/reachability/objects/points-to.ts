import { LimitExceeded } from '../graph/limit-exceeded.ts'
import { reachabilityLimits } from '../reachability-limits.ts'

type Reaction = (thing: number) => void

interface Place {
  readonly things: number[]
  readonly known: Set<number>
  /** Number of things that targets and reactions have received. */
  delivered: number
  readonly targets: number[]
  readonly isTarget: Set<number>
  readonly reactions: Reaction[]
}

/**
 * Sets of things that flow between places. Nothing is dropped: a program that needs too many steps throws
 * LimitExceeded.
 */
export class PointsTo {
  readonly #places: (Place | undefined)[] = []
  readonly #pending: number[] = []
  readonly #top: number
  /** Place of `top`, which is passed on first, because that decides what is absorbed. */
  readonly topPlace: number
  readonly #absorbed = new Set<number>()
  #size = 0
  #steps = 0

  /** `top`: the thing that also represents absorbed things. */
  constructor(top: number) {
    this.#top = top
    this.topPlace = this.add(1)
    this.put(this.topPlace, top)
  }

  /** Adds places. Returns the first one. */
  add(count: number): number {
    this.#step()
    const first = this.#size
    this.#size += count
    return first
  }

  put(place: number, thing: number): void {
    const at = this.#at(place)
    if (at.known.has(thing)) return
    if (this.#absorbed.has(thing) && at.known.has(this.#top)) return
    this.#step()
    at.known.add(thing)
    at.things.push(thing)
    if (at.things.length === at.delivered + 1) this.#pending.push(place)
  }

  /** A place with `top` does not receive the thing from now on: `top` can do everything that the thing can do. */
  absorb(thing: number): void {
    this.#absorbed.add(thing)
  }

  isAbsorbed(thing: number): boolean {
    return this.#absorbed.has(thing)
  }

  /** All things at `from` are also at `to`. */
  link(from: number, to: number): void {
    if (from === to) return
    const at = this.#at(from)
    if (at.isTarget.has(to)) return
    this.#step()
    at.isTarget.add(to)
    at.targets.push(to)
    for (let index = 0; index < at.delivered; index += 1) this.put(to, at.things[index] ?? 0)
  }

  /** Calls `react` once with each thing that is or will be at the place. */
  each(place: number, react: Reaction): void {
    const at = this.#at(place)
    this.#step()
    at.reactions.push(react)
    for (let index = 0, count = at.delivered; index < count; index += 1) react(at.things[index] ?? 0)
  }

  /** Passes all things on. Returns true if anything changed. */
  flow(): boolean {
    const changed = this.#pending.length > 0
    for (let place = this.#pending.pop(); place !== undefined; place = this.#pending.pop()) {
      this.#deliver(this.topPlace)
      this.#deliver(place)
    }
    return changed
  }

  #deliver(place: number): void {
    const at = this.#at(place)
    while (at.delivered < at.things.length) {
      const thing = at.things[at.delivered] ?? 0
      // What is added meanwhile receives this thing when it is added.
      const [targets, reactions] = [at.targets.length, at.reactions.length]
      at.delivered += 1
      for (let index = 0; index < targets; index += 1) this.put(at.targets[index] ?? 0, thing)
      for (let index = 0; index < reactions; index += 1) at.reactions[index]?.(thing)
    }
  }

  #at(place: number): Place {
    return (this.#places[place] ??= {
      things: [],
      known: new Set(),
      delivered: 0,
      targets: [],
      isTarget: new Set(),
      reactions: [],
    })
  }

  #step(): void {
    this.#steps += 1
    if (this.#steps > reachabilityLimits.maxObjectSteps) throw new LimitExceeded('object flow')
  }
}
