import { type Content, html } from '../html.ts'
import type { ListedServerRow } from '../../db/registry/servers.ts'
import { categories } from '../../registry/categories/catalogue.ts'
import { shownDay } from '../moment.ts'
import { gradeChip, severityTally } from '../parts/grades.ts'
import { visibleText } from '../visible-text.ts'

/** Titles of the source types. */
export const sourceTitles = { npm: 'npm', pypi: 'PyPI', git: 'git' } as const

const categoryTitles = new Map<string, string>(categories.map(({ slug, title }) => [slug, title]))

/** Returns the title of a category, or the slug of an unknown category. */
export function categoryTitle(slug: string): string {
  return categoryTitles.get(slug) ?? (slug === 'other' ? 'Other' : slug)
}

/** Returns a table of servers. On narrow screens its rows become blocks. */
export function serverRows(servers: readonly ListedServerRow[], caption: string): Content {
  return html`
    <table class="servers blocks" role="table">
      <caption class="unseen">${caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          ${['Grade', 'Server', 'Findings', 'Type', 'Scanned'].map(
            (name) => html`<th role="columnheader" scope="col">${name}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">${servers.map(row)}</tbody>
    </table>
  `
}

function row(server: ListedServerRow) {
  const { slug, name, description, category, language, sourceType, status, grade, securityScore, lastScannedAt } =
    server
  return html`
    <tr role="row">
      <td role="cell">${gradeChip(grade)}</td>
      <td role="cell">
        <p>
          <a class="name" href=${`/servers/${encodeURIComponent(slug)}`}><bdi>${visibleText(name, 120)}</bdi></a>
          ${status !== 'active' && html` <span class="label fair">${status}</span>`}
        </p>
        ${description !== '' && html`<p class="said-of-it"><bdi>${visibleText(description, 240)}</bdi></p>`}
      </td>
      <td role="cell">
        ${
          securityScore === null
            ? html`<span class="quiet">no complete scan</span>`
            : html`${severityTally(server)} <span class="quiet">· ${securityScore}/100</span>`
        }
      </td>
      <td role="cell" class="quiet kind">
        ${categoryTitle(category)}
        <br />
        ${sourceTitles[sourceType]}
        ${language !== '' && html`, <bdi>${visibleText(language, 40)}</bdi>`}
      </td>
      <td role="cell" class="quiet" data-label="Scanned">
        ${lastScannedAt ? html`<time datetime=${lastScannedAt.toISOString()}>${shownDay(lastScannedAt)}</time>` : '–'}
      </td>
    </tr>
  `
}
