import { type Content, html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import { listServerIds } from '../../db/registry/lists.ts'
import { findServersByIds, type ListedServerRow, type RegistryServerRow } from '../../db/registry/servers.ts'
import { categoryTitle } from '../registry/server-rows.ts'
import { gradeChip, severityTally } from '../parts/grades.ts'
import { visibleText } from '../visible-text.ts'
import { serverAddress } from './server-query.ts'

/** Number of top servers in the category to consider. */
const maxCandidates = 50

const maxAlternatives = 5

/** Returns the most popular of the category's top servers that have a better grade than this server. */
export async function findAlternatives(
  db: Database,
  { id, category, grade, securityScore }: RegistryServerRow,
): Promise<readonly ListedServerRow[]> {
  // `other` contains unrelated servers, so no alternatives are suggested.
  if (category === 'other' || securityScore === null) return []
  const { ids } = await listServerIds(
    db,
    { category },
    { sort: 'score', order: 'desc' },
    { limit: maxCandidates, offset: 0 },
  )
  return (await findServersByIds(db, ids))
    .filter(
      (other) =>
        other.id !== id &&
        other.status === 'active' &&
        other.grade !== grade &&
        other.securityScore !== null &&
        other.securityScore > securityScore,
    )
    .toSorted((one, other) => (other.popularity ?? -1) - (one.popularity ?? -1))
    .slice(0, maxAlternatives)
}

/** Returns the section with alternatives to a server, or undefined if none exist. */
export function alternativesSection(
  { category, slug }: RegistryServerRow,
  alternatives: readonly ListedServerRow[],
): Content {
  if (alternatives.length === 0) return undefined
  const compared = [slug, ...alternatives.slice(0, 3).map((other) => other.slug)].join(',')
  return html`
    <section class="card" id="alternatives">
      <h2>Better graded: ${categoryTitle(category)}</h2>
      <ul class="plain">
        ${alternatives.map(
          (other) =>
            html`
              <li>
                ${gradeChip(other.grade, { small: true })}
                ${' '}<a href=${serverAddress(other.slug)}><bdi>${visibleText(other.name, 80)}</bdi></a>
                ${' '}${severityTally(other)}
                ${
                  other.description !== '' &&
                  html`<p class="quiet"><bdi>${visibleText(other.description, 120)}</bdi></p>`
                }
              </li>
            `,
        )}
      </ul>
      <p class="quiet">
        Some of the best graded servers of the same category, most used first. They can have other functions.${' '}
        <a href=${`/compare?servers=${encodeURIComponent(compared)}`}>Compare them</a>
      </p>
    </section>
  `
}
