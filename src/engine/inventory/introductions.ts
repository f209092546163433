import { maxIntroductions } from '../model/component.ts'

/** Keys of all chains together: 8 bytes each in their lists, so 40 MB. With more, a key has one chain only. */
const maxKeys = 5_000_000

/** A chain from the start to a node, shared with longer ones. */
interface Chain {
  readonly key: string
  readonly before: Chain | undefined
  /** How many keys it has. */
  readonly length: number
}

/**
 * The shortest chains by which each key comes in, breadth first from `start`: at most `maxIntroductions` per key,
 * shortest first, then by name. Each chain is extended at most once per neighbour, so the work grows with the edges,
 * not with the paths: at most `maxIntroductions` times `mostSteps` for an edge.
 *
 * @param neighbours what a key brings in directly, sorted
 * @param mostSteps keys of the longest chain; what only longer ones lead to has none
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
