import { type Content, html } from '../html.ts'
import type { GithubInstallation } from '../../db/github/installations.ts'
import type { GradedScan, OpenPull, RepositoryOverview } from '../../db/github/repository-overview.ts'
import type { Page } from '../layout.ts'
import { shownDay, shownNumber } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { addressWith, paging } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'
import { organizationAddress, organizationsPath, type PersonalFrame, personalPage } from './personal-page.ts'
import { type PullPlace, pullState, reportLink } from './pull-state.ts'

export interface OrganizationShown {
  readonly installation: GithubInstallation
  readonly repositories: readonly RepositoryOverview[]
  readonly pagination: { readonly page: number; readonly limit: number; readonly total: number }
}

/** Returns the page of an organization: its repositories with grade, trend, and open pull requests. */
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
        <p class="crumbs"><a href=${organizationsPath}>Organizations</a></p>
        <h1><bdi>${owner}</bdi></h1>
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
        ${repositories.length === 0 ? emptyState(pagination.total, installation) : tableOf(installation, repositories)}
        ${paging({
          ...pagination,
          addressOf: (page) => addressWith(organizationAddress(installation), { page: page === 1 ? undefined : page }),
        })}
      </section>
    `,
  )
}

function emptyState(total: number, { host }: GithubInstallation): Content {
  if (total > 0) return html`<p>This page of the list is empty.</p>`
  return html`
    <p>
      No repositories. To add some, open the settings of the app on ${host}, and select them under Repository access.
      Assay scans them within minutes.
    </p>
  `
}

function tableOf(installation: GithubInstallation, repositories: readonly RepositoryOverview[]): Content {
  return html`
    <table class="blocks servers">
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
      The grade comes from the last completed scan of the default branch. The state of a pull request is the conclusion
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
      <td data-label="Trend">${trendOf(graded)}</td>
      <td data-label="Open pull requests">
        ${
          openPulls === 0
            ? html`<span class="quiet">none</span>`
            : html`<ul>${pulls.map((pull) => pullLine(place, pull))}</ul>`
        }
        ${
          openPulls > pulls.length &&
          html`<p class="quiet"><a href=${`${address}/pulls`}>${shownNumber(openPulls)} open in total</a></p>`
        }
      </td>
    </tr>
  `
}

function trendOf([last, before]: readonly GradedScan[]): Content {
  if (!last) return html`<span class="quiet">No completed scan of the default branch yet.</span>`
  const partial = last.isPartial && html`<p class="quiet">A part of the repository was not analyzed.</p>`
  const score = html`<strong>${last.securityScore}</strong> of 100`
  if (!before) return html`<p>${score}</p><p class="quiet">first scan, ${shownDay(last.completedAt)}</p>${partial}`
  const difference = last.securityScore - before.securityScore
  const change =
    difference === 0
      ? 'unchanged'
      : `${difference > 0 ? 'up' : 'down'} ${Math.abs(difference)} ${Math.abs(difference) === 1 ? 'point' : 'points'}`
  return html`
    <p>${score}, ${change}</p>
    <p class="quiet">${shownDay(last.completedAt)}, before that ${shownDay(before.completedAt)}</p>
    ${partial}
  `
}

function pullLine(place: PullPlace, pull: OpenPull): Content {
  const { pullNumber, baseRef } = pull
  return html`
    <li>
      <div>
        <a href=${`${place.address}/pull/${pullNumber}`}>#${pullNumber}</a> into <bdi>${visibleText(baseRef, 60)}</bdi>
        ${' '}${pullState(pull, place)}
      </div>
    </li>
  `
}

function repositoryAddress({ host, ownerLogin }: GithubInstallation, name: string): string {
  return `https://${host}/${encodeURIComponent(ownerLogin)}/${encodeURIComponent(name)}`
}
