import type { SyntaxNode } from './parse-javascript.ts'

/**
 * Returns a predicate that is true for nodes whose text contains one of the words. Visiting only such nodes saves most
 * of the walk: 1.2 s instead of 4.0 s of CPU time over 114 MB of packages. Parsing took 5.5 s.
 */
export function nodesAround(text: string, words: RegExp): (node: SyntaxNode) => boolean {
  const places = Float64Array.from(text.matchAll(words), ({ index }) => index)
  return ({ type, start, end }) => {
    // Decorators may precede a class, as in `@a export class B {}`.
    if (typeof end !== 'number' || type === 'Program' || type.startsWith('Class')) return true
    const first = firstFrom(places, start)
    return first !== undefined && first < end
  }
}

/** Returns the lowest of the sorted numbers that is at least `least`. */
function firstFrom(sorted: Float64Array, least: number): number | undefined {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return sorted[from]
}
