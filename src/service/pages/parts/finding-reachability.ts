import { type Content, html } from '../html.ts'
import type { CallStep, Reachability } from '../../../engine/model/reachability.ts'
import { callStepText, reachabilityLabels } from '../../../engine/model/reachability-text.ts'
import { groupReachability } from '../../../engine/reports/group-reachability.ts'
import { shownNumber } from '../moment.ts'
import { visibleText } from '../visible-text.ts'

/** Maximum number of displayed functions. */
const shownFunctions = 5

/** Maximum number of displayed steps. A longer path omits the middle. */
const shownSteps = 24

/** Returns a finding's reachability: the status, the vulnerable functions, and the call path. */
export function findingReachability({ status, functions = [], path = [] }: Reachability): Content {
  const rest = functions.length - shownFunctions
  return html`
    <p>
      <strong>Reachability:</strong> ${reachabilityLabels[status]}.
      <a href="/docs/reachability">What this means</a>
    </p>
    ${
      functions.length > 0 &&
      html`
        <p class="quiet">
          Vulnerable functions:${' '}
          ${functions
            .slice(0, shownFunctions)
            .map((name, index) => html`${index > 0 && ', '}<code><bdi>${visibleText(name, 200)}</bdi></code>`)}
          ${rest > 0 && ` and ${shownNumber(rest)} more`}
        </p>
      `
    }
    ${path.length > 0 && callPath(path)}
  `
}

function callPath(path: readonly CallStep[]): Content {
  const omitted = path.length - shownSteps
  const half = shownSteps / 2
  return html`
    <ol class="way" aria-label="Call path, step by step">
      ${
        omitted > 0
          ? [
              ...path.slice(0, half).map(step),
              html`<li><p class="quiet">${shownNumber(omitted)} more steps</p></li>`,
              ...path.slice(-half).map(step),
            ]
          : path.map(step)
      }
    </ol>
  `
}

const step = (called: CallStep) => html`<li><code><bdi>${visibleText(callStepText(called), 300)}</bdi></code></li>`

/** Returns a label with the reachability of findings in one package, or undefined if none was judged. */
export function reachabilityLabel(
  findings: readonly { readonly reachability?: Reachability | undefined }[],
): Content | undefined {
  const result = groupReachability(findings)
  return result && html`<span class=${`label ${result.isReachable ? 'bad' : 'calm'}`}>${result.label}</span>`
}
