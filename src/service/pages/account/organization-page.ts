import { type Content, html } from '../html.ts'
import type { GithubInstallation } from '../../db/github/installations.ts'
import type { GradedScan, OpenPull, RepositoryOverview } from '../../db/github/repository-overview.ts'
import type { Page } from '../layout.ts'
import { shownDay, shownNumber } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { addressWith, paging } from '../parts/paging.ts'
import { gradeTone } from '../parts/tones.ts'
import { trendLine } from '../plots/trend-line.ts'
import { visibleText } from '../visible-text.ts'
import { organizationHead } from './organization-head.ts'
import { organizationAddress, type PersonalFrame, personalPage } from './personal-page.ts'
import { type PullPlace, pullState, reportLink } from './pull-state.ts'
import { emptyState } from '../parts/empty-state.ts'

/** Maximum number of pull requests per repository that are visible without expanding. */
const maxUnfolded = 2

export interface OrganizationShown {
  readonly installation: GithubInstallation
  readonly repositories: readonly RepositoryOverview[]
  readonly pagination: { readonly page: number; readonly limit: number; readonly total: number }
}

/** Returns an organization's page: its repositories with grade, trend, and open pull requests. */
export function organizationPage(
  frame: PersonalFrame,
  { installation, repositories, pagination }: OrganizationShown,
): Page {
  const owner = visibleText(installation.ownerLogin, 100)
  return personalPage(
    frame,
    owner,
    html`
      <section class="card">
        ${organizationHead(installation, 'repositories')}
        <p class="lead">
          Repositories on ${installation.host} in which the app is installed and that you can read there.
        </p>
        ${
          installation.suspendedAt &&
          html`
            <p class="problem">
              The installation has been suspended since ${shownDay(installation.suspendedAt)}. Assay checks no new
              commits until an owner unsuspends it on GitHub.
            </p>
          `
        }
        ${
          repositories.length === 0
            ? nothingListed(pagination.total, installation)
            : tableOf(installation, repositories)
        }
        ${paging({
          ...pagination,
          addressOf: (page) => addressWith(organizationAddress(installation), { page: page === 1 ? undefined : page }),
        })}
      </section>
    `,
  )
}

function nothingListed(total: number, { host }: GithubInstallation): Content {
  if (total > 0) return html`<p>This page of the list is empty.</p>`
  return emptyState({
    title: 'No repositories',
    text: html`
      To add some, open the settings of the app on ${host}, and select them under Repository access. Assay scans them
      within minutes.
    `,
  })
}

function tableOf(installation: GithubInstallation, repositories: readonly RepositoryOverview[]): Content {
  return html`
    <table class="blocks servers repositories">
      <caption class="unseen">Repositories, by name</caption>
      <thead>
        <tr>
          <th scope="col">Grade</th>
          <th scope="col">Repository</th>
          <th scope="col">Trend</th>
          <th scope="col">Open pull requests</th>
        </tr>
      </thead>
      <tbody>${repositories.map((repository) => row(installation, repository))}</tbody>
    </table>
    <p class="quiet">
      The grade comes from the last completed scan of the default branch. The line shows the scores of up to 12 scans of
      that branch. The state of a pull request is the conclusion
      of its check run on GitHub. A finding is new if the base of the pull request does not have it. The settings of the
      base branch decide which new findings fail the check.
    </p>
  `
}

function row(installation: GithubInstallation, { name, isPrivate, graded, pulls, openPulls }: RepositoryOverview) {
  const address = repositoryAddress(installation, name)
  const place = { address, isSuspended: installation.suspendedAt !== null }
  const [last] = graded
  return html`
    <tr>
      <td>${gradeChip(last?.grade)}</td>
      <th scope="row" class="what">
        <p><a class="name" href=${address}><bdi>${visibleText(name, 120)}</bdi></a></p>
        <p class="quiet">
          ${isPrivate ? 'private' : 'public'}${last && html`, ${reportLink(last.scanId, 'last report', name)}`}
        </p>
      </th>
      <td>${trendOf(name, graded)}</td>
      <td data-label="Open pull requests">
        ${openPulls === 0 ? html`<span class="quiet">none</span>` : pullLines(place, pulls)}
        ${
          openPulls > pulls.length &&
          html`<p class="quiet"><a href=${`${address}/pulls`}>${shownNumber(openPulls)} open in total</a></p>`
        }
      </td>
    </tr>
  `
}

function trendOf(name: string, graded: readonly GradedScan[]): Content {
  const [last, before] = graded
  if (!last) return html`<span class="quiet">No completed scan of the default branch yet.</span>`
  const oldestFirst = graded.map(({ securityScore }) => securityScore).toReversed()
  return html`
    <div class="trend-cell">
      ${trendLine(oldestFirst, { tone: gradeTone[last.grade], of: visibleText(name, 120) })}
      <div>
        <p><strong>${last.securityScore}</strong> of 100${before && `, ${changeOf(last, before)}`}</p>
        <p class="quiet">${before ? 'last' : 'first'} scan ${shownDay(last.completedAt)}</p>
      </div>
    </div>
    ${last.isPartial && html`<p class="quiet">A part of the repository was not analyzed.</p>`}
  `
}

function changeOf(last: GradedScan, before: GradedScan): string {
  const difference = last.securityScore - before.securityScore
  if (difference === 0) return 'unchanged'
  const points = Math.abs(difference)
  return `${difference > 0 ? 'up' : 'down'} ${points} ${points === 1 ? 'point' : 'points'}`
}

/** Returns the newest pull requests, followed by a collapsed list of the others. */
function pullLines(place: PullPlace, pulls: readonly OpenPull[]): Content {
  const [newest, others] = [pulls.slice(0, maxUnfolded), pulls.slice(maxUnfolded)]
  const list = (some: readonly OpenPull[]) => html`<ul class="pulls">${some.map((pull) => pullLine(place, pull))}</ul>`
  return [
    list(newest),
    others.length > 0 && html`<details><summary>${others.length} more</summary>${list(others)}</details>`,
  ]
}

function pullLine(place: PullPlace, pull: OpenPull): Content {
  const { pullNumber, baseRef } = pull
  return html`
    <li>
      <span>
        <a href=${`${place.address}/pull/${pullNumber}`}>#${pullNumber}</a> into <bdi>${visibleText(baseRef, 60)}</bdi>
      </span>
      ${pullState(pull, place)}
    </li>
  `
}

function repositoryAddress({ host, ownerLogin }: GithubInstallation, name: string): string {
  return `https://${host}/${encodeURIComponent(ownerLogin)}/${encodeURIComponent(name)}`
}
