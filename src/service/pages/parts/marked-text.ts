import { Fragment } from 'preact'
import { type Content, html } from '../html.ts'

/** Returns text in which paired backticks mark code. A single backtick stays a character. */
export function markedText(text: string): Content {
  // Every second part was between two backticks.
  return text
    .split(/`([^`]+)`/)
    .flatMap((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`<${Fragment}>${part}<//>`))
}
