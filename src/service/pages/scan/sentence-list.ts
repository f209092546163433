import { type Content, html } from '../html.ts'
import { shownNumber } from '../moment.ts'
import { markedText } from '../parts/marked-text.ts'
import { visibleText } from '../visible-text.ts'

const maxSentences = 100

/** Returns a list of sentences about the scan. All but the first `open` ones are collapsed. */
export function sentenceList(sentences: readonly string[], open: number): Content {
  const items = sentences
    .slice(0, maxSentences)
    .map((text) => html`<li><bdi>${markedText(visibleText(text))}</bdi></li>`)
  const rest = sentences.length - open
  const unlisted = sentences.length - maxSentences
  return html`
    <ul>${items.slice(0, open)}</ul>
    ${
      rest > 0 &&
      html`
        <details>
          <summary>${shownNumber(rest)} more</summary>
          <ul>
            ${items.slice(open)}
            ${unlisted > 0 && html`<li>and ${shownNumber(unlisted)} more</li>`}
          </ul>
        </details>
      `
    }
  `
}
