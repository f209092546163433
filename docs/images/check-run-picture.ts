import type { Annotation } from '../../src/engine/reports/check-run/annotations.ts'
import type { CheckRunTexts } from '../../src/engine/reports/check-run/check-run.ts'
import { markdownBlocks, type Block, type Piece } from './markdown-blocks.ts'
import { escapeXml, rounded, textElement, textFonts, type TextStyle, textWidth } from './svg-text.ts'

const width = 900
const side = 24
const right = width - side
const lineHeight = 22
/** Beside a piece of code, inside its gray box. */
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
}

/** Draws a check run as GitHub's page of it lays it out: mark and name, title, summary, annotations. */
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
  for (const annotation of annotations.batches.flat()) y = drawAnnotation(drawing, annotation, y)
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

/** Draws a block below `top` and returns where it ends. */
function drawBlock(drawing: string[], block: Block, top: number): number {
  if (block.kind === 'table') return drawTable(drawing, block, top + 10)
  const indent = { paragraph: 0, item: 20, folded: 16 }[block.kind]
  const first = top + lineHeight + (block.kind === 'item' ? 0 : 8)
  if (block.kind === 'item') drawing.push(`<circle cx="${side + 8}" cy="${first - 5}" r="2.5" fill="${colors.text}"/>`)
  if (block.kind === 'folded') drawing.push(`<path d="M${side} ${first - 10}l7 5-7 5z" fill="${colors.text}"/>`)
  return drawPieces(drawing, block.pieces, { x: side + indent, y: first, right })
}

/** Draws pieces from `x` on, in lines that end before `right`, and returns the baseline of the last one. */
function drawPieces(
  drawing: string[],
  pieces: readonly Piece[],
  place: { readonly x: number; readonly y: number; readonly right: number },
): number {
  let { x, y } = place
  for (const { text, style } of pieces) {
    if (style === 'code') {
      const length = textWidth(text, styles.code) + 2 * codePadding
      if (x > place.x && x + length > place.right) [x, y] = [place.x, y + lineHeight]
      drawing.push(
        `<rect x="${rounded(x)}" y="${y - 14}" width="${rounded(length)}" height="19" rx="5" fill="${colors.code}"/>`,
        textElement(text, x + codePadding, y, styles.code),
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

function drawTable(drawing: string[], { rows, isRight }: Extract<Block, { kind: 'table' }>, top: number): number {
  const padding = 13
  const widths = isRight.map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column] ?? []))) + 2 * padding)
  const rowHeight = 34
  let y = top
  for (const [index, row] of rows.entries()) {
    let x = side
    for (const [column, cellWidth] of widths.entries()) {
      const pieces = (row[column] ?? []).map((piece) => (index === 0 ? { ...piece, style: 'bold' as const } : piece))
      drawing.push(
        `<rect x="${rounded(x)}" y="${y}" width="${rounded(cellWidth)}" height="${rowHeight}" fill="none" ` +
          `stroke="${colors.border}"/>`,
      )
      const start = isRight[column] === true ? x + cellWidth - padding - lengthOf(pieces) : x + padding
      drawPieces(drawing, pieces, { x: start, y: y + 22, right: Number.POSITIVE_INFINITY })
      x += cellWidth
    }
    y += rowHeight
  }
  return y
}

const lengthOf = (pieces: readonly Piece[]) =>
  pieces.reduce(
    (sum, { text, style }) => sum + textWidth(text, styles[style]) + (style === 'code' ? 2 * codePadding : 0),
    0,
  )

/** Draws an annotation with the line that GitHub puts above it, and returns where it ends. */
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
