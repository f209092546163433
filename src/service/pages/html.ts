import { html as element } from 'htm/preact'
import type { VNode } from 'preact'

/** Content of a page or page part. */
export type Content = VNode | readonly Content[] | string | undefined | false

const joined = new WeakMap<TemplateStringsArray, TemplateStringsArray>()

/**
 * Creates elements from an HTML template. `htm` ignores line breaks between elements. A line break within text becomes
 * a space, so long text can span lines in the source. Use `${' '}` for a space at the end of a line.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Content {
  const lines = joined.get(strings) ?? linesJoined(strings)
  joined.set(strings, lines)
  return element(lines, ...values)
}

function linesJoined(strings: TemplateStringsArray): TemplateStringsArray {
  const lines = strings.map((text) => text.replaceAll(/(?<=[^\s>])[\t ]*\n\s*(?=[^\s<])/g, ' '))
  return Object.assign(lines, { raw: lines })
}
