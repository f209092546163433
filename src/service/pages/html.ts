import { html as element } from 'htm/preact'

const joined = new WeakMap<TemplateStringsArray, TemplateStringsArray>()

/**
 * Elements from a template of HTML. A line break between elements means nothing, as `htm` reads it; one within a text
 * is a space, so that a long text in the source is the same text on the page. `${' '}` is a space at the end of a line.
 */
export const html: typeof element = (strings, ...values: unknown[]) => {
  const known = joined.get(strings)
  if (known) return element(known, ...values)
  const lines = linesJoined(strings)
  joined.set(strings, lines)
  return element(lines, ...values)
}

function linesJoined(strings: TemplateStringsArray): TemplateStringsArray {
  const lines = strings.map((text) => text.replaceAll(/(?<=[^\s>])[\t ]*\n\s*(?=[^\s<])/g, ' '))
  return Object.assign(lines, { raw: lines })
}
