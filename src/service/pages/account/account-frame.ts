import { type Content, html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { AccountRow } from '../../db/accounts/accounts.ts'
import type { GithubInstallation } from '../../db/github/installations.ts'
import type { Page } from '../layout.ts'
import { tabs } from '../parts/tabs.ts'
import { visibleText } from '../visible-text.ts'

/** Account page tabs, in navigation order. */
export const accountTabs = [
  { path: '/account', title: 'Overview' },
  { path: '/account/organizations', title: 'Organizations' },
  { path: '/account/scans', title: 'Scans' },
  { path: '/account/keys', title: 'API keys' },
  { path: '/account/webhooks', title: 'Webhooks' },
  { path: '/account/sessions', title: 'Sessions' },
  { path: '/account/audit', title: 'Audit log' },
] as const

export type AccountTab = (typeof accountTabs)[number]['path']

/** Data for the frame around each account page. */
export interface AccountFrame {
  readonly visitor: Visitor
  readonly account: AccountRow
  /** Installations of all accounts that the visitor manages. */
  readonly installations: readonly GithubInstallation[]
  readonly tab: AccountTab
  /** Error message about the visitor's last request. */
  readonly problem?: string | undefined
}

/** Returns an account page: account name, navigation, sign-out button, and content. */
export function accountPage(
  { visitor, account, installations, tab, problem }: AccountFrame,
  title: string,
  content: Content,
): Page {
  const owner = accountName(account, installations)
  return {
    title: `${title} · ${owner}`,
    section: 'account',
    content: [
      html`
        <div class="account-head">
          <p class="quiet">
            Account <strong>${owner}</strong>
            ${visitor.person && html` · signed in as ${visibleText(visitor.person.login)} on ${visitor.person.host}`}
          </p>
          <div class="row">
            ${chooser({ visitor, account, installations })}
            <form method="post" action="/session/end">${formToken(visitor)}<button>Sign out</button></form>
          </div>
        </div>
      `,
      tabs(
        'Account',
        accountTabs.map(({ path, title: name }) => ({ title: name, href: path, current: path === tab })),
      ),
      problem !== undefined &&
        html`<section class="card warning" role="alert"><p class="problem">${problem}</p></section>`,
      content,
    ],
  }
}

/** Returns the hidden field with the CSRF token, without which a session's forms are rejected. */
export function formToken({ formToken: token }: Visitor): Content {
  return html`<input type="hidden" name="token" value=${token} />`
}

/** Returns an account's display name: the GitHub owner if the app is installed, otherwise the stored name. */
export function accountName({ id, name }: AccountRow, installations: readonly GithubInstallation[]): string {
  const installation = installations.find(({ accountId }) => accountId === id)
  return visibleText(installation ? `${installation.ownerLogin} on ${installation.host}` : name)
}

function chooser({
  visitor,
  account,
  installations,
}: Pick<AccountFrame, 'visitor' | 'account' | 'installations'>): Content {
  if (visitor.accounts.length < 2) return undefined
  return html`
    <form method="post" action="/account/choose" class="row">
      ${formToken(visitor)}
      <label class="unseen" for="account">Account</label>
      <select id="account" name="account">
        ${visitor.accounts.map(
          (each) =>
            html`
              <option value=${each.id} selected=${each.id === account.id}>${accountName(each, installations)}</option>
            `,
        )}
      </select>
      <button>Switch</button>
    </form>
  `
}
