/** Formats an integer as in English: `1,234`. The first `toLocaleString` of a process takes 10 ms of CPU time. */
export function groupedDigits(integer: number): string {
  return String(integer).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
