/** Text in SVG. Every piece has a fixed width, so that the picture looks the same with all fonts. */

export interface TextStyle {
  readonly size: number
  readonly color: string
  readonly isBold?: boolean
  readonly isCode?: boolean
}

/** Returns one piece of text that starts at `x` with its baseline at `y`. */
export function textElement(content: string, x: number, y: number, style: TextStyle): string {
  const { size, color, isBold = false, isCode = false } = style
  // SVG drops spaces at both ends and would stretch the rest to the whole width.
  const shown = content.trim()
  const start = x + textWidth(content.slice(0, content.indexOf(shown)), style)
  return (
    `<text x="${rounded(start)}" y="${rounded(y)}" textLength="${rounded(textWidth(shown, style))}" ` +
    `lengthAdjust="spacingAndGlyphs" font-size="${size}" fill="${color}"` +
    `${isBold ? ' font-weight="600"' : ''}${isCode ? ` font-family="${codeFonts}"` : ''}>${escapeXml(shown)}</text>`
  )
}

/** Returns the width of a piece of text in pixels. */
export function textWidth(content: string, { size, isBold = false, isCode = false }: TextStyle): number {
  if (isCode) return Array.from(content).length * size * codeAdvance
  const thousandths = Array.from(content).reduce((sum, character) => sum + advanceOf(character), 0)
  return (thousandths / 1000) * size * (isBold ? boldFactor : 1)
}

/** Width of a monospaced character, as a fraction of the font size. */
export const codeAdvance = 0.6
const boldFactor = 1.06

export const codeFonts = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
export const textFonts = "-apple-system,'Segoe UI','Noto Sans',Helvetica,Arial,sans-serif"

/** Widths of Helvetica characters from space to tilde, in thousandths of the font size (Adobe Font Metrics). */
const advances =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 ' +
  '584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 ' +
  '667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 ' +
  '278 556 500 722 500 500 500 334 260 334 584'
const advanceList = advances.split(' ').map(Number)
const usualAdvance = 600

const advanceOf = (character: string) => advanceList[(character.codePointAt(0) ?? 0) - 32] ?? usualAdvance

/** Escapes text for elements and attributes. */
export function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Rounds to a tenth of a pixel. */
export const rounded = (pixels: number) => Math.round(pixels * 10) / 10
