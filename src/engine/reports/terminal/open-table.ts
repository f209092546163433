import Table from 'cli-table3'
import type { Paint } from './paint.ts'

/** Spaces between columns, and no lines. */
export const noLines = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const

/** Thin lines between rows, none around the table. */
const lines = { ...noLines, left: ' ', 'left-mid': ' ', mid: '─', 'mid-mid': '─', middle: ' ' }

/** Returns an empty table without a frame. Widths are in columns of the terminal. */
export function openTable(
  head: readonly string[],
  colWidths: readonly number[],
  paint: Paint,
): InstanceType<typeof Table> {
  return new Table({
    head: head.map((title) => paint.dim(title)),
    colWidths: [...colWidths],
    wordWrap: true,
    chars: lines,
    // cli-table3 decides by the environment whether to color. The lines are painted in `tableText` instead.
    style: { head: [], border: [] },
  })
}

/** Returns the text of a table. The table pads each line to its full width, which a terminal and a log do not need. */
export function tableText(table: InstanceType<typeof Table>, paint: Paint): string {
  return table
    .toString()
    .replaceAll(/(?<! ) +$/gm, '')
    .replaceAll(/^[ ─]+$/gm, (line) => (line.includes('─') ? paint.gray(line) : line))
}

/** Breaks a word that is longer than its column. The table would cut it off. */
export function breakLongWords(line: string, width: number): string {
  return line.replaceAll(new RegExp(`\\S{${width - 2}}(?=\\S)`, 'gu'), '$&\n')
}
