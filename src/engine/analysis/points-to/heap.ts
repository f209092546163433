import { GrowingIntegers } from '../ir/growing-array.ts'
import { PairMap } from '../ir/pair-map.ts'
import { PairSet } from '../ir/pair-set.ts'
import type { AttributeKeys } from './attribute-keys.ts'
import { InheritedTokens, maxInherited } from './inherited-tokens.ts'

/**
 * Maximum number of candidates to inherit attributes from when a function, prototype, or external value is ambiguous.
 * With more candidates, such as the 17 of a variable in one minified bundle, the value is practically unknown. In a 3
 * MB bundle, such values caused three quarters of 1.7 million edges between attributes.
 */
export const maxFollowed = 8

/** Maximum number of stored values searched linearly for a duplicate. */
const fewValues = 8

export interface HeapEvents {
  /** Called when a value or another attribute flows into or out of an attribute. */
  readonly edge: (from: number, to: number) => void
  /** Called when an attribute is created. */
  readonly onAttribute: (token: number, key: number, attribute: number) => void
}

/** An attribute that is read, with its key. An undefined key represents all keys together. */
export interface KeyedAttribute {
  readonly node: number
  readonly key: string | undefined
}

/**
 * Attributes of abstract objects. Each attribute is a node after the program's nodes: stored values flow into it, and
 * from it to its reads. A token inherits attributes from the tokens that it follows: base classes, spread objects, and
 * modules that it re-exports. Keys are numbers from `AttributeKeys`.
 */
export class Heap {
  readonly #keys: AttributeKeys
  readonly #firstAttribute: number
  readonly #events: HeapEvents
  readonly #attributes = new PairMap()
  /** Most recent attribute of each token, plus 1. */
  readonly #latest = new GrowingIntegers()
  /**
   * Token that each attribute belongs to. The parallel arrays hold its key and the previous attribute of the same
   * token, plus 1.
   */
  readonly #owners = new GrowingIntegers()
  readonly #ownKeys = new GrowingIntegers()
  readonly #earlier = new GrowingIntegers()
  readonly #inherited = new InheritedTokens()
  /** Pairs of a value and an attribute, for attributes that have many values. */
  readonly #held = new PairSet()
  readonly #stored: (number[] | undefined)[] = []

  constructor(keys: AttributeKeys, firstAttribute: number, events: HeapEvents) {
    this.#keys = keys
    this.#firstAttribute = firstAttribute
    this.#events = events
  }

  get nodeCount(): number {
    return this.#firstAttribute + this.#owners.length
  }

  /** Returns an attribute's node. On first use, creates it together with its incoming edges. */
  attribute(token: number, key: number): number {
    const known = this.#attributes.get(token, key)
    return known >= 0 ? known : this.#make(token, key)
  }

  /**
   * Creates the attribute and the inherited ones, bases first. Iterative, because chains of spread objects can be
   * arbitrarily long.
   */
  #make(token: number, key: number): number {
    const made = this.#makeAlone(token, key)
    const waiting = [{ token, node: made, next: 0 }]
    for (let last = waiting.at(-1); last; last = waiting.at(-1)) {
      const other = this.#inherited.isOwn(last.token, key) ? undefined : this.#inherited.of(last.token)[last.next]
      if (other === undefined) {
        waiting.pop()
        continue
      }
      const known = this.#attributes.get(other, key)
      if (known < 0) waiting.push({ token: other, node: this.#makeAlone(other, key), next: 0 })
      else {
        last.next += 1
        this.#events.edge(known, last.node)
      }
    }
    return made
  }

  #makeAlone(token: number, key: number): number {
    const node = this.nodeCount
    const { any, all } = this.#keys
    const latest = this.#latestOf(token)
    this.#owners.push(token)
    this.#ownKeys.push(key)
    this.#earlier.push(latest)
    while (this.#latest.length <= token) this.#latest.push(0)
    this.#latest.set(token, node + 1)
    this.#attributes.set(token, key, node)
    this.#events.onAttribute(token, key, node)
    const { edge } = this.#events
    if (key === any) {
      // A read of any key sees the values stored under the wildcard key.
      for (const other of this.#attributesFrom(latest)) if (this.#keyOf(other) !== all) edge(node, other)
    } else if (key === all) {
      for (const other of this.#attributesFrom(latest)) edge(other, node)
    } else {
      const kept = this.#attributes.get(token, any)
      if (kept >= 0) edge(kept, node)
    }
    if (key !== all) {
      const seen = this.#attributes.get(token, all)
      if (seen >= 0) edge(node, seen)
    }
    return node
  }

  #latestOf(token: number): number {
    return token < this.#latest.length ? this.#latest.get(token) : 0
  }

  /** Returns a token's attributes in creation order. */
  #attributesOf(token: number): number[] {
    return this.#attributesFrom(this.#latestOf(token))
  }

  #attributesFrom(latest: number): number[] {
    const found: number[] = []
    for (let at = latest; at > 0; at = this.#earlier.get(at - 1 - this.#firstAttribute)) found.push(at - 1)
    return found.toReversed()
  }

  #keyOf(attribute: number): number {
    return this.#ownKeys.get(attribute - this.#firstAttribute)
  }

  /** Returns the node that represents all of a token's attributes. */
  all(token: number): number {
    this.attribute(token, this.#keys.any)
    return this.attribute(token, this.#keys.all)
  }

  store(token: number, key: number, value: number): void {
    this.#events.edge(value, this.hold(token, key, value))
  }

  /** Records a stored value without adding a flow edge. Returns the attribute. */
  hold(token: number, key: number, value: number): number {
    const attribute = this.attribute(token, key)
    const stored = (this.#stored[attribute - this.#firstAttribute] ??= [])
    if (stored.length < fewValues ? !stored.includes(value) : this.#isNew(stored, value, attribute)) stored.push(value)
    return attribute
  }

  #isNew(stored: readonly number[], value: number, attribute: number): boolean {
    if (stored.length === fewValues) for (const one of stored) this.#held.add(one, attribute)
    return this.#held.add(value, attribute)
  }

  ownerOf(attribute: number): number {
    return this.#owners.get(attribute - this.#firstAttribute)
  }

  keyText(attribute: number): string {
    return this.#keys.text(this.#keyOf(attribute))
  }

  /** Lets a token inherit all attributes of another one, unless it already inherits from `atMost` tokens. */
  follow(token: number, followed: number, atMost = Infinity): void {
    if (!this.#inherited.add(token, followed, atMost)) return
    for (const node of this.#attributesOf(token))
      if (!this.#inherited.isOwn(token, this.#keyOf(node)))
        this.#events.edge(this.attribute(followed, this.#keyOf(node)), node)
  }

  /** Records that a token defines a key itself, which overrides the inherited attribute. Call it before any read. */
  own(token: number, key: number): void {
    this.#inherited.own(token, key)
  }

  /** Returns the tokens that this one inherits from directly. */
  followedBy(token: number): readonly number[] {
    return this.#inherited.of(token)
  }

  /**
   * Returns the values that a token, or a token that it inherits from, stores under a key. Cached, so call it only
   * after the propagation has finished.
   */
  stored(token: number, key: string): readonly number[] {
    // A key without a number may still have values stored under the wildcard key.
    const number = this.#keys.known(key)
    const asked = number < 0 ? this.#keys.of('\0none') : number
    const known = this.#answers.get(token, asked)
    if (known >= 0) return this.#answered[known] ?? none
    const found = this.#findStored(token, number)
    this.#answers.set(token, asked, this.#answered.push(found) - 1)
    return found
  }

  readonly #answers = new PairMap()
  readonly #answered: (readonly number[])[] = []

  #findStored(token: number, key: number): readonly number[] {
    const { any, all } = this.#keys
    const found = new Set<number>()
    const collect = (attribute: number) => {
      for (const value of this.#stored[attribute - this.#firstAttribute] ?? none) found.add(value)
    }
    const seen = new Set([token])
    for (const one of seen) {
      if (key === any) {
        for (const attribute of this.#attributesOf(one)) if (this.#keyOf(attribute) !== all) collect(attribute)
      } else {
        if (key >= 0) collect(this.#attributes.get(one, key))
        collect(this.#attributes.get(one, any))
      }
      if (key < 0 || !this.#inherited.isOwn(one, key))
        for (const next of this.#inherited.of(one)) if (seen.size < maxInherited) seen.add(next)
    }
    return found.size === 0 ? none : [...found]
  }

  storedIn(attribute: number): readonly number[] {
    return this.#stored[attribute - this.#firstAttribute] ?? none
  }

  /**
   * Returns the token's attributes that are read, with their keys. An undefined key represents all keys together.
   * Cached, so call it only after the propagation has finished.
   */
  attributesIn(token: number): readonly KeyedAttribute[] {
    const known = this.#keyed.get(token)
    if (known) return known
    const { any, all } = this.#keys
    const found: KeyedAttribute[] = []
    for (const node of this.#attributesOf(token)) {
      const key = this.#keyOf(node)
      if (key !== any) found.push({ node, key: key === all ? undefined : this.keyText(node) })
    }
    this.#keyed.set(token, found)
    return found
  }

  readonly #keyed = new Map<number, readonly KeyedAttribute[]>()

  /** Returns the keys that are read from a token, in creation order. */
  keys(token: number): readonly string[] {
    return this.#attributesOf(token)
      .filter((attribute) => this.#keyOf(attribute) !== this.#keys.any && this.#keyOf(attribute) !== this.#keys.all)
      .map((attribute) => this.keyText(attribute))
  }
}

const none: readonly number[] = []
