import { type Content, html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import {
  type ComponentFindings,
  countComponentFindings,
  findServerComponents,
  type ServerComponent,
} from '../../db/pages/components.ts'
import { findListedPackages, type ListedPackage } from '../../db/registry/listed-packages.ts'
import type { RegistryServerRow } from '../../db/registry/servers.ts'
import { licenseText } from '../../../engine/model/license.ts'
import { severities, type SeverityCounts } from '../../../engine/model/severity.ts'
import { shownNumber } from '../moment.ts'
import { pageLimits } from '../page-limits.ts'
import { gradeChip, severityTally } from '../parts/grades.ts'
import { addressWith, paging } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'
import { serverAddress } from './server-query.ts'
import { tabAddress } from './server-tabs.ts'

/** Maximum number of displayed steps in a dependency path. */
const maxSteps = 6

/** Returns a server's dependencies, direct ones first, with findings and registry grades. */
export async function dependenciesTab(db: Database, server: RegistryServerRow, page: number): Promise<Content> {
  const limit = pageLimits.maxComponents
  const listed = await findServerComponents(db, server.id, { limit, offset: (page - 1) * limit })
  if (!listed)
    return html`
      <section class="card" id="dependencies">
        <h2>Dependencies</h2>
        <p>
          ${
            server.grade === null
              ? 'This server has not been scanned completely yet.'
              : 'Assay found no list of dependencies for this version.'
          }
        </p>
      </section>
    `
  const { components, total, direct, licensed } = listed
  const [serverOf, findings] = await Promise.all([
    findListedPackages(db, components),
    countComponentFindings(
      db,
      server.id,
      components.map(({ purl }) => purl),
    ),
  ])
  const rows = components.map((component) => ({
    component,
    counts: countsOf(findings.filter(({ purl }) => purl === component.purl)),
    listed: serverOf(component),
  }))
  return html`
    <section class="card" id="dependencies">
      <h2>Dependencies</h2>
      <p class="quiet">
        The project and its dependencies consist of ${shownNumber(total)}${' '}
        package ${total === 1 ? 'version' : 'versions'}. ${shownNumber(direct)} of
        them ${direct === 1 ? 'is' : 'are'} direct. ${licensesKnown(total, licensed)}
        ${rows.some((row) => row.listed) && ' A grade is that of the newest version in the registry.'}
      </p>
      ${rows.length === 0 ? html`<p>This page has no dependencies.</p>` : table(rows)}
      ${paging({
        page,
        limit,
        total,
        addressOf: (other) =>
          addressWith(tabAddress(server.slug, 'dependencies'), { page: other === 1 ? undefined : other }),
      })}
    </section>
  `
}

interface Row {
  readonly component: ServerComponent
  readonly counts: Omit<SeverityCounts, 'total'>
  readonly listed: ListedPackage | undefined
}

/** Omits columns that have no values. */
function table(rows: readonly Row[]): Content {
  const hasGrades = rows.some(({ listed }) => listed)
  const hasFindings = rows.some(({ counts }) => hasAny(counts))
  const hasLicenses = rows.some(({ component }) => component.license)
  return html`
    <table class="blocks compact">
      <caption class="unseen">Dependencies, direct ones first</caption>
      <thead>
        <tr>
          <th scope="col">Package</th>
          ${hasFindings && html`<th scope="col">Findings</th>`}
          ${hasGrades && html`<th scope="col">Grade</th>`}
          ${hasLicenses && html`<th scope="col">License</th>`}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ component, counts, listed }) =>
            html`
              <tr>
                <td>${packageName(component)}${dependencyPath(component)}</td>
                ${
                  hasFindings &&
                  (hasAny(counts) ? html`<td>${severityTally(counts)}</td>` : html`<td class="none"></td>`)
                }
                ${
                  hasGrades &&
                  (listed
                    ? html`
                      <td data-label="Grade">
                        <a href=${serverAddress(listed.slug)}>${gradeChip(listed.grade, { small: true })}</a>
                      </td>
                    `
                    : html`<td class="none"></td>`)
                }
                ${
                  hasLicenses &&
                  (component.license
                    ? html`<td class="quiet"><bdi>${visibleText(licenseText(component.license), 60)}</bdi></td>`
                    : html`<td class="none"></td>`)
                }
              </tr>
            `,
        )}
      </tbody>
    </table>
  `
}

function packageName({ name, version, direct, dev }: ServerComponent): Content {
  return html`
    <code><bdi>${visibleText(name, 120)}</bdi>@<bdi>${visibleText(version, 60)}</bdi></code>
    ${direct && html` <span class="tag">direct</span>`}
    ${dev && html` <span class="tag">dev</span>`}
  `
}

/** Returns the packages between the project and a transitive dependency. */
function dependencyPath({ path = [] }: ServerComponent): Content {
  const between = path.slice(1, -1)
  if (between.length === 0) return undefined
  const rest = between.length - maxSteps
  return html`
    <p class="quiet">
      through${' '}
      ${between.slice(0, maxSteps).map((step, index) => html`${index > 0 && ' › '}<bdi>${visibleText(step, 80)}</bdi>`)}
      ${rest > 0 && ` › ${rest} more`}
    </p>
  `
}

function countsOf(findings: readonly ComponentFindings[]): Omit<SeverityCounts, 'total'> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
  for (const { severity, count } of findings) counts[severity] += count
  return counts
}

const hasAny = (counts: Omit<SeverityCounts, 'total'>) => severities.some((severity) => counts[severity] > 0)

function licensesKnown(total: number, licensed: number): string {
  if (licensed === 0) return 'No lockfile or registry states their licenses.'
  const unknown = total - licensed
  return unknown === 0 ? '' : `The license of ${shownNumber(unknown)} is unknown.`
}
