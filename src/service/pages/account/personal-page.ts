import { type Content, html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { GithubInstallation } from '../../db/github/installations.ts'
import type { Page } from '../layout.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'

export const organizationsPath = '/account/organizations'

/** Returns the URL of an installation owner's page. Uses the ID, which stays the same if the owner is renamed. */
export function organizationAddress({ host, ownerId }: Pick<GithubInstallation, 'host' | 'ownerId'>): string {
  return `${organizationsPath}/${encodeURIComponent(host)}/${ownerId}`
}

/** Returns the URL of the page with an installation owner's members. */
export function membersAddress(owner: Pick<GithubInstallation, 'host' | 'ownerId'>): string {
  return `${organizationAddress(owner)}/members`
}

/** Visitor to a page that does not require an account. `frame` is present if an account is selected. */
export interface PersonalFrame {
  readonly visitor: Visitor
  readonly frame: AccountFrame | undefined
}

/** Returns a page for a signed-in visitor. Account managers also get the account's navigation. */
export function personalPage({ visitor, frame }: PersonalFrame, title: string, content: Content): Page {
  if (frame) return accountPage(frame, title, content)
  return {
    title: visibleText(title, 100),
    section: 'account',
    content: [
      html`
        <div class="account-head">
          <p class="quiet">
            Signed in${visitor.person && html` as ${visibleText(visitor.person.login)} on ${visitor.person.host}`}
          </p>
          <div class="row">
            <form method="post" action="/session/end">${formToken(visitor)}<button>Sign out</button></form>
          </div>
        </div>
      `,
      content,
    ],
  }
}
