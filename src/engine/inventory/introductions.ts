import { maxIntroductions } from '../model/component.ts'

/**
 * Number of keys in all chains together: 8 bytes each in their lists, so 40 MB. Above it, each key has only one chain.
 */
const maxKeys = 5_000_000

/** A chain from the start to a node, shared with longer chains. */
interface Chain {
  readonly key: string
  readonly before: Chain | undefined
  /** Number of keys in the chain. */
  readonly length: number
}

/**
 * The shortest chains to each key, breadth first from `start`: at most `maxIntroductions` per key, shortest first, then
 * by name. Each chain is extended at most once per neighbor, so the work depends on the edges and not on the paths: at
 * most `maxIntroductions` times `mostSteps` per edge.
 *
 * @param neighbours sorted direct dependencies of a key
 * @param mostSteps length of the longest chain; keys that only longer chains reach have none
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
