/**
 * Compares paths for the router's order. If two paths match the same request, a literal segment comes before a
 * parameter. The `events` in `/webhooks/events` is therefore never read as an ID.
 */
export function byPrecision(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  // Compares all segments of the longer path, because sorting needs a total order.
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const order = isParameter(left, place) - isParameter(right, place)
    if (order !== 0) return order
  }
  return 0
}

const isParameter = (path: readonly string[], place: number) => (path[place]?.startsWith(':') ? 1 : 0)
