import type { Annotation } from '../../src/engine/reports/check-run/annotations.ts'
import type { CheckRunTexts } from '../../src/engine/reports/check-run/check-run.ts'
import { markdownBlocks, type Block, type Piece } from './markdown-blocks.ts'
import { escapeXml, rounded, textElement, textFonts, type TextStyle, textWidth } from './svg-text.ts'

const width = 900
const side = 24
const right = width - side
const lineHeight = 22
/** Padding inside the gray box of inline code. */
const codePadding = 4

const colors = {
  text: '#1f2328',
  muted: '#59636e',
  link: '#0969da',
  border: '#d1d9e0',
  code: '#eff1f3',
  bar: '#f6f8fa',
}
const marks: Readonly<Record<CheckRunTexts['conclusion'], { color: string; path: string; word: string }>> = {
  success: { color: '#1a7f37', path: 'M-4 0l3 3 5-6', word: 'Successful' },
  failure: { color: '#cf222e', path: 'M-3-3l6 6m0-6l-6 6', word: 'Failed' },
  neutral: { color: '#59636e', path: 'M-4 0h8', word: 'Neutral' },
}
const annotationColors = { failure: '#cf222e', warning: '#9a6700', notice: '#0969da' } as const

const styles: Readonly<Record<Piece['style'], TextStyle>> = {
  plain: { size: 14, color: colors.text },
  bold: { size: 14, color: colors.text, isBold: true },
  code: { size: 12, color: colors.text, isCode: true },
  link: { size: 14, color: colors.link },
  'linked code': { size: 12, color: colors.link, isCode: true },
}
const isCode = ({ style }: Piece) => styles[style].isCode === true

/** Annotations that are drawn. GitHub lists all of them. */
const maxAnnotations = 5

/** Draws a check run like GitHub's page: icon and name, title, summary, and annotations. */
export function checkRunPicture({ conclusion, title, summary, annotations }: CheckRunTexts): string {
  const drawing: string[] = []
  const { color, path, word } = marks[conclusion]
  drawing.push(
    `<path d="M.5 52V6.5a6 6 0 0 1 6-6h${width - 13}a6 6 0 0 1 6 6V52z" fill="${colors.bar}" ` +
      `stroke="${colors.border}"/>`,
    `<circle cx="${side + 8}" cy="26" r="8" fill="${color}"/>`,
    `<path transform="translate(${side + 8} 26)" d="${path}" stroke="#fff" stroke-width="1.6" fill="none"/>`,
    textElement('Assay', side + 26, 31, { size: 16, color: colors.text, isBold: true }),
    textElement(word, side + 80, 31, { size: 14, color: colors.muted }),
    textElement(title, side, 88, { size: 20, color: colors.text, isBold: true }),
  )
  let y = 104
  for (const block of markdownBlocks(summary)) y = drawBlock(drawing, block, y)
  y += 14
  const all = annotations.batches.flat()
  for (const annotation of all.slice(0, maxAnnotations)) y = drawAnnotation(drawing, annotation, y)
  if (all.length > maxAnnotations) {
    const rest = `${all.length - maxAnnotations} more annotations`
    drawing.push(textElement(rest, side, (y += lineHeight), { size: 14, color: colors.muted }))
  }
  const height = Math.ceil(y + 10)
  const spoken = escapeXml(`Check run: ${title}`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `role="img" aria-label="${spoken}" font-family="${textFonts}">`,
    `<title>${spoken}</title>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6" fill="#fff" stroke="${colors.border}"/>`,
    ...drawing,
    '</svg>\n',
  ].join('\n')
}

/** Draws a block below `top` and returns its bottom. */
function drawBlock(drawing: string[], block: Block, top: number): number {
  if (block.kind === 'table') return drawTable(drawing, block, top + 10)
  const indent = { paragraph: 0, item: 20, folded: 16 }[block.kind]
  const first = top + lineHeight + (block.kind === 'item' ? 0 : 8)
  if (block.kind === 'item') drawing.push(`<circle cx="${side + 8}" cy="${first - 5}" r="2.5" fill="${colors.text}"/>`)
  if (block.kind === 'folded') drawing.push(`<path d="M${side} ${first - 10}l7 5-7 5z" fill="${colors.text}"/>`)
  return drawPieces(drawing, block.pieces, { x: side + indent, y: first, right })
}

/** Draws pieces in lines from `x` to `right`. Returns the baseline of the last line. */
function drawPieces(
  drawing: string[],
  pieces: readonly Piece[],
  place: { readonly x: number; readonly y: number; readonly right: number },
): number {
  let { x, y } = place
  for (const piece of pieces) {
    const { text, style } = piece
    if (isCode(piece)) {
      const length = lengthOf([piece])
      if (x > place.x && x + length > place.right) [x, y] = [place.x, y + lineHeight]
      drawing.push(
        `<rect x="${rounded(x)}" y="${y - 14}" width="${rounded(length)}" height="19" rx="5" fill="${colors.code}"/>`,
        textElement(text, x + codePadding, y, styles[style]),
      )
      x += length
      continue
    }
    let line = ''
    for (const word of text.split(/(?<= )/)) {
      if (x > place.x || line !== '') {
        if (x + textWidth((line + word).trimEnd(), styles[style]) > place.right) {
          if (line !== '') drawing.push(textElement(line, x, y, styles[style]))
          ;[line, x, y] = ['', place.x, y + lineHeight]
        }
      }
      line += word
    }
    drawing.push(textElement(line, x, y, styles[style]))
    x += textWidth(line, styles[style])
  }
  return y
}

const cellPadding = 13

/** Draws a table as wide as its texts. If that is too wide, cells are wrapped. */
function drawTable(drawing: string[], { rows, isRight }: Extract<Block, { kind: 'table' }>, top: number): number {
  const shown = rows.map((row, index) =>
    isRight.map((_, column) =>
      (row[column] ?? []).map((piece) => (index === 0 ? { ...piece, style: 'bold' as const } : piece)),
    ),
  )
  const widths = columnWidths(shown, isRight.length)
  let y = top
  for (const row of shown) {
    const texts: string[] = []
    const places: { x: number; cellWidth: number }[] = []
    let [x, last] = [side, y + lineHeight]
    for (const [column, cellWidth] of widths.entries()) {
      const pieces = row[column] ?? []
      const end = x + cellWidth - cellPadding
      const start = isRight[column] === true ? Math.max(x + cellPadding, end - lengthOf(pieces)) : x + cellPadding
      // The column width is a rounded text width, so the text fits.
      last = Math.max(last, drawPieces(texts, pieces, { x: start, y: y + lineHeight, right: end + 0.5 }))
      places.push({ x, cellWidth })
      x += cellWidth
    }
    const height = last - y + 12
    for (const place of places)
      drawing.push(
        `<rect x="${rounded(place.x)}" y="${y}" width="${rounded(place.cellWidth)}" height="${height}" fill="none" ` +
          `stroke="${colors.border}"/>`,
      )
    drawing.push(...texts)
    y += height
  }
  return y
}

function columnWidths(rows: readonly (readonly (readonly Piece[])[])[], columns: number): number[] {
  const widest = (measure: (pieces: readonly Piece[]) => number) =>
    Array.from(
      { length: columns },
      (_, column) => Math.max(...rows.map((row) => measure(row[column] ?? []))) + 2 * cellPadding,
    )
  const whole = widest(lengthOf)
  const room = right - side
  if (sum(whole) <= room) return whole
  const narrow = widest(longestWord)
  const share = Math.max(0, room - sum(narrow)) / (sum(whole) - sum(narrow) || 1)
  return narrow.map((width, column) => width + ((whole[column] ?? width) - width) * share)
}

const sum = (widths: readonly number[]) => widths.reduce((total, one) => total + one, 0)

/** Width of the longest part of a text that cannot be wrapped. */
const longestWord = (pieces: readonly Piece[]) =>
  Math.max(
    0,
    ...pieces.flatMap((piece) =>
      isCode(piece) ? lengthOf([piece]) : piece.text.split(' ').map((text) => textWidth(text, styles[piece.style])),
    ),
  )

const lengthOf = (pieces: readonly Piece[]) =>
  pieces.reduce(
    (sum, piece) => sum + textWidth(piece.text, styles[piece.style]) + (isCode(piece) ? 2 * codePadding : 0),
    0,
  )

/** Draws an annotation below the header line that GitHub shows, and returns its bottom. */
function drawAnnotation(drawing: string[], annotation: Annotation, top: number): number {
  const { path, start_line: line, annotation_level: level, title, message } = annotation
  const [x, start] = [side + 18, drawing.length]
  drawing.push(
    textElement(`Check ${level} on line ${line} in ${path}`, x, top + 26, { size: 13, color: colors.muted }),
    textElement(title, x, top + 50, styles.bold),
  )
  let y = top + 52
  for (const paragraph of message.split('\n\n'))
    y = drawPieces(drawing, [{ text: paragraph, style: 'plain' }], { x, y: y + lineHeight + 2, right: right - 16 })
  const height = y - top + 16
  drawing.splice(
    start,
    0,
    `<rect x="${side}" y="${top}" width="${width - 2 * side}" height="${height}" rx="6" fill="#fff" ` +
      `stroke="${colors.border}"/>`,
    `<rect x="${side}" y="${top}" width="4" height="${height}" rx="2" fill="${annotationColors[level]}"/>`,
  )
  return top + height + 12
}
