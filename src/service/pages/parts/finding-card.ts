import { type Content, html } from '../html.ts'
import { introductionPlace } from '../../../engine/model/component.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { linkable, visibleText } from '../visible-text.ts'
import { builtFrom } from './built-from.ts'
import { codeLines } from './code-lines.ts'
import { severityLabel } from './grades.ts'
import { markedText } from './marked-text.ts'
import { findingReachability } from './finding-reachability.ts'
import { traceSteps } from './trace-steps.ts'

export interface FindingNotes {
  readonly heading?: 'h2' | 'h3' | 'h4'
  /** HTML ID of the card, for links to it. */
  readonly anchor?: string
  /** Content below the title, such as a dispute. */
  readonly aside?: Content
  /** URL of a page with all details. If present, the card omits the code. */
  readonly codeAt?: string
  /** True to collapse code and data flow. */
  readonly isFolded?: boolean
}

/** Maximum number of displayed advisory aliases. */
const shownAliases = 4

/** Returns a card with all of a finding's published details: location, code, data flow, and remediation. */
export function findingCard(
  finding: Finding,
  { heading = 'h3', anchor, aside, codeAt, isFolded = false }: FindingNotes = {},
): Content {
  const {
    severity,
    title,
    message,
    ruleId,
    location,
    trace,
    remediation,
    advisory,
    component,
    precision,
    suppression,
    cwe,
    guard,
    reachability,
  } = finding
  const code = location?.snippet
  const evidence = [
    ...(code === undefined ? [] : [codeLines(code, location?.startLine)]),
    ...(trace !== undefined && trace.length > 0 ? [traceSteps(trace)] : []),
  ]
  return html`
    <article class="finding" id=${anchor}>
      <${heading}>
        ${severityLabel(severity)}${' '}
        <bdi>${markedText(visibleText(title, 300))}</bdi>
      </${heading}>
      ${aside}
      ${message !== title && html`<p><bdi>${markedText(visibleText(message, 1_500))}</bdi></p>`}
      <p class="quiet">
        ${
          location &&
          html`<code><bdi>${visibleText(placeOf(location), 300)}</bdi></code>${builtFrom(location.original)} · `
        }
        Rule <a href=${`/rules/${encodeURIComponent(ruleId)}`}><bdi>${visibleText(ruleId, 100)}</bdi></a> ·
        precision ${precision}
        ${cwe.length > 0 && ` · ${visibleText(cwe.slice(0, 4).join(', '), 100)}`}
      </p>
      ${guard && guardLine(guard)}
      ${component && componentLine(component)}
      ${advisory && advisoryLine(advisory)}
      ${reachability && findingReachability(reachability)}
      ${
        codeAt !== undefined
          ? html`<p><a href=${codeAt}>Code and data flow</a></p>`
          : isFolded && evidence.length > 0
            ? html`<details><summary>Code and data flow</summary>${evidence}</details>`
            : evidence
      }
      ${
        remediation !== '' &&
        html`<p><strong>Remediation:</strong> <bdi>${markedText(visibleText(remediation, 1_000))}</bdi></p>`
      }
      ${
        suppression &&
        html`
          <p class="quiet">
            Suppressed by <bdi>${visibleText(suppression.by, 100)}</bdi>: <bdi>${visibleText(suppression.reason)}</bdi>
            ${suppression.expires !== undefined && `, until ${suppression.expires.slice(0, 10)}`}.
          </p>
        `
      }
    </article>
  `
}

/** Returns a location as `path:line`, or only the path if the line is unknown. */
export function placeOf({ path, startLine }: NonNullable<Finding['location']>): string {
  return startLine === undefined ? path : `${path}:${startLine}`
}

function guardLine({ path, line, outcome, reason }: NonNullable<Finding['guard']>): Content {
  return html`
    <p>
      <strong>${outcome === 'flawed' ? 'Flawed check' : 'Check not analyzed'}:</strong>
      <code><bdi>${visibleText(`${path}:${line}`, 300)}</bdi></code>. <bdi>${visibleText(reason, 500)}</bdi>
    </p>
  `
}

function componentLine({ name, version, direct, dev, introducedBy }: NonNullable<Finding['component']>): Content {
  const [introduction] = introducedBy
  const dependencyPath = introduction?.path.slice(1, -1) ?? []
  return html`
    <p class="quiet">
      Package <bdi>${visibleText(name, 200)}</bdi> <bdi>${visibleText(version, 100)}</bdi>,${' '}
      ${direct ? 'direct dependency' : 'transitive dependency'}
      ${dev && ', development only'}
      ${
        dependencyPath.length > 0 &&
        html`
          ${' '}through${' '}
          ${dependencyPath
            .slice(0, 8)
            .map((step, index) => html`${index > 0 && ' › '}<bdi>${visibleText(step, 200)}</bdi>`)}
        `
      }
      ${introduction && html`${' '}in <code><bdi>${visibleText(introductionPlace(introduction), 300)}</bdi></code>`}
    </p>
  `
}

function advisoryLine({ id, aliases, url, fixedVersion, cvss, epss, kev }: NonNullable<Finding['advisory']>): Content {
  const href = linkable(url)
  const name = html`<bdi>${visibleText(id, 100)}</bdi>`
  return html`
    <p class="quiet">
      Advisory <a href=${`/advisories/${encodeURIComponent(id.slice(0, 100))}`}>${name}</a>
      ${aliases.length > 0 && html` (<bdi>${visibleText(aliases.slice(0, shownAliases).join(', '), 200)}</bdi>)`}
      ${href !== undefined && html` · <a href=${href} rel="noopener noreferrer nofollow">advisory text</a>`}
      ${fixedVersion !== undefined && html` · fixed in <bdi>${visibleText(fixedVersion, 100)}</bdi>`}
      ${cvss && ` · CVSS ${cvss.score}`}
      ${epss && ` · EPSS ${(epss.score * 100).toFixed(1)}% (probability of exploitation within 30 days)`}
      ${kev && html` · <span class="label worst">known exploited</span>`}
    </p>
  `
}
