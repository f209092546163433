import { codeAdvance, codeFonts, escapeXml, rounded, textElement } from './svg-text.ts'

const size = 14
const lineHeight = 20
const padding = { side: 20, top: 52, bottom: 16 }

const palette = { text: '#e6edf3', dim: '#8b949e', screen: '#0d1117', bar: '#161b22' }
/** Colors of GitHub's dark theme by the SGR code that selects them (ECMA-48, 8.3.117). */
const foregrounds: Readonly<Record<number, string>> = {
  31: '#ff7b72',
  32: '#3fb950',
  33: '#d29922',
  35: '#d2a8ff',
  36: '#39c5cf',
  90: '#6e7681',
}
const backgrounds: Readonly<Record<number, string>> = { 41: '#b62324', 42: '#238636', 43: '#9e6a03' }

interface Pen {
  readonly color: string
  readonly background?: string | undefined
  readonly isBold: boolean
  readonly isDim: boolean
}

const startPen: Pen = { color: palette.text, isBold: false, isDim: false }

/** Draws the output of a command in a terminal, with its colors. */
export function terminalPicture(command: string, printed: string): string {
  const lines = [`$ ${command}`, ...printed.trimEnd().split('\n')]
  const columns = Math.max(...lines.map((line) => Array.from(plainText(line)).length))
  const [width, height] = [
    Math.ceil(columns * size * codeAdvance) + 2 * padding.side,
    lines.length * lineHeight + padding.top + padding.bottom,
  ]
  const spoken = escapeXml(`Terminal: ${command}`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `role="img" aria-label="${spoken}" font-family="${codeFonts}">`,
    `<title>${spoken}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${palette.screen}"/>`,
    `<path d="M0 32V8a8 8 0 0 1 8-8h${width - 16}a8 8 0 0 1 8 8v24z" fill="${palette.bar}"/>`,
    ...['#ff5f56', '#ffbd2e', '#27c93f'].map(
      (color, index) => `<circle cx="${20 + index * 20}" cy="16" r="6" fill="${color}"/>`,
    ),
    ...lines.flatMap((line, index) => drawLine(line, padding.top + index * lineHeight)),
    '</svg>\n',
  ].join('\n')
}

function drawLine(line: string, y: number): string[] {
  let column = 0
  return styledPieces(line).flatMap(({ text, pen }) => {
    const x = padding.side + column * size * codeAdvance
    const length = Array.from(text).length
    const width = rounded(length * size * codeAdvance)
    column += length
    const color = pen.isDim ? palette.dim : pen.color
    // Fonts leave gaps between the characters of a horizontal line.
    if (/^ ?─+$/.test(text))
      return [`<rect x="${rounded(x)}" y="${y - 5}" width="${width}" height="1" fill="${color}"/>`]
    return [
      ...(pen.background === undefined
        ? []
        : [`<rect x="${rounded(x)}" y="${y - 15}" width="${width}" height="20" fill="${pen.background}"/>`]),
      ...(text.trim() === ''
        ? []
        : [textElement(text, x, y, { size, color, isBold: pen.isBold, isCode: true }).replace(fontOfRoot, '')]),
    ]
  })
}

/** The root element sets the font, so other elements omit it. */
const fontOfRoot = ` font-family="${codeFonts}"`

/** Splits a line at its escape sequences. */
function styledPieces(line: string): { readonly text: string; readonly pen: Pen }[] {
  let pen = startPen
  const pieces = []
  for (const [index, part] of line.split(escapeSequence).entries()) {
    if (index % 2 === 1) pen = applyCode(pen, Number(part))
    else if (part !== '') pieces.push({ text: part, pen })
  }
  return pieces
}

// Escape sequences start with the escape character.
// oxlint-disable-next-line no-control-regex
const escapeSequence = /\u001B\[(\d+)m/

const plainText = (line: string) =>
  styledPieces(line)
    .map(({ text }) => text)
    .join('')

/** @throws Error for an SGR code that reports do not use, because the picture would be wrong */
function applyCode(pen: Pen, code: number): Pen {
  const [color, background] = [foregrounds[code], backgrounds[code]]
  if (color !== undefined) return { ...pen, color }
  if (background !== undefined) return { ...pen, background }
  if (code === 1) return { ...pen, isBold: true }
  if (code === 2) return { ...pen, isDim: true }
  if (code === 22) return { ...pen, isBold: false, isDim: false }
  if (code === 39) return { ...pen, color: startPen.color }
  if (code === 49) return { ...pen, background: undefined }
  if (code === 0) return startPen
  throw new Error(`The terminal picture has no color for the SGR code ${code}.`)
}
