/**
 * Formats a natural number as in English: `1,234`. The first `toLocaleString` of a process takes 10 ms of CPU time.
 */
export function groupedDigits(integer: number): string {
  const digits = String(integer)
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(end - 3, 0), end))
  return groups.join(',')
}
