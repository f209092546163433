import { type Content, html } from '../html.ts'
import { visibleLines } from '../visible-text.ts'

/** Returns code with line numbers as plain text, truncated to a maximum length. */
export function codeLines(code: string, firstLine: number | undefined): Content {
  return html`
    <pre class="code" tabindex="0">${visibleLines(code).map(
      (line, index) =>
        html`
          <span data-line=${firstLine === undefined ? '' : String(firstLine + index)}>
            <bdi>${line || ' '}</bdi>
            ${'\n'}
          </span>
        `,
    )}</pre>
  `
}
