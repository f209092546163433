import { html } from '../html.ts'
import { findToldAdvisory } from '../../api/v1/get-advisory.ts'
import type { Database } from '../../db/client.ts'
import type { AffectedServer } from '../../db/advisories/advisory-servers.ts'
import { findExploitation } from '../../db/advisories/exploitation.ts'
import { findAdvisory } from '../../scans/advisories/find-advisory.ts'
import { cvesOf, publishedParts } from '../../scans/advisories/published-parts.ts'
import { withoutMarkup } from '../../../engine/reports/check-run/markdown.ts'
import type { Page } from '../layout.ts'
import { shownDay, shownMoment, shownNumber } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { addressWith, paging } from '../parts/paging.ts'
import { severityTone } from '../parts/tones.ts'
import { markedText } from '../parts/marked-text.ts'
import { linkable, visibleText } from '../visible-text.ts'
import { exploitationFacts, exploitedLabel, fixesSection, linksSection } from './advisory-details.ts'

/** Advisory page reader, and page number in the server list. */
export interface AdvisoryReader {
  /** Account whose repositories are listed. Undefined if the visitor has no account. */
  readonly accountId: string | undefined
  /** Page number, starting at 1. */
  readonly page: number
}

/** Number of advisories, or of affected servers, per page. */
export const inList = 20

/** Returns an advisory page's path. Accepts any ID of the advisory. */
export function advisoryAddress(id: string): string {
  return `/advisories/${encodeURIComponent(id)}`
}

/** Returns an advisory's page with the servers that it affects, or undefined if the advisory is unknown. */
export async function advisoryPage(
  db: Database,
  id: string,
  { accountId, page }: AdvisoryReader,
): Promise<Page | undefined> {
  if (id.length > 100 || !/^[\w.:-]+$/.test(id)) return undefined
  const result = await findToldAdvisory(db, id, { accountId, limit: inList, offset: (page - 1) * inList })
  if (!result) return undefined
  const { told: advisory, record, servers, total, repositories } = result
  const [published, exploitation] = [await findAdvisory(db, advisory.id), await findExploitation(db, cvesOf(advisory))]
  const parts = publishedParts(record?.document)
  const packages = published?.packages ?? []
  const href = linkable(advisory.url)
  return {
    title: `${advisory.id}: ${visibleText(withoutMarkup(advisory.summary), 80)}`,
    description: visibleText(withoutMarkup(advisory.summary), 200),
    ...(page === 1 && { canonicalPath: advisoryAddress(advisory.id) }),
    section: 'advisories',
    isSecret: accountId !== undefined,
    content: html`
      <p class="crumbs"><a href="/advisories">Advisories</a></p>
      <section class="card">
        <h1><bdi>${markedText(visibleText(advisory.summary, 300))}</bdi></h1>
        <p>
          <span class=${`label ${severityTone[advisory.severity]}`}>${advisory.severity}</span>
          ${advisory.isMalware && html` <span class="label worst">malware</span>`}
          ${exploitedLabel(exploitation)}
          ${record?.withdrawn && html` <span class="label calm">withdrawn on ${shownDay(record.withdrawn)}</span>`}
        </p>
        <dl class="facts">
          <dt>ID</dt>
          <dd>
            ${
              href === undefined
                ? visibleText(advisory.id, 100)
                : html`
                  <a href=${href} rel="noopener noreferrer nofollow"><bdi>${visibleText(advisory.id, 100)}</bdi></a>
                `
            }
          </dd>
          ${
            advisory.aliases.length > 0 &&
            html`<dt>Aliases</dt><dd><bdi>${visibleText(advisory.aliases.slice(0, 20).join(', '), 600)}</bdi></dd>`
          }
          ${
            advisory.cvss &&
            html`
              <dt>CVSS</dt>
              <dd>${advisory.cvss.score} <code><bdi>${visibleText(advisory.cvss.vector, 200)}</bdi></code></dd>
            `
          }
          ${
            advisory.cwe.length > 0 &&
            html`<dt>CWE</dt><dd><bdi>${visibleText(advisory.cwe.slice(0, 10).join(', '), 200)}</bdi></dd>`
          }
          ${exploitationFacts(exploitation)}
          ${parts.published && html`<dt>Published</dt><dd>${shownDay(parts.published)}</dd>`}
          ${record && html`<dt>Last modified</dt><dd>${shownMoment(record.modified)}</dd>`}
        </dl>
        <nav class="no-print" aria-label="On this page">
          <ul class="tags">
            ${packages.length > 0 && html`<li><a class="tag" href="#packages">Fixed versions</a></li>`}
            <li><a class="tag" href="#servers">Affected servers (${shownNumber(total)})</a></li>
            ${parts.references.length > 0 && html`<li><a class="tag" href="#links">Links</a></li>`}
          </ul>
        </nav>
      </section>
      ${fixesSection(packages)}
      ${
        repositories.length > 0 &&
        html`
          <section class="card">
            <h2>Your repositories</h2>
            <ul>
              ${repositories.map(
                ({ scanId, url }) =>
                  html`<li><a href=${`/scan/${scanId}`}><bdi>${visibleText(url, 200)}</bdi></a></li>`,
              )}
            </ul>
          </section>
        `
      }
      <section class="card" id="servers">
        <h2>
          ${
            total === 0 ? 'No affected servers' : `${shownNumber(total)} affected ${total === 1 ? 'server' : 'servers'}`
          }
        </h2>
        ${
          servers.length > 0 &&
          html`
            <table class="servers blocks">
              <caption class="unseen">Affected servers, lowest scores first</caption>
              <thead>
                <tr><th scope="col">Grade</th><th scope="col">Server</th><th scope="col">Affected packages</th></tr>
              </thead>
              <tbody>${servers.map(affected)}</tbody>
            </table>
          `
        }
        ${paging({
          page,
          limit: inList,
          total,
          addressOf: (number) => addressWith(advisoryAddress(id), { page: number }),
        })}
      </section>
      ${linksSection(parts)}
    `,
  }
}

function affected({ slug, name, version, grade, securityScore, packages }: AffectedServer) {
  return html`
    <tr>
      <td>${gradeChip(grade)}</td>
      <td>
        <p><a class="name" href=${`/servers/${encodeURIComponent(slug)}`}><bdi>${visibleText(name, 120)}</bdi></a></p>
        <p class="quiet"><bdi>${visibleText(version, 60)}</bdi>, ${securityScore}/100</p>
      </td>
      <td data-label="Affected packages">
        <bdi>${visibleText(packages.map((each) => `${each.name} ${each.version}`).join(', '), 400)}</bdi>
      </td>
    </tr>
  `
}
