import { type Content, html } from '../html.ts'
import type { ScanResults } from '../../../engine/model/scan.ts'
import { shownDay, shownNumber } from '../moment.ts'
import { markedText } from '../parts/marked-text.ts'
import { severityTone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'
import { findingAddress } from './finding-address.ts'
import { findingRows } from './finding-rows.ts'
import type { CompletedScan } from './public-scan.ts'
import type { ChangedFindings, ScanDifference } from './scan-changes.ts'
import { scanAddress } from './scan-query.ts'

/** Maximum number of rows for new findings, and for findings that are gone. */
const maxChangedRows = 6

/**
 * Texts for a missing comparison. An earlier scan may still exist: scans get deleted, and other accounts' scans are not
 * public.
 */
const noEarlierScan = {
  inside: 'This account has no earlier stored scan of this source.',
  outside: 'No earlier public report is stored.',
} as const

/**
 * Returns one line with the numbers of new findings and of findings that are gone, and the scan that they are compared
 * with.
 */
export function changesAnswer({ difference, hasBaseline, counts, isInside, source, results }: CompletedScan): Content {
  if (!difference)
    return hasBaseline
      ? html`<p>Compared with the baseline: ${counts.fresh.total} new, ${counts.fixed}${' '}
        ${results.partial ? 'not seen by this incomplete scan' : 'fixed'}.</p>`
      : html`<p>${noEarlierScan[isInside ? 'inside' : 'outside']}</p>`
  const { earlier, added, gone } = difference
  const isSame = earlier.revision === source.revision
  const since = html`
    <a href=${scanAddress(earlier.id)}>${isSame ? 'the scan' : html`<bdi>${revisionText(earlier.revision)}</bdi>`}${' '}
      of ${shownDay(earlier.completedAt)}</a>
  `
  if (added.total === 0 && gone.total === 0)
    return html`
      <p>Nothing since ${since}${gradeChange(earlier.grade, results.grade)}.${gapNotes(difference, results)}</p>
    `
  return html`
    <p>
      <a href="#changes">${shownNumber(added.total)} new, ${shownNumber(gone.total)}${' '}
        ${results.partial ? 'not seen' : 'gone'}</a> since${' '}
      ${since}${gradeChange(earlier.grade, results.grade)}.
      ${isSame && ' The source is the same: advisories, rules, dependencies, or coverage changed.'}
      ${gapNotes(difference, results)}
    </p>
  `
}

/** Returns the findings that are new or gone since the earlier scan. Empty if none exist. */
export function changesSection({ id, difference, results }: CompletedScan): Content {
  if (!difference || difference.added.total + difference.gone.total === 0) return ''
  const { earlier, added, gone } = difference
  return html`
    <section class="card" id="changes">
      <h2>Changes since ${shownDay(earlier.completedAt)}</h2>
      ${changeList(earlier.isPartial ? 'New, or not seen by the incomplete earlier scan' : 'New', added, id)}
      ${changeList(results.partial ? 'Not seen by this incomplete scan' : 'No longer open', gone, earlier.id)}
    </section>
  `
}

function changeList(heading: string, { findings, total }: ChangedFindings, scanId: string): Content {
  if (total === 0) return ''
  const rows = findingRows(findings).slice(0, maxChangedRows)
  const unlisted = total - rows.reduce((sum, row) => sum + row.findings.length, 0)
  return html`
    <h3>${heading}: ${shownNumber(total)}</h3>
    <ul class="changes">
      ${rows.map(({ severity, title, isByRule, findings: [first, ...others] }) => {
        const href = others.length === 0 ? findingAddress(scanId, first) : undefined
        const text = html`<bdi>${markedText(visibleText(title, 200))}</bdi>`
        return html`
          <li>
            <span class=${`label ${severityTone[severity]}`}>${severity}</span>${' '}
            ${href === undefined ? text : html`<a href=${href}>${text}</a>`}
            ${
              others.length > 0 &&
              !first.component &&
              ` (${shownNumber(others.length + 1)} ${isByRule ? 'findings' : 'places'})`
            }
          </li>
        `
      })}
      ${unlisted > 0 && html`<li class="quiet">and ${shownNumber(unlisted)} more</li>`}
    </ul>
  `
}

/** Number of digits that identify a commit in its repository. */
const commitDigits = 12

/** Shortens commits. Returns versions unchanged. */
const revisionText = (revision: string) =>
  visibleText(/^[0-9a-f]{40,64}$/.test(revision) ? revision.slice(0, commitDigits) : revision, 60)

/** Explains how coverage gaps in both scans affect the comparison. Empty if there are no gaps. */
const gapNotes = ({ earlier, added }: ScanDifference, { partial }: ScanResults) =>
  (partial ? ' This scan is incomplete, so it does not show that a finding is gone.' : '') +
  (earlier.isPartial && added.total > 0
    ? ' The earlier scan is incomplete, so it can have missed findings that are listed as new.'
    : '')

const gradeChange = (before: string, now: string) => (before === now ? '' : ` (grade ${before} then, ${now} now)`)
