import Table from 'cli-table3'
import type { Paint } from './paint.ts'

/** Characters for a table that separates columns with spaces and draws no lines. */
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

/** Characters for a table with thin lines between rows and no frame. */
const lines = { ...noLines, left: ' ', 'left-mid': ' ', mid: '─', 'mid-mid': '─', middle: ' ' }

/** Creates an empty table without a frame. Widths are in terminal columns. */
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
    // cli-table3 infers from the environment whether to use colors. To override this, `tableText` adds the colors
    // instead.
    style: { head: [], border: [] },
  })
}

/** Renders a table. Removes the trailing spaces that cli-table3 adds to each line. */
export function tableText(table: InstanceType<typeof Table>, paint: Paint): string {
  return table
    .toString()
    .replaceAll(/(?<! ) +$/gm, '')
    .replaceAll(/^[ ─]+$/gm, (line) => (line.includes('─') ? paint.gray(line) : line))
}

/** Breaks words that are longer than their column, because cli-table3 would truncate them. */
export function breakLongWords(line: string, width: number): string {
  return line.replaceAll(new RegExp(`\\S{${width - 2}}(?=\\S)`, 'gu'), '$&\n')
}
