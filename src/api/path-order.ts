/**
 * Compares paths for the order in which they are tried: where two match the same request, the one with
 * words comes before the one with a parameter in that place, so that `/webhooks/events` is never an id.
 */
export function byPrecision(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  const place = left.findIndex((segment, index) => segment.startsWith(':') !== (right[index] ?? '').startsWith(':'))
  if (place < 0) return 0
  return left[place]?.startsWith(':') ? 1 : -1
}
