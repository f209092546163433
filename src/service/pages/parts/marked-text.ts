import { Fragment } from 'preact'
import { html } from '../html.ts'
import type { Content } from '../layout.ts'

/** Text in which backticks mark code; one that stands alone is a sign like any other. */
export function markedText(text: string): Content {
  // Every second part is what stood between two backticks.
  return text
    .split(/`([^`]+)`/)
    .flatMap((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`<${Fragment}>${part}<//>`))
}
