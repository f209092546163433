import { type Content, html } from '../html.ts'
import type { RegistryHistoryRow } from '../../db/registry/history-list.ts'
import { shownDay } from '../moment.ts'
import { causeTitle } from '../plots/score-plot.ts'
import { visibleText } from '../visible-text.ts'
import { causeOf, momentOf } from './score-points.ts'

/** Maximum number of named advisories per change. */
const namedAdvisories = 5

/** Returns a score change with its cause, such as `3 Feb 2026: 90 → 100, code changed`. */
export function changeText(point: RegistryHistoryRow, history: readonly RegistryHistoryRow[]): Content {
  const before = history.find(({ number }) => number === point.number - 1)
  return html`
    ${shownDay(momentOf(point))}: ${before ? `${before.securityScore} → ${point.securityScore}` : point.securityScore},
    ${' '}${causeTitle(causeOf(point))}${advisoryLinks(point.advisories)}
  `
}

/** Returns links to the advisories that caused a change. */
export function advisoryLinks(advisories: readonly string[]): Content {
  if (advisories.length === 0) return undefined
  return html`
    : ${advisories.slice(0, namedAdvisories).map(
      (id, index) =>
        html`
          ${index > 0 && ', '}
          <a href=${`/advisories/${encodeURIComponent(id)}`}><bdi>${visibleText(id, 60)}</bdi></a>
        `,
    )}
  `
}
