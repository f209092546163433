import { html } from '../html.ts'
import type { Content } from '../layout.ts'
import { visibleLines } from '../visible-text.ts'

/** Code with the numbers of its lines, bounded; nothing of it runs or hides. */
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
  ` as Content
}
