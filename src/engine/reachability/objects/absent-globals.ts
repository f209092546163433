import type { PointsTo } from './points-to.ts'
import { outside } from './things.ts'

/** Functions of loaders that Node.js does not have. A program may create them. */
const absentGlobals: ReadonlySet<string> = new Set(['define'])

/** Variables that Node.js does not have. They have no value unless the program may create one of them. */
export class AbsentGlobals {
  readonly #flow: PointsTo
  readonly #places: number[] = []
  #isCreated = false

  constructor(flow: PointsTo) {
    this.#flow = flow
  }

  /** Puts the value of a variable at a place. Returns false for variables that Node.js has. */
  read(name: string, place: number): boolean {
    if (!absentGlobals.has(name)) return false
    if (this.#isCreated) this.#flow.put(place, outside)
    else this.#places.push(place)
    return true
  }

  /** The program contains a text or an attribute name: it may create the variable, `global['define'] = load`. */
  name(text: string): void {
    if (absentGlobals.has(text)) this.create()
  }

  /** The program may create any variable. */
  create(): void {
    this.#isCreated = true
    for (const place of this.#places) this.#flow.put(place, outside)
    this.#places.length = 0
  }
}
