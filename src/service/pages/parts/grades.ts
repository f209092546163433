import { type Content, html } from '../html.ts'
import type { Grade } from '../../../engine/model/score.ts'
import { severities, type Severity, type SeverityCounts } from '../../../engine/model/severity.ts'
import { severityIcon } from './icon.ts'
import { gradeTone, severityTone } from './tones.ts'

/** Returns a grade as a colored letter, or a dash before the first complete scan. */
export function gradeChip(grade: Grade | null | undefined, { small = false } = {}): Content {
  const size = small ? ' small' : ''
  return grade
    ? html`<span class=${`chip${size} ${gradeTone[grade]}`}><span class="unseen">Grade </span>${grade}</span>`
    : html`
        <span class=${`chip${size} calm`} title="Not scanned completely">
          <span aria-hidden="true">–</span>
          <span class="unseen">Not scanned completely</span>
        </span>
      `
}

/** Returns the large grade at the top of a page, with the score. */
export function gradePanel(grade: Grade, score: number): Content {
  return html`
    <div class=${`grade ${gradeTone[grade]}`}>
      <strong><span class="unseen">Grade </span>${grade}</strong>
      <span>${score} of 100</span>
    </div>
  `
}

/** Returns a colored label with a severity's name and icon. */
export function severityLabel(severity: Severity): Content {
  return html`<span class=${`label ${severityTone[severity]}`}>${severityIcon(severity)}${severity}</span>`
}

/** Returns the number of open findings for each severity. */
export function severityCounts(counts: Omit<SeverityCounts, 'total'>): Content {
  return html`
    <ul class="counts">
      ${severities.map(
        (severity) =>
          html`
            <li class=${counts[severity] > 0 ? severityTone[severity] : 'none'}>
              <strong>${counts[severity]}</strong> ${severity}
            </li>
          `,
      )}
    </ul>
  `
}

/** Returns the number of open findings for each severity that occurs, on one line. */
export function severityTally(counts: Omit<SeverityCounts, 'total'>): Content {
  const occurring = severities.filter((severity) => counts[severity] > 0)
  if (occurring.length === 0) return html`<span class="quiet">no open findings</span>`
  return html`
    <ul class="tally">
      ${occurring.map((severity) => html`<li class=${severityTone[severity]}>${counts[severity]} ${severity}</li>`)}
    </ul>
  `
}
