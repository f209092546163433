import { type Content, html } from '../html.ts'
import type { GithubInstallation } from '../../db/github/installations.ts'
import { shownDay, shownNumber } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { organizationAddress } from './personal-page.ts'

/** Number of repositories in an installation. */
export interface RepositoryCount {
  readonly host: string
  readonly installationId: number
  readonly repositories: number
}

/** Returns an account's installations with links to their repositories, or instructions to install the app. */
export function installationsSection(
  installations: readonly GithubInstallation[],
  counts: readonly RepositoryCount[],
): Content {
  return html`
    <section class="card">
      <h2>GitHub App installations</h2>
      ${
        installations.length === 0
          ? html`
            <p>
              No installations. <a href="/docs/repository-owners">Install the app</a> to check every push and to scan
              private repositories.
            </p>
          `
          : tableOf(installations, counts)
      }
    </section>
  `
}

function tableOf(installations: readonly GithubInstallation[], counts: readonly RepositoryCount[]): Content {
  return html`
    <table class="blocks">
      <thead>
        <tr>
          <th scope="col">Owner</th>
          <th scope="col">Host</th>
          <th scope="col">Repositories</th>
          <th scope="col">Installed</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>${installations.map((installation) => row(installation, counts))}</tbody>
    </table>
  `
}

function row(installation: GithubInstallation, counts: readonly RepositoryCount[]): Content {
  const { ownerLogin, host, installationId, createdAt, suspendedAt } = installation
  const count = counts.find((each) => each.host === host && each.installationId === installationId)
  return html`
    <tr>
      <th scope="row">
        <a href=${organizationAddress(installation)}><bdi>${visibleText(ownerLogin, 100)}</bdi></a>
      </th>
      <td data-label="Host">${host}</td>
      <td data-label="Repositories">${shownNumber(count?.repositories ?? 0)}</td>
      <td data-label="Installed">${shownDay(createdAt)}</td>
      <td data-label="Status">${suspendedAt ? `suspended ${shownDay(suspendedAt)}` : 'active'}</td>
    </tr>
  `
}
