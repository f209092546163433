import { reachabilityLimits } from '../reachability-limits.ts'
import { fetchedShift, objectBits } from './flow-graph.ts'
import { LimitExceeded } from './limit-exceeded.ts'
import type { LoadedModule } from './loaded-module.ts'
import type { Values } from './values.ts'

/** A value that is stored under a name. */
export interface Offer {
  readonly module: LoadedModule
  readonly node: number
  /** Objects that it is stored in. It is read if a reader may hold one of them. */
  readonly bits: number
}

interface NameEntry {
  /** Place that collects the objects whose attribute is read, and passes the stored values on. */
  readonly readers: number
  readonly values: number
  pending: Offer[]
}

/** Bit of objects of packages that are not judged. */
export const otherBit = 1
/** Bit of objects of the runtime, and of objects that the analysis cannot tell from them. */
export const runtimeBit = 1 << 15

/**
 * Values stored under names, and reads of names. A value is used if its name is read from an object that may hold it.
 */
export class OfferedNames {
  readonly #values: Values
  readonly #use: (offer: Offer, readAs: number) => void
  readonly #names = new Map<string, NameEntry>()
  readonly #patterns: { readonly prefix: string; readonly suffix: string }[] = []
  /** Place that collects fetched functions that are called. */
  readonly called: number
  /** Place of all values that are stored under unknown names. */
  readonly anyName: number
  #allRead = 0
  #count = 0

  constructor(values: Values, use: (offer: Offer, readAs: number) => void) {
    this.#values = values
    this.#use = use
    this.called = values.add(2)
    this.anyName = this.called + 1
    values.watch(this.called, () => this.#readAll())
  }

  /** Bits of the packages whose stored functions may all be called under unknown names. */
  get allRead(): number {
    return this.#allRead
  }

  /** The value at a place is called, if it is a function that was fetched under an unknown key. */
  callFetched(place: number): void {
    this.#values.flow.edge(place * 3, this.called * 3, ~objectBits)
  }

  offer(name: string, offer: Offer): void {
    this.#count += 1
    if (this.#count > reachabilityLimits.maxOffers) throw new LimitExceeded('stored values')
    const entry = this.#entry(name)
    if (((this.#values.bitsOf(entry.readers) | this.#allRead) & offer.bits) !== 0) this.#use(offer, entry.values)
    else entry.pending.push(offer)
  }

  /** Place of the values that a read of the name may return. */
  valuesOf(name: string): number {
    return this.#entry(name).values
  }

  /** The name is read from an object with these bits. */
  readFrom(name: string, bits: number): void {
    this.#values.mark(this.#entry(name).readers, bits)
  }

  /** The name is read from an unknown object. Objects are not followed through collections, events, and the like. */
  read(name: string): void {
    this.readFrom(name, objectBits)
  }

  /** The name is read from the objects at a place. */
  readAt(name: string, place: number): void {
    this.#values.objects(place, this.#entry(name).readers, objectBits)
  }

  /** All names with this prefix and suffix are read from an unknown object. */
  readPattern(prefix: string, suffix: string): void {
    if (this.#patterns.some((one) => one.prefix === prefix && one.suffix === suffix)) return
    if (this.#patterns.length >= reachabilityLimits.maxPatterns) throw new LimitExceeded('computed names')
    const pattern = { prefix, suffix }
    this.#patterns.push(pattern)
    for (const name of this.#names.keys()) if (matches(name, pattern)) this.read(name)
  }

  #entry(name: string): NameEntry {
    const known = this.#names.get(name)
    if (known) return known
    const readers = this.#values.add(2)
    const entry: NameEntry = { readers, values: readers + 1, pending: [] }
    this.#names.set(name, entry)
    this.#values.link(this.anyName, entry.values)
    this.#values.watch(readers, () => this.#flush(entry))
    if (this.#patterns.some((pattern) => matches(name, pattern))) this.#values.mark(readers, objectBits)
    return entry
  }

  #flush(entry: NameEntry): void {
    const bits = this.#values.bitsOf(entry.readers) | this.#allRead
    const read = entry.pending.filter((offer) => (offer.bits & bits) !== 0)
    if (read.length === 0) return
    entry.pending = entry.pending.filter((offer) => (offer.bits & bits) === 0)
    for (const offer of read) this.#use(offer, entry.values)
  }

  #readAll(): void {
    this.#allRead |= this.#values.bitsOf(this.called) >>> fetchedShift
    for (const entry of this.#names.values()) this.#flush(entry)
  }
}

function matches(name: string, { prefix, suffix }: { readonly prefix: string; readonly suffix: string }): boolean {
  return name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix)
}
