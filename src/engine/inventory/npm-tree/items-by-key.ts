const none: ReadonlySet<never> = new Set()

/** A multimap. Items with the same key keep their order. */
export class ItemsByKey<Item> {
  readonly #sets = new Map<string, Set<Item>>()

  add(key: string, item: Item): void {
    const items = this.#sets.get(key)
    if (items === undefined) this.#sets.set(key, new Set([item]))
    else items.add(item)
  }

  /** Returns true if the map contained the item. */
  delete(key: string, item: Item): boolean {
    return this.#sets.get(key)?.delete(item) === true
  }

  of(key: string): ReadonlySet<Item> {
    return this.#sets.get(key) ?? none
  }

  *all(): Generator<Item> {
    for (const items of this.#sets.values()) yield* items
  }
}

/** Indexes of all nodes under one root. They let a change visit only the edges it affects. */
export class TreeIndex<Node, Edge> {
  size = 0
  readonly nodes = new ItemsByKey<Node>()
  readonly edges = new ItemsByKey<Edge>()
}
