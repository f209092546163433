import type { TokenSets } from './token-sets.ts'

/** Tokens that one takes after, as far as they are looked at. */
const most = 64

/** Stands for any key: what is stored under a key that is not known, and elements. */
export const anyKey = '*'

/**
 * Attributes of what values may be. Each is a node of its own, after those of the program: values that are stored flow into
 * it, and from it to where it is read. What a token lacks, those that it takes after (`follow`) may have: base classes, spread
 * objects, modules whose exports it passes on.
 */
export class Heap {
  readonly #sets: TokenSets
  /** Where tokens of a node also go: from values to attributes, from attributes to reads. */
  readonly edges = new Map<number, number[]>()
  readonly #attributes: (Map<string, number> | undefined)[] = []
  readonly #followed: (number[] | undefined)[] = []
  readonly #owned: (Set<string> | undefined)[] = []
  /** By attribute, from the first one: values that were stored. */
  readonly #stored: number[][] = []
  readonly #owners: { readonly token: number; readonly key: string }[] = []
  readonly #firstAttribute: number
  /** Called when an edge is new, so that what was there already can flow. */
  readonly #onEdge: (from: number, to: number) => void
  /** Called for an attribute of an external that something takes after. */
  readonly #onRequest: (token: number, key: string, attribute: number) => void

  constructor(sets: TokenSets, firstAttribute: number, { onEdge, onRequest }: { readonly onEdge: (from: number, to: number) => void; readonly onRequest: (token: number, key: string, attribute: number) => void }) {
    this.#sets = sets
    this.#firstAttribute = firstAttribute
    this.#onEdge = onEdge
    this.#onRequest = onRequest
  }

  get nodeCount(): number {
    return this.#firstAttribute + this.#stored.length
  }

  edge(from: number, to: number): void {
    const known = this.edges.get(from)
    if (!known) this.edges.set(from, [to])
    else if (known.includes(to)) return
    else known.push(to)
    this.#onEdge(from, to)
  }

  /** The node of an attribute; made, with what flows into it, when it is first asked for. */
  attribute(token: number, key: string): number {
    const attributes = (this.#attributes[token] ??= new Map())
    const known = attributes.get(key)
    if (known !== undefined) return known
    const node = this.#firstAttribute + this.#stored.push([]) - 1
    this.#owners.push({ token, key })
    this.#sets.grow(node)
    attributes.set(key, node)
    if (key === anyKey) {
      // Reads of any key see what stands under every key.
      for (const [other, attribute] of attributes) if (other !== anyKey && other !== allKeys) this.edge(node, attribute)
    } else if (key === allKeys) {
      for (const [other, attribute] of attributes) if (other !== allKeys) this.edge(attribute, node)
    } else {
      const any = attributes.get(anyKey)
      if (any !== undefined) this.edge(any, node)
    }
    if (key !== allKeys) {
      const all = attributes.get(allKeys)
      if (all !== undefined) this.edge(node, all)
    }
    if (!this.#isOwn(token, key)) for (const followed of this.#followed[token] ?? []) this.edge(this.attribute(followed, key), node)
    this.#onRequest(token, key, node)
    return node
  }

  /** Says that a token has a key itself, whatever those have that it takes after: a method that a class overrides. Before anything asks for it. */
  own(token: number, key: string): void {
    (this.#owned[token] ??= new Set()).add(key)
  }

  #isOwn(token: number, key: string): boolean {
    return this.#owned[token]?.has(key) === true
  }

  /** Every attribute together. */
  all(token: number): number {
    this.attribute(token, anyKey)
    return this.attribute(token, allKeys)
  }

  store(token: number, key: string, value: number): void {
    this.edge(value, this.hold(token, key, value))
  }

  /** Says what is stored, without letting it flow; gives the attribute. */
  hold(token: number, key: string, value: number): number {
    const attribute = this.attribute(token, key)
    const stored = this.#stored[attribute - this.#firstAttribute]
    if (stored && !stored.includes(value)) stored.push(value)
    return attribute
  }

  /** The token that an attribute belongs to, and its key. */
  ownerOf(attribute: number): { readonly token: number; readonly key: string } | undefined {
    return this.#owners[attribute - this.#firstAttribute]
  }

  /** Says that a token has whatever another one has. */
  follow(token: number, followed: number): void {
    if (token === followed) return
    const known = (this.#followed[token] ??= [])
    if (known.includes(followed) || this.#follows(followed, token)) return
    known.push(followed)
    for (const [key, node] of this.#attributes[token] ?? []) if (!this.#isOwn(token, key)) this.edge(this.attribute(followed, key), node)
  }

  /** Tokens that this one takes after, themselves only. */
  followedBy(token: number): readonly number[] {
    return this.#followed[token] ?? []
  }

  /** Whether a token takes after another one, itself or through others. */
  #follows(token: number, other: number): boolean {
    const seen = new Set([token])
    for (const one of seen) {
      if (one === other) return true
      for (const next of this.#followed[one] ?? []) if (seen.size < most) seen.add(next)
    }
    return false
  }

  /** Values that were stored under a key of a token, or of one that it takes after. */
  stored(token: number, key: string): readonly number[] {
    const found = new Set<number>()
    const seen = new Set([token])
    for (const one of seen) {
      const attributes = this.#attributes[one]
      for (const name of key === anyKey ? (attributes?.keys() ?? []) : [key, anyKey]) {
        const node = attributes?.get(name)
        if (node !== undefined) for (const value of this.#stored[node - this.#firstAttribute] ?? []) found.add(value)
      }
      if (!this.#isOwn(one, key)) for (const next of this.#followed[one] ?? []) if (seen.size < most) seen.add(next)
    }
    return [...found]
  }

  /** Values that were stored in attributes whose reads a node is. */
  sourcesOf(read: number): readonly number[] {
    if (!this.#sourcesByRead) {
      this.#sourcesByRead = new Map()
      for (const [index, stored] of this.#stored.entries()) {
        for (const to of this.edges.get(this.#firstAttribute + index) ?? []) {
          if (to >= this.#firstAttribute) continue
          const known = this.#sourcesByRead.get(to)
          if (known) known.push(...stored)
          else this.#sourcesByRead.set(to, [...stored])
        }
      }
    }
    return this.#sourcesByRead.get(read) ?? []
  }

  #sourcesByRead: Map<number, number[]> | undefined

  /** Keys under which something is or was asked for, in the order in which they came. */
  keys(token: number): readonly string[] {
    return [...(this.#attributes[token]?.keys() ?? [])].filter((key) => key !== anyKey && key !== allKeys)
  }
}

/** What reads of an unknown key see; no name of the program has this key. */
const allKeys = '\0all'
