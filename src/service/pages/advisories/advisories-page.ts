import { type Content, html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import {
  type AdvisoryActivity,
  type AdvisoryChange,
  type ChangedServer,
  listAdvisoryActivity,
} from '../../db/advisories/advisory-activity.ts'
import { type ExploitationRow, findExploitation } from '../../db/advisories/exploitation.ts'
import { gradeOf } from '../../../engine/model/score.ts'
import type { Page } from '../layout.ts'
import { shownMoment, shownNumber } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { paging } from '../parts/paging.ts'
import { severityTone } from '../parts/tones.ts'
import { markedText } from '../parts/marked-text.ts'
import { visibleText } from '../visible-text.ts'
import { advisoriesAddress, advisoriesForm, type AdvisoriesQuery, isFiltered } from './advisories-query.ts'
import { cvesOf } from '../../scans/advisories/published-parts.ts'
import { exploitedLabel } from './advisory-details.ts'
import { advisoryAddress, type AdvisoryReader, inList } from './advisory-page.ts'

const sinceDays = 30

/** Returns the page with recent advisories that changed the results of earlier scans, newest first. */
export async function advisoriesPage(
  db: Database,
  { accountId, page }: AdvisoryReader,
  { query, now }: { readonly query: AdvisoriesQuery; readonly now: Date },
): Promise<Page> {
  const since = new Date(now.getTime() - sinceDays * 24 * 60 * 60_000)
  const { advisories, total } = await listAdvisoryActivity(
    db,
    { since, accountId, ...query },
    { limit: inList, offset: (page - 1) * inList },
  )
  const exploitation = await findExploitation(db, advisories.flatMap(cvesOf))
  return {
    title: 'Advisories',
    description: 'Recent security advisories and the MCP servers that they affect.',
    ...(page === 1 && !isFiltered(query) && { canonicalPath: '/advisories' }),
    section: 'advisories',
    isSecret: accountId !== undefined,
    content: html`
      <h1>Advisories from the last ${sinceDays} days</h1>
      <p class="lead">
        New, changed, and withdrawn advisories that affect scanned projects. Assay applies them to earlier results
        without a new scan.
      </p>
      ${advisoriesForm(query)}
      ${
        advisories.length === 0
          ? html`
            <section class="card">
              <h2>No recent advisories</h2>
              <p>
                No advisory${isFiltered(query) && ' that matches these filters'} changed a scan result in this period.
                ${isFiltered(query) && html`${' '}<a href="/advisories">Show all</a>`}
              </p>
            </section>
          `
          : advisories.map((advisory) => activity(advisory, exploitation))
      }
      ${paging({ page, limit: inList, total, addressOf: (number) => advisoriesAddress(query, number) })}
      <form method="get" action="/advisories/find" class="row no-print">
        <div class="field grow">
          <label for="advisory-id">Open any advisory by its ID</label>
          <input id="advisory-id" name="id" required maxlength="100" placeholder="GHSA-… or CVE-…" />
        </div>
        <button>Open</button>
      </form>
    `,
  }
}

function activity(advisory: AdvisoryActivity, exploitation: readonly ExploitationRow[]) {
  const { id, aliases, summary, severity, at, servers, serverCount, repositories, repositoryCount } = advisory
  const cves = new Set(cvesOf(advisory))
  return html`
    <section class="card">
      <h2>
        <a href=${advisoryAddress(id)}><bdi>${visibleText(id, 100)}</bdi></a>${' '}
        <span class=${`label ${severityTone[severity]}`}>${severity}</span>
        ${exploitedLabel(exploitation.filter(({ cve }) => cves.has(cve)))}
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
