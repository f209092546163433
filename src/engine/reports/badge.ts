import type { Grade } from '../model/score.ts'

/** Badge content: a scan's grade and day (ISO 8601), or the reason why there is no grade. */
export type BadgeSays = { readonly grade: Grade; readonly day: string } | 'no complete scan' | 'unknown'

/** Background colors. White text on each color has a contrast ratio of at least 4.5:1 (WCAG 2.2, 1.4.3). */
const colors: Readonly<Record<Grade | 'none', string>> = {
  'A+': '#1b7f3b',
  A: '#2c7a2c',
  B: '#5f7000',
  C: '#8a6100',
  D: '#b04a00',
  F: '#b3261e',
  none: '#5f5f5f',
}

/** Text widths in Verdana at 11 px, rounded up. `textLength` stretches other fonts to these widths. */
const widths: Readonly<Record<string, number>> = {
  ' ': 4,
  '-': 5,
  '+': 9,
  i: 3.1,
  n: 7,
  A: 7.6,
  B: 7.6,
  C: 7.7,
  D: 8.5,
  F: 6.4,
}
const usualWidth = 7

/** Returns a 20 px high SVG without scripts, style sheets, links, or fonts. */
export function badgeSvg(says: BadgeSays): string {
  const value = typeof says === 'string' ? says : `${says.grade}  ${says.day}`
  const color = colors[typeof says === 'string' ? 'none' : says.grade]
  const [left, right] = [widthOf(label), widthOf(value)]
  const spoken = escapeXml(
    typeof says === 'string' ? `${label}: ${says}` : `${label}: grade ${says.grade}, scanned ${says.day}`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" viewBox="0 0 ` +
      `${left + right} 20" role="img" aria-label="${spoken}">`,
    `<title>${spoken}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#333"/><rect x="${left}" ` +
      `width="${right}" height="20" fill="${color}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" ' +
      `font-size="11">${text(label, left / 2, left)}${text(value, left + right / 2, right)}</g>`,
    '</svg>\n',
  ].join('')
}

const label = 'assay'
const padding = 12

function widthOf(text: string): number {
  return Math.ceil([...text].reduce((sum, character) => sum + (widths[character] ?? usualWidth), 0)) + padding
}

function text(content: string, middle: number, width: number): string {
  return (
    `<text x="${middle}" y="14" textLength="${width - padding}" lengthAdjust="spacingAndGlyphs" ` +
    `xml:space="preserve">${escapeXml(content)}</text>`
  )
}

/** Escapes text for XML content and attributes. */
function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
