import { GrowingIntegers } from '../ir/growing-array.ts'
import { PairMap } from '../ir/pair-map.ts'
import { PairSet } from '../ir/pair-set.ts'
import type { AttributeKeys } from './attribute-keys.ts'
import { InheritedTokens, maxInherited } from './inherited-tokens.ts'

/**
 * A function, a prototype or something outside that may be meant among others and takes after more than this many is
 * one of which nobody knows what it is, such as a variable of a minified bundle that may be any of 17. In a bundle of 3
 * MB, three quarters of 1.7 million edges between attributes were theirs.
 */
export const maxFollowed = 8

/** So many values of an attribute are looked through for one that may be there. */
const fewValues = 8

export interface HeapEvents {
  /** A value, or another attribute, flows into an attribute or out of it. */
  readonly edge: (from: number, to: number) => void
  /** There is a new attribute. */
  readonly onAttribute: (token: number, key: number, attribute: number) => void
}

/** An attribute that something is read of, with its key; undefined stands for all keys together. */
export interface KeyedAttribute {
  readonly node: number
  readonly key: string | undefined
}

/**
 * Attributes of what values may be. Each is a node of its own, after those of the program: values that are stored flow
 * into it, and from it to where it is read. What a token lacks, those that it takes after (`follow`) may have: base
 * classes, spread objects, modules whose exports it passes on. Keys are numbers of `AttributeKeys`.
 */
export class Heap {
  readonly #keys: AttributeKeys
  readonly #firstAttribute: number
  readonly #events: HeapEvents
  readonly #attributes = new PairMap()
  /** By token: the attribute that came last, plus 1. */
  readonly #latest = new GrowingIntegers()
  /**
   * By attribute, from the first one: its token, its key, and the attribute of the same token that came before it, plus
   * 1.
   */
  readonly #owners = new GrowingIntegers()
  readonly #ownKeys = new GrowingIntegers()
  readonly #earlier = new GrowingIntegers()
  readonly #inherited = new InheritedTokens()
  /** Pairs of value and attribute, where an attribute has many, and by attribute: values that were stored. */
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

  /** The node of an attribute; made, with what flows into it, when it is first asked for. */
  attribute(token: number, key: number): number {
    const known = this.#attributes.get(token, key)
    return known >= 0 ? known : this.#make(token, key)
  }

  /**
   * The attribute, and those that it takes after, each before what takes after it. Without recursion: objects are
   * spread into each other as often as their author likes.
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
      // Reads of any key see what stands under every key.
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

  /** Attributes of a token, in the order in which they came. */
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

  /** Every attribute together. */
  all(token: number): number {
    this.attribute(token, this.#keys.any)
    return this.attribute(token, this.#keys.all)
  }

  store(token: number, key: number, value: number): void {
    this.#events.edge(value, this.hold(token, key, value))
  }

  /** Says what is stored, without letting it flow; gives the attribute. */
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

  /** The token that an attribute belongs to. */
  ownerOf(attribute: number): number {
    return this.#owners.get(attribute - this.#firstAttribute)
  }

  /** The key of an attribute, as text. */
  keyText(attribute: number): string {
    return this.#keys.text(this.#keyOf(attribute))
  }

  /** Says that a token has whatever another one has; not where it takes after so many others already. */
  follow(token: number, followed: number, atMost = Infinity): void {
    if (!this.#inherited.add(token, followed, atMost)) return
    for (const node of this.#attributesOf(token))
      if (!this.#inherited.isOwn(token, this.#keyOf(node)))
        this.#events.edge(this.attribute(followed, this.#keyOf(node)), node)
  }

  /**
   * Says that a token has a key itself, whatever those have that it takes after: a method that a class overrides.
   * Before anything asks for it.
   */
  own(token: number, key: number): void {
    this.#inherited.own(token, key)
  }

  /** Tokens that this one takes after, themselves only. */
  followedBy(token: number): readonly number[] {
    return this.#inherited.of(token)
  }

  /**
   * Values that were stored under a key of a token, or of one that it takes after. Remembered: asked once nothing is
   * stored any more.
   */
  stored(token: number, key: string): readonly number[] {
    // What nobody named may still be kept under a key that is not known.
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

  /** Values that were stored in an attribute. */
  storedIn(attribute: number): readonly number[] {
    return this.#stored[attribute - this.#firstAttribute] ?? none
  }

  /**
   * Attributes of a token that something is read of, with their keys; undefined stands for all keys together.
   * Remembered: asked once nothing is stored any more.
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

  /** Keys under which something is or was asked for, in the order in which they came. */
  keys(token: number): readonly string[] {
    return this.#attributesOf(token)
      .filter((attribute) => this.#keyOf(attribute) !== this.#keys.any && this.#keyOf(attribute) !== this.#keys.all)
      .map((attribute) => this.keyText(attribute))
  }
}

const none: readonly number[] = []
