import { type Content, html } from '../html.ts'
import { severities } from '../../../engine/model/severity.ts'
import { markedText } from '../parts/marked-text.ts'
import { visibleText } from '../visible-text.ts'
import type { ServerReport } from './find-server-report.ts'

/**
 * Returns what a reader who wants to install the server does, and why, in one paragraph. Undefined for a server without
 * a grade.
 */
export function verdictSentence({
  server,
  deductions,
  tools,
}: Pick<ServerReport, 'server' | 'deductions' | 'tools'>): Content {
  if (server.grade === null) return undefined
  const version = server.version === null ? 'this server' : visibleText(server.version, 60)
  const worstSeverity = severities.find((severity) => server[severity] > 0)
  // The largest deductions can lack the worst severity, because uncertain findings deduct less.
  const worst = deductions.find(({ finding }) => finding.severity === worstSeverity)?.finding
  const because =
    worst &&
    html`
      ${' '}The worst finding: <a href="#findings"><bdi>${markedText(visibleText(worst.title, 200))}</bdi></a>.
      ${worst.remediation !== '' && html` Fix: ${markedText(visibleText(worst.remediation, 240))}`}
    `
  const advice =
    worstSeverity === 'critical' || worstSeverity === 'high'
      ? html`<strong>Do not install <bdi>${version}</bdi> without reading its findings.</strong>${because}`
      : worstSeverity === 'medium'
        ? html`<strong>Review <bdi>${version}</bdi> before you install it.</strong>${because}`
        : html`
          <strong>Assay found nothing above low severity in <bdi>${version}</bdi>.</strong> It does not follow that the
          server is safe: see <a href="/docs/detection">what Assay misses</a>${
            tools.length > 0 && html`, and review the <a href="#tools">tools</a> that you enable`
          }.
        `
  return html`<p class="lead">${advice}</p>`
}
