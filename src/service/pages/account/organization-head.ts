import { type Content, html } from '../html.ts'
import type { GithubInstallation } from '../../db/github/installations.ts'
import { visibleText } from '../visible-text.ts'
import { membersAddress, organizationAddress, organizationsPath } from './personal-page.ts'

/** Returns the title of an organization, with links to its repositories and members. */
export function organizationHead(installation: GithubInstallation, current: 'repositories' | 'members'): Content {
  const link = (page: typeof current, address: string, title: string) =>
    html`<a href=${address} aria-current=${page === current ? 'page' : undefined}>${title}</a>`
  return html`
    <p class="crumbs"><a href=${organizationsPath}>Organizations</a></p>
    <h1><bdi>${visibleText(installation.ownerLogin, 100)}</bdi></h1>
    <nav class="tabs inner-tabs" aria-label="Organization">
      ${link('repositories', organizationAddress(installation), 'Repositories')}
      ${link('members', membersAddress(installation), 'Members')}
    </nav>
  `
}
