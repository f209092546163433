import type { LoadedModule } from '../graph/loaded-module.ts'
import { functionMethods, isModeled, objectMethods, prototypes } from './native-names.ts'
import type { PointsTo } from './points-to.ts'

/** Objects of the runtime that are no functions: `Reflect.apply` is no method of a function. */
const namespaces: ReadonlySet<string> = new Set(['Reflect', 'Math', 'util'])

/** A value that a program creates at one place, or a function of the runtime. */
export type Thing =
  | { readonly kind: 'outside' }
  | { readonly kind: 'native'; readonly name: string }
  | { readonly kind: 'function'; readonly module: LoadedModule; readonly local: number }
  | { readonly kind: 'class'; readonly module: LoadedModule; readonly index: number }
  | { readonly kind: 'object' }
  | { readonly kind: 'array' }

/** Everything that is not one of the other things, and each of these once code outside the program may hold it. */
export const outside = 0
/** Attribute of the elements of a collection. */
export const elements = '[]'
/** Attribute of what is stored under unknown keys. */
export const unknownKey = '*'
/** Attribute of what is stored under symbols. */
export const symbolKey = '@@'

/** Things and their attributes. An attribute is read from the thing and from all that it inherits from. */
export class Things {
  readonly #flow: PointsTo
  readonly #things: Thing[] = [{ kind: 'outside' }]
  readonly #byKey = new Map<string, number>()
  readonly #attributes: Map<string, number>[] = [new Map()]
  /** First of three places of a thing: all its attributes, what it inherits from, and what inherits from it. */
  readonly #places: number[]
  readonly #inherits = new Set<number>()
  /** Things with accessors. */
  readonly #holders = new Set<number>()
  readonly #reads = new Map<number, Set<string>>()
  /** Places of the attributes with a name of all things. */
  readonly #anyThing = new Map<string, number>()
  /** Attributes that were added to prototypes of the runtime, by name. */
  readonly #added = new Map<string, number>()
  /** Place of attributes with unknown names that were added to prototypes of the runtime. */
  readonly addedAnyName: number
  /** Place of all attributes that were added to prototypes of the runtime. */
  readonly allAdded: number

  constructor(flow: PointsTo) {
    this.#flow = flow
    this.#places = [flow.add(3)]
    this.addedAnyName = flow.add(2)
    this.allAdded = this.addedAnyName + 1
    flow.link(this.addedAnyName, this.allAdded)
  }

  /** Returns the number of the thing with a key. `made` creates it. */
  thing(key: string, made: () => Thing): number {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const thing = this.#things.push(made()) - 1
    this.#attributes.push(new Map())
    this.#places.push(this.#flow.add(3))
    this.#byKey.set(key, thing)
    return thing
  }

  object(key: string): number {
    return this.thing(key, () => ({ kind: 'object' }))
  }

  array(key: string): number {
    return this.thing(key, () => ({ kind: 'array' }))
  }

  /** A function or object of the runtime: itself if the analysis models it, otherwise the outside. */
  native(name: string): number {
    return isModeled(name) ? this.thing(`native ${name}`, () => ({ kind: 'native', name })) : outside
  }

  /** Reports whether a thing is `outside`, or one that `outside` represents. */
  isOutside(thing: number): boolean {
    return thing === outside || this.#flow.isAbsorbed(thing)
  }

  get(thing: number): Thing {
    return this.#things[thing] ?? { kind: 'outside' }
  }

  /** Place of an attribute of a thing, without inherited ones. */
  own(thing: number, name: string): number {
    const attributes = this.#attributes[thing]
    const known = attributes?.get(name)
    if (known !== undefined) return known
    const place = this.#flow.add(1)
    attributes?.set(name, place)
    this.#flow.link(place, this.all(thing))
    const any = this.#anyThing.get(name)
    if (any !== undefined) this.#flow.link(place, any)
    return place
  }

  /** Place of the values of all attributes of a thing, without inherited ones. */
  all(thing: number): number {
    return this.#places[thing] ?? 0
  }

  /** Place of what a thing inherits from. */
  parents(thing: number): number {
    return this.all(thing) + 1
  }

  /** Place of a thing and everything that inherits from it. */
  #below(thing: number): number {
    const place = this.all(thing) + 2
    this.#flow.put(place, thing)
    return place
  }

  /** Place of the receivers of a thing's accessors: the thing, and everything that inherits from it. */
  receivers(thing: number): number {
    const place = this.#below(thing)
    if (this.#holders.has(thing)) return place
    this.#holders.add(thing)
    if (this.#flow.isAbsorbed(thing)) this.#flow.link(this.#below(outside), place)
    return place
  }

  /** Values from outside the graph now represent a thing. What inherits from them may inherit from the thing. */
  absorb(thing: number): void {
    this.#flow.absorb(thing)
    this.#flow.link(this.#below(thing), this.#below(outside))
    if (this.#holders.has(thing)) this.#flow.link(this.#below(outside), this.#below(thing))
  }

  /** A thing inherits the attributes of everything at a place. Copies of attributes count as inherited. */
  inherit(thing: number, from: number): void {
    const parents = this.parents(thing)
    if (!this.#inherits.has(thing)) {
      this.#inherits.add(thing)
      this.#flow.each(parents, (parent) => {
        if (this.get(parent).kind !== 'native') this.#flow.link(this.#below(thing), this.#below(parent))
      })
    }
    this.#flow.link(from, parents)
  }

  /** Place of the attributes with a name that were added to prototypes of the runtime. */
  added(name: string): number {
    const known = this.#added.get(name)
    if (known !== undefined) return known
    const place = this.#flow.add(1)
    this.#added.set(name, place)
    this.#flow.link(place, this.allAdded)
    this.#flow.link(this.addedAnyName, place)
    return place
  }

  /** Puts what an attribute of any thing may be at a place. */
  readAny(name: string, to: number): void {
    const known = this.#anyThing.get(name)
    const place = known ?? this.#flow.add(1)
    this.#flow.link(place, to)
    if (known !== undefined) return
    this.#anyThing.set(name, place)
    for (const attributes of this.#attributes) {
      const own = attributes.get(name)
      if (own !== undefined) this.#flow.link(own, place)
    }
  }

  /** Puts what an attribute of a thing may be at a place. */
  read(thing: number, name: string, to: number): void {
    if (!this.#isNewRead(to, `${thing}.${name}`)) return
    const found = this.get(thing)
    const flow = this.#flow
    if (this.isOutside(thing) || found.kind === 'native') {
      this.#readRuntime(found.kind === 'native' ? found.name : '', name, to)
      return
    }
    flow.link(this.own(thing, name), to)
    flow.link(this.own(thing, unknownKey), to)
    const isIndex = /^\d+$/.test(name)
    if (isIndex) flow.link(this.own(thing, elements), to)
    // Destructuring reads indexes of what an iterator yields.
    if (isIndex && found.kind !== 'array') flow.put(to, outside)
    flow.each(this.parents(thing), (parent) => this.read(parent, name, to))
    flow.link(this.added(name), to)
    if (name === '__proto__') {
      flow.link(this.parents(thing), to)
      this.#putPrototypes(to)
    }
    if (name === 'constructor' || name.startsWith('__lookup')) flow.put(to, outside)
    if (name === '__defineGetter__' || name === '__defineSetter__')
      flow.put(to, this.native(`Object.prototype.${name}`))
    if (objectMethods.has(name)) flow.put(to, this.native(`Object.prototype.${name}`))
    if (found.kind === 'array' && !isIndex && name !== 'length') flow.put(to, this.native(`Array.prototype.${name}`))
    if ((found.kind === 'function' || found.kind === 'class') && functionMethods.has(name))
      flow.put(to, this.native(`Function.prototype.${name}`))
  }

  #readRuntime(owner: string, name: string, to: number): void {
    const isMethod = owner !== '' && !namespaces.has(owner) && functionMethods.has(name)
    const read = isMethod ? `Function.prototype.${name}` : `${owner}.${name}`
    this.#flow.put(to, owner === '' ? outside : this.native(read))
    if (owner === '' && (name === 'prototype' || name === '__proto__')) this.#putPrototypes(to)
    this.#flow.link(this.added(name), to)
  }

  #putPrototypes(to: number): void {
    for (const name of prototypes) this.#flow.put(to, this.native(name))
  }

  /** Puts what any attribute of a thing may be at a place. */
  readAll(thing: number, to: number): void {
    if (!this.#isNewRead(to, `${thing}`)) return
    const { kind } = this.get(thing)
    if (this.isOutside(thing) || kind === 'native') {
      this.#flow.put(to, outside)
      return
    }
    this.#flow.link(this.all(thing), to)
    this.#flow.each(this.parents(thing), (parent) => this.readAll(parent, to))
    this.#flow.link(this.allAdded, to)
    if (kind === 'array') this.#flow.put(to, this.native('Array.prototype.*'))
    else if (kind !== 'object') this.#flow.put(to, outside)
  }

  /** Puts what iterating a thing may yield at a place. */
  readElements(thing: number, to: number): void {
    const { kind } = this.get(thing)
    if (kind !== 'array' || this.isOutside(thing)) this.#flow.put(to, outside)
    if (this.isOutside(thing)) return
    if (!this.#isNewRead(to, `${thing}[]`)) return
    // Copies of lists count as inherited.
    this.#flow.each(this.parents(thing), (parent) => this.readElements(parent, to))
    if (kind === 'native') return
    this.#flow.link(this.own(thing, elements), to)
    this.#flow.link(this.own(thing, unknownKey), to)
  }

  #isNewRead(to: number, key: string): boolean {
    const known = this.#reads.get(to)
    if (known?.has(key) === true) return false
    if (known) known.add(key)
    else this.#reads.set(to, new Set([key]))
    return true
  }
}
