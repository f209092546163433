import type { Page } from '../layout.ts'
import type { AccountPagesContext, Member } from './account-context.ts'
import type { AccountFrame, AccountTab } from './account-frame.ts'

/** How the parts of an account are served: to those who manage it, kept by nobody, forms only from our own pages. */
export interface AccountRoutes {
  readonly context: AccountPagesContext
  /** Serves a page of a part. */
  onPage(path: string, tab: AccountTab, make: (member: Member, frame: AccountFrame) => Promise<Page>): void
  /** Hears a form. What it does answers by itself; an ApiError becomes a page that says what was wrong. */
  onForm(
    path: string,
    tab: AccountTab,
    act: (member: Member, frame: AccountFrame, fields: URLSearchParams) => Promise<void>,
  ): void
  show(member: Pick<Member, 'request' | 'response'>, page: Page, status?: number): Promise<void>
}
