import type { ExploitationRow } from '../../db/advisories/exploitation.ts'
import type { PublishedParts } from '../../scans/advisories/published-parts.ts'
import { type Content, html } from '../html.ts'
import { shownDay } from '../moment.ts'
import { linkable, visibleText } from '../visible-text.ts'

/** Maximum numbers of packages, fixed versions, and links on the page. */
const maxPackages = 20
const maxVersions = 12
const maxLinks = 15

/** Returns a label if the vulnerability is known to be exploited, otherwise undefined. */
export function exploitedLabel(rows: readonly ExploitationRow[]): Content {
  return rows.some(({ kev }) => kev) && html` <span class="label worst">known exploited</span>`
}

/** Returns table rows with the exploitation data for an advisory's CVEs. */
export function exploitationFacts(rows: readonly ExploitationRow[]): Content {
  return rows.map(
    ({ cve, kev, epss }) => html`
      ${
        kev &&
        html`
          <dt>Exploitation</dt>
          <dd>
            ${cve} is in the CISA catalog of known exploited vulnerabilities since
            ${' '}${shownDay(new Date(kev.addedAt))}${kev.ransomware && ', with use by ransomware'}.
          </dd>
        `
      }
      ${
        epss &&
        html`
          <dt>EPSS</dt>
          <dd>
            ${percent(epss.score)} probability of exploitation within 30 days, higher than ${percent(epss.percentile)}
            ${' '}of all CVEs. ${cve}, ${shownDay(new Date(epss.date))}.
          </dd>
        `
      }
    `,
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** Affected package, with its fixed versions. */
interface FixedPackage {
  readonly ecosystem: string
  readonly name: string
  readonly fixedVersions: readonly string[]
}

/** Returns the affected packages with their fixed versions. */
export function fixesSection(packages: readonly FixedPackage[]): Content {
  if (packages.length === 0) return undefined
  return html`
    <section class="card" id="packages">
      <h2>Packages and fixed versions</h2>
      <table class="blocks">
        <caption class="unseen">Affected packages</caption>
        <thead><tr><th scope="col">Package</th><th scope="col">Fixed in</th></tr></thead>
        <tbody>
          ${packages.slice(0, maxPackages).map(
            ({ ecosystem, name, fixedVersions }) => html`
              <tr>
                <td><bdi>${visibleText(name, 120)}</bdi> <span class="quiet">${visibleText(ecosystem, 40)}</span></td>
                <td data-label="Fixed in">
                  ${
                    fixedVersions.length === 0
                      ? html`<span class="quiet">no fixed version published</span>`
                      : html`<bdi>${visibleText(fixedVersions.slice(0, maxVersions).join(', '), 300)}</bdi>`
                  }
                </td>
              </tr>
            `,
          )}
        </tbody>
      </table>
      ${packages.length > maxPackages && html`<p class="quiet">and ${packages.length - maxPackages} more</p>`}
    </section>
  `
}

/** Returns an advisory's links. Omits URLs other than http and https. */
export function linksSection({ references }: PublishedParts): Content {
  const links = references.flatMap(({ type, url }) => {
    const href = linkable(url)
    return href === undefined ? [] : [{ type, href }]
  })
  if (links.length === 0) return undefined
  return html`
    <section class="card" id="links">
      <h2>Links</h2>
      <ul>
        ${links.slice(0, maxLinks).map(
          ({ type, href }) => html`
            <li>
              <a href=${href} rel="noopener noreferrer nofollow"><bdi>${visibleText(href, 200)}</bdi></a>${' '}
              <span class="quiet">${visibleText(type.toLowerCase(), 40)}</span>
            </li>
          `,
        )}
      </ul>
    </section>
  `
}
