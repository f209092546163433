/** How an item is called: its place, and the signal that aborts when its result is no longer needed. */
export interface InOrderCall {
  readonly place: number
  readonly signal: AbortSignal
}

/**
 * Runs work for items, a few at a time, and yields the results in the order of the items. Throws the error of the first
 * item that fails. If the caller stops early or an item fails, the generator aborts the other work and waits for it.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, call: InOrderCall) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const results = items.map((item) => ({ item, ...Promise.withResolvers<Result>() }))
  const waiting = results.entries()
  const stopping = new AbortController()
  const lane = async () => {
    for (const [place, { item, promise, resolve }] of waiting) {
      if (stopping.signal.aborted) return
      resolve(work(item, { place, signal: stopping.signal }))
      // The error is thrown when it is the item's turn.
      await promise.catch(() => {})
    }
  }
  const lanes = Promise.all(Array.from({ length: atOnce }, lane))
  try {
    for (const { promise } of results) yield await promise
  } finally {
    stopping.abort(new Error('the result is no longer needed'))
    await lanes
  }
}
