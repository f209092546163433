/**
 * Compares paths for the order in which they are tried: where two match the same request, the one with
 * words comes before the one with a parameter in that place, so that `/webhooks/events` is never an id.
 */
export function byPrecision(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  // Over the longer of the two: of paths of all lengths the order is to be one, or sorting does not find it.
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const order = isParameter(left, place) - isParameter(right, place)
    if (order !== 0) return order
  }
  return 0
}

const isParameter = (path: readonly string[], place: number) => (path[place]?.startsWith(':') ? 1 : 0)
