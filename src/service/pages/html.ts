import { html as element } from 'htm/preact'

const joined = new WeakMap<TemplateStringsArray, TemplateStringsArray>()

/**
 * Creates elements from an HTML template. `htm` ignores a line break between elements. A line break within a text
 * becomes a space, so long texts can span lines in the source. Use `${' '}` for a space at the end of a line.
 */
export const html: typeof element = (strings, ...values: unknown[]) => {
  const cached = joined.get(strings)
  if (cached) return element(cached, ...values)
  const lines = linesJoined(strings)
  joined.set(strings, lines)
  return element(lines, ...values)
}

function linesJoined(strings: TemplateStringsArray): TemplateStringsArray {
  const lines = strings.map((text) => text.replaceAll(/(?<=[^\s>])[\t ]*\n\s*(?=[^\s<])/g, ' '))
  return Object.assign(lines, { raw: lines })
}
