import { type Content, html } from '../html.ts'
import { comparisonOf } from '../../api/v1/compare-servers.ts'
import type { Database } from '../../db/client.ts'
import { findServers, type RegistryServerRow } from '../../db/registry/servers.ts'
import { slugLimits } from '../../registry/slug-limits.ts'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'
import type { Page } from '../layout.ts'
import { shownNumber } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { addressWith } from '../parts/paging.ts'
import { categoryTitle } from '../registry/server-rows.ts'
import { visibleText } from '../visible-text.ts'
import { addServer, findOffered } from './add-server.ts'

/** Returns the slugs in a query such as `a,b`. Drops invalid slugs and those after the first `maxComparedServers`. */
export function comparedSlugs(query: unknown): string[] {
  if (typeof query !== 'string') return []
  const slugs = query
    .split(',', 50)
    .map((slug) => slug.trim())
    .filter((slug) => slug.length <= slugLimits.maxCharacters && /^[\w.-]+$/.test(slug))
  return [...new Set(slugs)].slice(0, catalogueLimits.maxComparedServers)
}

/**
 * Returns the page that compares servers side by side, in the given order, and highlights the best value in each row.
 *
 * @param text search for a server to add
 */
export async function comparePage(db: Database, slugs: readonly string[], text: string): Promise<Page> {
  const rows = await findServers(db, slugs)
  const unknown = slugs.filter((_, place) => !rows[place])
  const servers = rows
    .filter((server) => server !== undefined)
    .filter((server, place, all) => all.findIndex(({ id }) => id === server.id) === place)
  const offered = servers.length < catalogueLimits.maxComparedServers && (await findOffered(db, text, servers))
  return {
    title:
      servers.length > 0
        ? `Comparison of ${servers.map(({ name }) => visibleText(name, 40)).join(', ')}`
        : 'Compare servers',
    section: 'registry',
    content: html`
      <h1>Compare servers</h1>
      ${
        unknown.length > 0 &&
        html`
          <section class="card warning">
            <p>
              Not found in the
              registry: ${unknown.map(
                (slug, index) => html`${index > 0 && ', '}<code><bdi>${visibleText(slug, 80)}</bdi></code>`,
              )}.
            </p>
          </section>
        `
      }
      ${servers.length > 0 && table(servers)}
      ${offered && addServer(servers, offered)}
    `,
  }
}

function table(servers: readonly RegistryServerRow[]): Content {
  const addressWithout = (slug: string) =>
    addressWith('/compare', {
      servers: servers
        .filter((server) => server.slug !== slug)
        .map((server) => server.slug)
        .join(','),
    })
  return html`
    <section class="card">
      ${
        servers.length > 1 &&
        html`
          <p class="quiet">
            Rows with different values are highlighted.
            ${servers.length > 3 && ' Scroll sideways to see every server.'}
          </p>
        `
      }
      <div class="scroll" tabindex="0" role="region" aria-label="Comparison">
        <table class="compared">
          <caption class="unseen">Servers side by side</caption>
          <thead>
            <tr>
              <td></td>
              ${servers.map(
                ({ slug, name, grade }) =>
                  html`
                    <th scope="col">
                      <p>${gradeChip(grade)}</p>
                      <p><a href=${`/servers/${encodeURIComponent(slug)}`}><bdi>${visibleText(name, 80)}</bdi></a></p>
                      ${
                        servers.length > 1 &&
                        html`
                          <p class="no-print">
                            <a class="quiet" href=${addressWithout(slug)}>
                              remove<span class="unseen">: ${visibleText(name, 80)}</span>
                            </a>
                          </p>
                        `
                      }
                    </th>
                  `,
              )}
            </tr>
          </thead>
          <tbody>
            ${comparisonOf(servers).map(
              ({ field, values, best }) =>
                html`
                  <tr class=${new Set(values).size > 1 ? 'differs' : undefined}>
                    <th scope="row">${fieldTitles[field] ?? field}</th>
                    ${values.map(
                      (value, place) =>
                        html`
                          <td class=${best.includes(place) ? 'wins' : undefined}>
                            ${valueText(field, value)}
                            ${best.includes(place) && html` <span class="label best">best</span>`}
                          </td>
                        `,
                    )}
                  </tr>
                `,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `
}

const fieldTitles: Readonly<Record<string, string>> = {
  'security.score': 'Security score (0–100)',
  'security.grade': 'Grade',
  'security.vulnerabilities.critical': 'Critical findings',
  'security.vulnerabilities.high': 'High findings',
  'security.vulnerabilities.medium': 'Medium findings',
  'security.vulnerabilities.low': 'Low findings',
  'security.vulnerabilities.info': 'Info findings',
  'security.vulnerabilities.total': 'Total findings',
  'quality.score': 'Quality score (0–100)',
  'quality.breakdown.maintenance': 'Maintenance',
  'quality.breakdown.popularity': 'Popularity',
  'quality.breakdown.documentation': 'Documentation',
  'quality.breakdown.compatibility': 'Compatibility',
  stars: 'Stars',
  downloads: 'Downloads per month',
  category: 'Category',
  language: 'Language',
  sourceType: 'Source',
  status: 'Status',
}

function valueText(field: string, value: string | number | boolean | null): Content {
  if (value === null) return html`<span class="quiet">no data</span>`
  if (typeof value === 'number') return shownNumber(value)
  return field === 'category' ? categoryTitle(String(value)) : visibleText(String(value), 80)
}
