import { Fragment } from 'preact'
import { type Content, html } from '../html.ts'

/** Formats text between paired backticks as code. An unpaired backtick stays as is. */
export function markedText(text: string): Content {
  // Parts with an odd index were between backticks.
  return text
    .split(/`([^`]+)`/)
    .flatMap((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`<${Fragment}>${part}<//>`))
}
