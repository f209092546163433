import type { z } from 'zod'
import { type Content, html } from '../html.ts'
import type { Pagination } from '../../api/pagination.ts'
import type { ListedScan } from '../../api/v1/scan-shape.ts'
import { ScanStatus } from '../../../engine/model/scan.ts'
import type { Page } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { addressWith, paging } from '../parts/paging.ts'
import { scanAddress } from '../scan/scan-query.ts'
import { verdictNames, verdictTone } from '../scan/verdict-words.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage } from './account-frame.ts'
import { emptyState } from '../parts/empty-state.ts'

type Listed = z.output<typeof ListedScan>

export interface ScansShown {
  readonly scans: readonly Listed[]
  readonly pagination: Pagination
  /** Status filter. If undefined, all scans are listed. */
  readonly status: ScanStatus | undefined
}

const statusTitles: Readonly<Record<ScanStatus, string>> = {
  pending: 'waiting',
  scanning: 'running',
  completed: 'completed',
  failed: 'failed',
}

/** Returns the page with an account's scans, newest first, with links to their reports. */
export function scansPage(frame: AccountFrame, { scans, pagination, status }: ScansShown): Page {
  const isFiltered = status !== undefined || pagination.page > 1
  return accountPage(
    frame,
    'Scans',
    html`
      <section class="card">
        <h1>Scans</h1>
        <p class="lead">Scans that this account started on this website, through the API, or through the GitHub App.</p>
        ${(scans.length > 0 || isFiltered) && filterForm(status)}
        ${
          scans.length === 0
            ? nothingListed(isFiltered)
            : html`
              <table class="blocks servers">
                <caption class="unseen">Scans, newest first</caption>
                <thead>
                  <tr>
                    <th scope="col">Grade</th>
                    <th scope="col">Source</th>
                    <th scope="col">Result</th>
                    <th scope="col">Submitted</th>
                  </tr>
                </thead>
                <tbody>${scans.map(row)}</tbody>
              </table>
            `
        }
        ${paging({
          ...pagination,
          isNewestFirst: true,
          addressOf: (page) => addressWith('/account/scans', { status, page: page === 1 ? undefined : page }),
        })}
      </section>
    `,
  )
}

function filterForm(status: ScanStatus | undefined): Content {
  return html`
    <form method="get" action="/account/scans" class="row">
      <div class="field">
        <label for="status">Status</label>
        <select id="status" name="status">
          <option value="">all</option>
          ${ScanStatus.options.map(
            (each) => html`<option value=${each} selected=${each === status}>${statusTitles[each]}</option>`,
          )}
        </select>
      </div>
      <button>Filter</button>
      <a class="button" href="/#scan-a-project">Scan a project</a>
    </form>
  `
}

function nothingListed(isFiltered: boolean): Content {
  if (isFiltered) return html`<p>No scans match this filter. <a href="/account/scans">Show all scans</a></p>`
  return emptyState({
    title: 'No scans yet',
    text: html`
      <a href="/#scan-a-project">Scan a project</a> by its URL,
      ${' '}<a href="/docs/repository-owners">install the GitHub App</a>, or call the <a href="/docs/api">API</a>.
    `,
  })
}

function row({ scanId, url, source, results, createdAt, ...outcome }: Listed) {
  return html`
    <tr>
      <td>${gradeChip(results?.grade)}</td>
      <th scope="row" class="what">
        <p>
          <a class="name" href=${scanAddress(scanId)}>
            <bdi>${visibleText((source?.canonicalUrl ?? url).replace(/^https:\/\//, ''), 200)}</bdi>
          </a>
        </p>
        ${
          source &&
          html`
            <p class="quiet">
              <code><bdi>${visibleText(source.revision, 60)}</bdi></code>
              ${source.ref !== undefined && html` (<bdi>${visibleText(source.ref, 100)}</bdi>)`}
            </p>
          `
        }
      </th>
      <td data-label="Result">${outcomeOf(outcome, results?.vulnerabilities.total)}</td>
      <td class="quiet" data-label="Submitted">
        <time datetime=${createdAt}>${shownMoment(new Date(createdAt))}</time>
      </td>
    </tr>
  `
}

function outcomeOf(
  { status, verdict, error, cached }: Pick<Listed, 'status' | 'verdict' | 'error' | 'cached'>,
  findings: number | undefined,
): Content {
  if (status === 'failed')
    return html`
      <p><span class="label calm">${error?.code ?? 'failed'}</span></p>
      ${error && html`<p class="quiet"><bdi>${visibleText(error.message, 300)}</bdi></p>`}
    `
  if (verdict === undefined) return html`<span class="label calm">${statusTitles[status]}</span>`
  return html`
    <p><span class=${`label ${verdictTone[verdict]}`}>${verdictNames[verdict]}</span></p>
    <p class="quiet">
      ${findings === undefined ? '' : `${findings} open ${findings === 1 ? 'finding' : 'findings'}`}
      ${cached && ', reused from an earlier scan'}
    </p>
  `
}
