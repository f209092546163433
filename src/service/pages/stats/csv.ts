/** Table cell. Null is an empty cell. */
export type Cell = string | number | null

/**
 * Returns a table as CSV (RFC 4180) with a header row. Adds an apostrophe before text that a spreadsheet would read as
 * a formula (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const safe = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
