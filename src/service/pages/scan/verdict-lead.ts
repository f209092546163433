import { type Content, html } from '../html.ts'
import { adviceFor } from '../../../engine/reports/advice.ts'
import { subjectOfSource } from '../../../engine/reports/subject.ts'
import { markedText } from '../parts/marked-text.ts'
import { visibleText } from '../visible-text.ts'
import { findingAddress } from './finding-address.ts'
import type { CompletedScan } from './public-scan.ts'

/** Returns the sentence that says what to do with the scanned project, and why. */
export function verdictLead(scan: CompletedScan): Content {
  if (scan.hasBaseline) return changeLead(scan)
  const { id, source, worst, results, coverage } = scan
  const { action, because, rest } = adviceFor({
    name: visibleText(subjectOfSource(source).name, 120),
    isPackage: source.package !== undefined || source.type === 'npm' || source.type === 'pypi',
    worst,
    counts: results.vulnerabilities,
    gaps: coverage.gaps.length,
  })
  if (!because) return html`<p class="verdict-lead"><strong><bdi>${action}</bdi></strong>${rest}</p>`
  const title = html`<bdi>${markedText(visibleText(because.title, 200))}</bdi>`
  const href = findingAddress(id, because)
  return html`
    <p class="verdict-lead">
      <strong><bdi>${action}</bdi></strong> because
      of ${href === undefined ? title : html`<a href=${href}>${title}</a>`} (${because.severity})${rest}
    </p>
  `
}

/** Returns the sentence for a scan with a baseline, which rates the change instead of the project. */
function changeLead({ verdict }: CompletedScan): Content {
  const action =
    verdict === 'fail'
      ? 'Fix this change before you merge it.'
      : verdict === 'pass'
        ? 'Assay found no reason not to merge this change.'
        : 'Read what was not analyzed before you merge this change.'
  return html`<p class="verdict-lead"><strong>${action}</strong></p>`
}
