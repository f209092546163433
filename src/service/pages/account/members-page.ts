import { type Content, html } from '../html.ts'
import type { OrganizationMembers } from '../../accounts/github-people.ts'
import type { AuditedPerson } from '../../db/accounts/audit.ts'
import type { GithubInstallation } from '../../db/github/installations.ts'
import type { Page } from '../layout.ts'
import { shownMoment, shownNumber } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { organizationHead } from './organization-head.ts'
import { type PersonalFrame, personalPage } from './personal-page.ts'

export interface MembersShown {
  readonly installation: GithubInstallation
  /** `none` if GitHub shows no members to the visitor. */
  readonly members: OrganizationMembers | 'none'
  /** Users of the account. Undefined if the visitor does not manage it. */
  readonly people: readonly AuditedPerson[] | undefined
}

/** Returns the page with an organization's members and, for managers, its account's users. */
export function membersPage(frame: PersonalFrame, { installation, members, people }: MembersShown): Page {
  const owner = visibleText(installation.ownerLogin, 100)
  return personalPage(frame, `Members of ${owner}`, [
    html`
      <section class="card">
        ${organizationHead(installation, 'members')}
        <h2>Members on ${installation.host}</h2>
        ${members === 'none' ? nothingListed(frame, installation) : membersListed(installation, members)}
      </section>
    `,
    people && html`<section class="card"><h2>People who used this account</h2>${peopleTable(people)}</section>`,
  ])
}

function nothingListed({ visitor }: PersonalFrame, { host }: GithubInstallation): Content {
  if (visitor.person?.host === host)
    return html`
      <p>
        ${host} lists no members for you. A personal account has none, and an organization can hide them from people
        outside.
      </p>
    `
  return html`<p>Assay requests the members with your ${host} account. Sign in with ${host} to see them.</p>`
}

function membersListed({ host }: GithubInstallation, { logins, isComplete }: OrganizationMembers): Content {
  return html`
    ${
      logins.length === 0
        ? html`<p>No members are visible to you.</p>`
        : html`
          <ul class="tags">
            ${logins.map(
              (login) =>
                html`
                  <li class="tag">
                    <a href=${`https://${host}/${encodeURIComponent(login)}`}><bdi>${visibleText(login, 100)}</bdi></a>
                  </li>
                `,
            )}
          </ul>
        `
    }
    <p class="quiet">
      ${isComplete ? '' : `Only the first ${shownNumber(logins.length)} members are listed. `}The list is up to 15
      minutes old. ${host} decides which members you see: members with a concealed membership can be missing. Assay does
      not know their roles and teams.
    </p>
  `
}

function peopleTable(people: readonly AuditedPerson[]): Content {
  if (people.length === 0) return html`<p>No person is in the last 1,000 entries of the audit log.</p>`
  return html`
    <table class="blocks">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Last entry</th>
          <th scope="col" class="number">Entries</th>
        </tr>
      </thead>
      <tbody>
        ${people.map(
          ({ actor, lastAt, entries }) =>
            html`
              <tr>
                <th scope="row"><bdi>${visibleText(actor, 200)}</bdi></th>
                <td data-label="Last entry">${shownMoment(lastAt)}</td>
                <td class="number" data-label="Entries">${shownNumber(entries)}</td>
              </tr>
            `,
        )}
      </tbody>
    </table>
    <p class="quiet">
      From the last 1,000 entries of the <a href="/account/audit">audit log</a>. People who only read reports are not in
      this log.
    </p>
  `
}
