/** Queue from several producers to one reader, with backpressure. */
export interface OutcomeQueue<Item> extends AsyncIterable<Item> {
  /** Adds an item. Resolves when there is room for more. */
  put(item: Item): Promise<void>
  /** Ends the queue. The reader receives the remaining items, followed by the end or the error. */
  end(error?: { readonly cause: unknown }): void
}

/** Creates a queue for one reader. Holds at most `capacity` waiting items. */
export function createOutcomeQueue<Item>(capacity: number): OutcomeQueue<Item> {
  const items: Item[] = []
  let ended: { readonly error: { readonly cause: unknown } | undefined } | undefined
  let wakeReader: (() => void) | undefined
  let makers: (() => void)[] = []

  const isFull = () => ended === undefined && items.length >= capacity

  function wakeMakers(): void {
    const woken = makers
    makers = []
    for (const wake of woken) wake()
  }

  return {
    async put(item) {
      items.push(item)
      wakeReader?.()
      while (isFull()) await new Promise<void>((resolve) => makers.push(resolve))
    },
    end(error) {
      ended ??= { error }
      wakeReader?.()
      wakeMakers()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        for (let item = items.shift(); item !== undefined; item = items.shift()) {
          if (items.length < capacity) wakeMakers()
          yield item
        }
        if (ended?.error) throw ended.error.cause
        if (ended) return
        await new Promise<void>((resolve) => (wakeReader = resolve))
      }
    },
  }
}
