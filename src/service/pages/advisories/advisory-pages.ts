import { type Content, html } from '../html.ts'
import { findToldAdvisory } from '../../api/v1/get-advisory.ts'
import type { Database } from '../../db/client.ts'
import {
  type AdvisoryActivity,
  type AdvisoryChange,
  type ChangedServer,
  listAdvisoryActivity,
} from '../../db/advisories/advisory-activity.ts'
import type { AffectedServer } from '../../db/advisories/advisory-servers.ts'
import { withoutMarkup } from '../../../engine/reports/check-run/markdown.ts'
import { gradeOf } from '../../../engine/model/score.ts'
import type { Page } from '../layout.ts'
import { shownDay, shownMoment, shownNumber } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { addressWith, paging } from '../parts/paging.ts'
import { severityTone } from '../parts/tones.ts'
import { markedText } from '../parts/marked-text.ts'
import { linkable, visibleText } from '../visible-text.ts'

/** The reader of an advisory page, and the page of the list. */
export interface AdvisoryReader {
  /** Account whose repositories are listed. Undefined for visitors without an account. */
  readonly accountId: string | undefined
  /** From 1. */
  readonly page: number
}

const inList = 20
const sinceDays = 30

/** Returns the page with recent advisories that changed results of earlier scans, newest first. */
export async function advisoriesPage(db: Database, { accountId, page }: AdvisoryReader, now: Date): Promise<Page> {
  const since = new Date(now.getTime() - sinceDays * 24 * 60 * 60_000)
  const { advisories, total } = await listAdvisoryActivity(
    db,
    { since, accountId },
    { limit: inList, offset: (page - 1) * inList },
  )
  return {
    title: 'Advisories',
    description: 'Recent security advisories and the MCP servers that they affect.',
    ...(page === 1 && { canonicalPath: '/advisories' }),
    section: 'advisories',
    isSecret: accountId !== undefined,
    content: html`
      <h1>Advisories from the last ${sinceDays} days</h1>
      <p class="lead">
        New, changed, and withdrawn advisories that affect scanned projects. Assay applies them to earlier results
        without a new scan.
      </p>
      <form method="get" action="/advisories/find" class="row">
        <div class="field grow">
          <label for="advisory-id">Advisory ID</label>
          <input id="advisory-id" name="id" required maxlength="100" placeholder="GHSA-… or CVE-…" />
        </div>
        <button>Open</button>
      </form>
      ${
        advisories.length === 0
          ? html`
            <section class="card">
              <h2>No recent advisories</h2>
              <p>No advisory changed a scan result in this period.</p>
            </section>
          `
          : advisories.map(activity)
      }
      ${paging({ page, limit: inList, total, addressOf: (number) => addressWith('/advisories', { page: number }) })}
    `,
  }
}

function activity({
  id,
  aliases,
  summary,
  severity,
  at,
  servers,
  serverCount,
  repositories,
  repositoryCount,
}: AdvisoryActivity) {
  return html`
    <section class="card">
      <h2>
        <a href=${advisoryAddress(id)}><bdi>${visibleText(id, 100)}</bdi></a>${' '}
        <span class=${`label ${severityTone[severity]}`}>${severity}</span>
      </h2>
      <p><bdi>${markedText(visibleText(summary, 300))}</bdi></p>
      <p class="quiet">
        ${shownMoment(at)}
        ${aliases.length > 0 && html` · <bdi>${visibleText(aliases.slice(0, 4).join(', '), 200)}</bdi>`}
      </p>
      ${
        servers.length > 0 &&
        html`
          <ul>
            ${servers.map(changedServer)}
            ${
              serverCount > servers.length &&
              html`<li>and <a href=${advisoryAddress(id)}>${shownNumber(serverCount - servers.length)} more</a></li>`
            }
          </ul>
        `
      }
      ${
        repositories.length > 0 &&
        html`
          <h3>Your repositories</h3>
          <ul>
            ${repositories.map(
              ({ scanId, url, ...changed }) =>
                html`
                  <li><a href=${`/scan/${scanId}`}><bdi>${visibleText(url, 200)}</bdi></a>: ${changeText(changed)}</li>
                `,
            )}
            ${
              repositoryCount > repositories.length &&
              html`<li>and ${shownNumber(repositoryCount - repositories.length)} more</li>`
            }
          </ul>
        `
      }
    </section>
  `
}

function changedServer({ slug, name, ...changed }: ChangedServer) {
  return html`
    <li>
      <a href=${`/servers/${encodeURIComponent(slug)}`}><bdi>${visibleText(name, 120)}</bdi></a>: ${changeText(changed)}
    </li>
  `
}

function changeText({ change, scoreBefore, scoreAfter }: Omit<AdvisoryChange, 'at'>): Content {
  const effect = { opened: 'affected', changed: 'severity changed', closed: 'no longer affected' }[change]
  return html`
    ${effect}, ${gradeChip(gradeOf(scoreBefore), { small: true })} ${scoreBefore} →${' '}
    ${gradeChip(gradeOf(scoreAfter), { small: true })} ${scoreAfter}
  `
}

/** Returns the path of an advisory page, by any ID of the advisory. */
export function advisoryAddress(id: string): string {
  return `/advisories/${encodeURIComponent(id)}`
}

/** Returns the page of one advisory with the servers that it affects, or undefined if the advisory is unknown. */
export async function advisoryPage(
  db: Database,
  id: string,
  { accountId, page }: AdvisoryReader,
): Promise<Page | undefined> {
  if (id.length > 100 || !/^[\w.:-]+$/.test(id)) return undefined
  const result = await findToldAdvisory(db, id, { accountId, limit: inList, offset: (page - 1) * inList })
  if (!result) return undefined
  const { told: advisory, record, servers, total, repositories } = result
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
          ${
            record &&
            record.packages.length > 0 &&
            html`<dt>Packages</dt><dd><bdi>${visibleText(
              record.packages
                .slice(0, 20)
                .map(({ ecosystem, name }) => `${ecosystem}: ${name}`)
                .join(', '),
              1_500,
            )}</bdi></dd>`
          }
          ${record && html`<dt>Last modified</dt><dd>${shownMoment(record.modified)}</dd>`}
        </dl>
      </section>
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
      <section class="card">
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
