import { type Content, html } from '../html.ts'
import type { TraceStep } from '../../../engine/model/finding.ts'
import { visibleText } from '../visible-text.ts'
import { builtFrom } from './built-from.ts'
import { markedText } from './marked-text.ts'

/** Maximum number of displayed steps. Longer traces omit the middle, because source and sink matter most. */
const shownSteps = 24

/** Returns the steps of a data flow from source to sink. */
export function traceSteps(trace: readonly TraceStep[]): Content {
  const omitted = trace.length - shownSteps
  const half = shownSteps / 2
  return html`
    <ol class="way" aria-label="Data flow, step by step">
      ${
        omitted > 0
          ? [
              ...trace.slice(0, half).map(step),
              html`<li><p class="quiet">${omitted} more steps</p></li>`,
              ...trace.slice(-half).map(step),
            ]
          : trace.map(step)
      }
    </ol>
  `
}

function step({ path, line, message, original }: TraceStep) {
  return html`
    <li>
      <p><bdi>${markedText(visibleText(message))}</bdi></p>
      <p class="place"><code><bdi>${visibleText(path, 300)}</bdi>:${line}</code>${builtFrom(original)}</p>
    </li>
  `
}
