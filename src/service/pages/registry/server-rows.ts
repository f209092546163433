import { type Content, html } from '../html.ts'
import type { ListedServerRow } from '../../db/registry/servers.ts'
import { categories } from '../../registry/categories/catalogue.ts'
import { shownDay } from '../moment.ts'
import { severities } from '../../../engine/model/severity.ts'
import { gradeChip } from '../parts/grades.ts'
import { severityTone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'

/** Titles of source types. */
export const sourceTitles = { npm: 'npm', pypi: 'PyPI', git: 'git' } as const

const categoryTitles = new Map<string, string>(categories.map(({ slug, title }) => [slug, title]))

/** Returns a category's title, or the slug if the category is unknown. */
export function categoryTitle(slug: string): string {
  return categoryTitles.get(slug) ?? (slug === 'other' ? 'Other' : slug)
}

/**
 * Returns a table of servers with one line each. On narrow screens, rows become blocks. If `whyOf` is given, the reason
 * that it returns replaces the category and source.
 */
export function serverRows(
  servers: readonly ListedServerRow[],
  caption: string,
  whyOf?: (server: ListedServerRow) => Content,
): Content {
  const columns = whyOf
    ? ['Grade', 'Server', 'Why', 'Findings']
    : ['Grade', 'Server', 'Category', 'Source', 'Findings', 'Scanned']
  return html`
    <table class=${whyOf ? 'servers listed blocks' : 'servers blocks'} role="table">
      <caption class="unseen">${caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(
            (name) => html`<th role="columnheader" scope="col" class=${`of-${name.toLowerCase()}`}>${name}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${servers.map((server) => row(server, whyOf && whyOf(server)))}
      </tbody>
    </table>
  `
}

const cell = (column: string, content: Content): Content =>
  html`<td role="cell" class=${`quiet of-${column}`}>${content}</td>`

const kindCells = ({ category, sourceType, language }: ListedServerRow): readonly Content[] => [
  cell('category', categoryTitle(category)),
  cell('source', [sourceTitles[sourceType], language !== '' && html`, <bdi>${visibleText(language, 40)}</bdi>`]),
]

function row(server: ListedServerRow, why: Content | undefined) {
  const { slug, name, description, status, grade, securityScore, lastScannedAt } = server
  return html`
    <tr role="row">
      <td role="cell" class="of-grade">${gradeChip(grade, { small: true })}</td>
      <td role="cell" class="of-server">
        <p class="line">
          <a class="name" href=${`/servers/${encodeURIComponent(slug)}`}><bdi>${visibleText(name, 120)}</bdi></a>
          ${status !== 'active' && html` <span class="label fair">${status}</span>`}${' '}
          ${description !== '' && html`<span class="said-of-it"><bdi>${visibleText(description, 240)}</bdi></span>`}
        </p>
      </td>
      ${why === undefined ? kindCells(server) : cell('why', why)}
      <td role="cell" class="of-findings">
        ${
          securityScore === null
            ? html`<span class="quiet">no complete scan</span>`
            : html`${worstTally(server)} <span class="quiet">${securityScore}/100</span>`
        }
      </td>
      ${why === undefined && cell('scanned', scannedOf(lastScannedAt))}
    </tr>
  `
}

const scannedOf = (at: Date | null): Content =>
  at ? html`<time datetime=${at.toISOString()}>${shownDay(at)}</time>` : '–'

/** Maximum number of severities named in a row. */
const maxNamedSeverities = 2

/** Returns the number of findings for the worst severities, and the number of all other findings. */
function worstTally(server: ListedServerRow): Content {
  const occurring = severities.filter((severity) => server[severity] > 0)
  if (occurring.length === 0) return html`<span class="quiet">no open findings</span>`
  const others = occurring.slice(maxNamedSeverities).reduce((sum, severity) => sum + server[severity], 0)
  return html`
    <ul class="tally">
      ${occurring
        .slice(0, maxNamedSeverities)
        .map((severity) => html`<li class=${severityTone[severity]}>${server[severity]} ${severity}</li>`)}
      ${others > 0 && html`<li class="quiet">+${others}<span class="unseen"> less severe</span></li>`}
    </ul>
  `
}
