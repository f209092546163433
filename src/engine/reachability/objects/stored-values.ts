import type { PointsTo } from './points-to.ts'

/** Values that the program stores, by name. Setters receive them. */
export class StoredValues {
  readonly #flow: PointsTo
  readonly #stored = new Map<string, number[]>()
  readonly #setters = new Map<string, number>()
  readonly #unnamed: number[] = []
  readonly #all: number[] = []
  #anySetter = -1

  constructor(flow: PointsTo) {
    this.#flow = flow
  }

  /** The value at a place is stored under a name, or under an unknown name. */
  store(name: string | undefined, place: number): void {
    this.#all.push(place)
    if (this.#anySetter >= 0) this.#flow.link(place, this.#anySetter)
    if (name === undefined) {
      this.#unnamed.push(place)
      for (const setter of this.#setters.values()) this.#flow.link(place, setter)
      return
    }
    const list = this.#stored.get(name)
    if (list) list.push(place)
    else this.#stored.set(name, [place])
    const setter = this.#setters.get(name)
    if (setter !== undefined) this.#flow.link(place, setter)
  }

  /** Place of everything that the setter with a name may receive. Undefined: the name of the setter is unknown. */
  received(name: string | undefined): number {
    const known = name === undefined ? this.#anySetter : (this.#setters.get(name) ?? -1)
    if (known >= 0) return known
    const place = this.#flow.add(1)
    if (name === undefined) this.#anySetter = place
    else this.#setters.set(name, place)
    const stored = name === undefined ? this.#all : [...(this.#stored.get(name) ?? []), ...this.#unnamed]
    for (const one of stored) this.#flow.link(one, place)
    return place
  }
}
