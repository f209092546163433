import type { LoadedModule } from '../graph/loaded-module.ts'
import type { TokenFlow } from './token-flow.ts'

/** An abstract value of the program. */
export type Token =
  | { readonly kind: 'function'; readonly module: LoadedModule; readonly node: number; readonly local: number }
  | { readonly kind: 'class'; readonly module: LoadedModule; readonly node: number; readonly index: number }
  | { readonly kind: 'object' }

/** Attributes of abstract values, and the values that they inherit attributes from. */
export class Objects {
  readonly #flow: TokenFlow
  readonly #tokens: Token[] = []
  readonly #byKey = new Map<string, number>()
  readonly #attributes: Map<string, number>[] = []
  readonly #parents: number[] = []
  /** Attributes that hide the inherited ones. */
  readonly #hiding = new Set<string>()
  readonly #readPlaces = new Map<string, number>()
  /** Reads of each value: they also see the attributes of parents that are added later. */
  readonly #inherited = new Set<string>()

  constructor(flow: TokenFlow) {
    this.#flow = flow
    flow.onRead((token, name, to, depth) => this.read(token, name, to, depth))
  }

  /** Returns the number of the value with a key. */
  token(key: string, made: () => Token): number {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const token = this.#tokens.push(made()) - 1
    this.#attributes.push(new Map())
    this.#parents.push(this.#flow.add(1))
    this.#byKey.set(key, token)
    return token
  }

  /** Returns the number of the value with a key, if the program has it. */
  known(key: string): number | undefined {
    return this.#byKey.get(key)
  }

  /** Reports whether a key is used for the first time. */
  isNew(key: string): boolean {
    const isNew = !this.#inherited.has(key)
    this.#inherited.add(key)
    return isNew
  }

  get(token: number): Token | undefined {
    return this.#tokens[token]
  }

  /** Place of the values that a value inherits attributes from. */
  parentsOf(token: number): number {
    return this.#parents[token] ?? 0
  }

  /** Place of an attribute of a value, without inherited ones. */
  own(token: number, name: string): number {
    const attributes = this.#attributes[token]
    const known = attributes?.get(name)
    if (known !== undefined) return known
    const place = this.#flow.add(1)
    attributes?.set(name, place)
    return place
  }

  /** Reads of an attribute of a value do not see the inherited one. */
  hideInherited(token: number, name: string): void {
    this.#hiding.add(`${token}:${name}`)
  }

  /** Links an attribute of a value, also if it is inherited, to a place. */
  read(token: number, name: string, to: number, depth = 0): void {
    // A link that exists shows that this was read before.
    if (depth > 12 || !this.#flow.link(this.own(token, name), to)) return
    if (this.#hiding.has(`${token}:${name}`)) return
    this.#flow.eachRead(this.parentsOf(token), name, to, depth + 1)
  }

  /** Place of an attribute of a value, with inherited ones. */
  inherited(token: number, name: string): number {
    const key = `${token}:${name}`
    const known = this.#readPlaces.get(key)
    if (known !== undefined) return known
    const place = this.#flow.add(1)
    this.#readPlaces.set(key, place)
    this.read(token, name, place)
    return place
  }

  /** Value that the instances of a function or class inherit from. */
  prototypeOf(token: number): number {
    const prototype = this.token(`prototype ${token}`, () => ({ kind: 'object' }))
    this.#flow.put(this.own(token, 'prototype'), prototype)
    return prototype
  }

  instanceOf(token: number): number {
    const key = `instance ${token}`
    const isKnown = this.#byKey.has(key)
    const instance = this.token(key, () => ({ kind: 'object' }))
    if (!isKnown) {
      this.prototypeOf(token)
      this.#flow.link(this.own(token, 'prototype'), this.parentsOf(instance))
      this.#flow.put(this.own(instance, 'constructor'), token)
    }
    return instance
  }
}
