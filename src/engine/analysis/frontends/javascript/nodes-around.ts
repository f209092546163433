import type { SyntaxNode } from './parse-javascript.ts'

/**
 * Tells of nodes whether one of the words stands in their text. Looking only into those saves most of
 * the walk: over 114 MB of packages it took 1.2 s of computing, over all nodes 4.0 s; parsing took 5.5 s.
 */
export function nodesAround(text: string, words: RegExp): (node: SyntaxNode) => boolean {
  const places = Float64Array.from(text.matchAll(words), ({ index }) => index)
  return ({ type, start, end }) => {
    // Decorators of a class may stand before it, as in `@a export class B {}`.
    if (typeof end !== 'number' || type === 'Program' || type.startsWith('Class')) return true
    const first = firstFrom(places, start)
    return first !== undefined && first < end
  }
}

/** The least of sorted numbers that is no less than one. */
function firstFrom(sorted: Float64Array, least: number): number | undefined {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return sorted[from]
}
