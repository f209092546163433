import { html } from '../html.ts'
import type { GithubInstallation } from '../../db/github/installations.ts'
import type { Page } from '../layout.ts'
import { shownDay } from '../moment.ts'
import { addressWith, paging } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'
import { organizationAddress, organizationsPath, type PersonalFrame, personalPage } from './personal-page.ts'

export interface OrganizationsShown {
  readonly installations: readonly GithubInstallation[]
  readonly pagination: { readonly page: number; readonly limit: number; readonly total: number }
}

/** Returns the page with the organizations and users whose repositories the visitor can read. */
export function organizationsPage(frame: PersonalFrame, { installations, pagination }: OrganizationsShown): Page {
  return personalPage(
    frame,
    'Organizations',
    html`
      <section class="card">
        <h1>Organizations</h1>
        <p class="lead">Organizations and users that installed the app, and whose repositories you can read.</p>
        ${
          installations.length === 0
            ? html`
              <p>
                ${
                  pagination.total > 0
                    ? 'This page of the list is empty.'
                    : 'No organizations. Install the app for your organization on GitHub, or ask an owner to install ' +
                      'it. The organization then appears here within 15 minutes.'
                }
              </p>
            `
            : html`
              <table class="blocks">
                <caption class="unseen">Organizations, by name</caption>
                <thead>
                  <tr>
                    <th scope="col">Owner</th>
                    <th scope="col">Host</th>
                    <th scope="col">Installed</th>
                    <th scope="col">Status</th>
                  </tr>
                </thead>
                <tbody>
                  ${installations.map(
                    (installation) =>
                      html`
                        <tr>
                          <th scope="row">
                            <a href=${organizationAddress(installation)}>
                              <bdi>${visibleText(installation.ownerLogin, 100)}</bdi>
                            </a>
                          </th>
                          <td data-label="Host">${installation.host}</td>
                          <td data-label="Installed">${shownDay(installation.createdAt)}</td>
                          <td data-label="Status">${installation.suspendedAt ? 'suspended' : 'active'}</td>
                        </tr>
                      `,
                  )}
                </tbody>
              </table>
            `
        }
        ${paging({
          ...pagination,
          addressOf: (page) => addressWith(organizationsPath, { page: page === 1 ? undefined : page }),
        })}
      </section>
    `,
  )
}
