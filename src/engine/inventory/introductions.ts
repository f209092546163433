import { maxIntroductions } from '../model/component.ts'

/**
 * Maximum total number of keys in all chains. At 8 bytes each, this many keys take 40 MB. Above the limit, only one
 * chain per key is kept.
 */
const maxKeys = 5_000_000

/** A linked list from a node back to the start. Longer chains share it. */
interface Chain {
  readonly key: string
  readonly before: Chain | undefined
  /** Number of keys in the chain. */
  readonly length: number
}

/**
 * Returns the shortest chains from `start` to each key: at most `maxIntroductions` per key, sorted by length and then
 * by name. Uses a breadth-first search that extends each chain at most once per neighbor. The work depends on the
 * number of edges instead of the number of paths: at most `maxIntroductions` times `mostSteps` per edge.
 *
 * @param neighbours sorted direct dependencies of a key
 * @param mostSteps maximum chain length; keys reached only by longer chains have no chain
 */
export function shortestChains(
  start: string,
  neighbours: (key: string) => readonly string[],
  maxSteps = Infinity,
): Map<string, string[][]> {
  const chains = new Map<string, Chain[]>([[start, [{ key: start, before: undefined, length: 1 }]]])
  const queue: Chain[] = [...(chains.get(start) ?? [])]
  let keys = 0
  for (const chain of queue) {
    if (chain.length >= maxSteps) continue
    for (const key of neighbours(chain.key)) {
      const known = chains.get(key) ?? []
      if (known.length >= (keys > maxKeys ? 1 : maxIntroductions) || key === start || contains(chain, key)) continue
      const longer = { key, before: chain, length: chain.length + 1 }
      keys += longer.length
      known.push(longer)
      chains.set(key, known)
      queue.push(longer)
    }
  }
  return new Map([...chains].map(([key, known]) => [key, known.map(unroll)]))
}

function contains(chain: Chain, key: string): boolean {
  for (let link: Chain | undefined = chain; link !== undefined; link = link.before) if (link.key === key) return true
  return false
}

function unroll(chain: Chain): string[] {
  const keys: string[] = []
  for (let link: Chain | undefined = chain; link !== undefined; link = link.before) keys.push(link.key)
  return keys.toReversed()
}
