import { html } from '../html.ts'
import type { TraceStep } from '../../../engine/model/finding.ts'
import type { Content } from '../layout.ts'
import { visibleText } from '../visible-text.ts'
import { builtFrom } from './built-from.ts'

/** Steps that are drawn; of longer ways the middle is left out, as their ends tell most. */
const shownSteps = 24

/** The way of data from where it comes in to where it does harm, step by step. */
export function traceSteps(trace: readonly TraceStep[]): Content {
  const left = trace.length - shownSteps
  const half = shownSteps / 2
  return html`
    <ol class="way" aria-label="The way of the data, step by step">
      ${
        left > 0
          ? [
              ...trace.slice(0, half).map(step),
              html`<li><p class="quiet">${left} more steps</p></li>`,
              ...trace.slice(-half).map(step),
            ]
          : trace.map(step)
      }
    </ol>
  ` as Content
}

function step({ path, line, message, original }: TraceStep) {
  return html`
    <li>
      <p><bdi>${visibleText(message)}</bdi></p>
      <p class="place"><code><bdi>${visibleText(path, 300)}</bdi>:${line}</code>${builtFrom(original)}</p>
    </li>
  `
}
