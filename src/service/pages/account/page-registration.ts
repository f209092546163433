import type { Request } from 'express'
import type { NoWord } from '../../accounts/github-people.ts'
import type { Page } from '../layout.ts'
import type { AccountPagesContext, Member } from './account-context.ts'
import type { AccountFrame, AccountTab } from './account-frame.ts'
import type { PersonalFrame } from './personal-page.ts'

/**
 * Registers account pages and forms. Only the account's managers can open them, except for personal pages. Responses
 * are not cached, and forms are accepted only from this service's pages.
 */
export interface AccountRoutes {
  readonly context: AccountPagesContext
  /** Registers a page for the selected account's managers. */
  onPage(path: string, tab: AccountTab, make: (member: Member, frame: AccountFrame) => Promise<Page>): void
  /**
   * Registers a page for all signed-in visitors, including those who manage no account. The result `unknown` becomes
   * the "not found" page. If GitHub does not respond, visitors see a page that says so.
   */
  onPersonalPage(
    path: string,
    tab: AccountTab,
    make: (frame: PersonalFrame, request: Pick<Request, 'params' | 'query'>) => Promise<Page | NoWord | 'unknown'>,
  ): void
  /** Registers a form. `act` sends the response. An `ApiError` becomes an error page. */
  onForm(
    path: string,
    tab: AccountTab,
    act: (member: Member, frame: AccountFrame, fields: URLSearchParams) => Promise<void>,
  ): void
  show(member: Pick<Member, 'request' | 'response'>, page: Page, status?: number): Promise<void>
}
