import { escapeXml, textElement, textFonts, textWidth } from './svg-text.ts'

const [height, padding, size] = [20, 7, 11]

/** Draws a badge with a fact about this project, such as its license. */
export function badgePicture(label: string, value: string): string {
  const style = { size, color: '#fff' }
  const left = Math.ceil(textWidth(label, style)) + 2 * padding
  const width = left + Math.ceil(textWidth(value, style)) + 2 * padding
  const spoken = escapeXml(`${label}: ${value}`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `role="img" aria-label="${spoken}" font-family="${textFonts}">`,
    `<title>${spoken}</title>`,
    `<rect width="${width}" height="${height}" rx="3" fill="#333"/>`,
    `<path d="M${left} 0h${width - left - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${width - left - 3}z" fill="#2c7a2c"/>`,
    textElement(label, padding, 14, style),
    textElement(value, left + padding, 14, style),
    '</svg>\n',
  ].join('\n')
}
