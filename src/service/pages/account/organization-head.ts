import { type Content, html } from '../html.ts'
import type { GithubInstallation } from '../../db/github/installations.ts'
import { tabs } from '../parts/tabs.ts'
import { visibleText } from '../visible-text.ts'
import { membersAddress, organizationAddress, organizationsPath } from './personal-page.ts'

/** Returns an organization's title, with links to its repositories and members. */
export function organizationHead(installation: GithubInstallation, current: 'repositories' | 'members'): Content {
  return html`
    <p class="crumbs"><a href=${organizationsPath}>Organizations</a></p>
    <h1><bdi>${visibleText(installation.ownerLogin, 100)}</bdi></h1>
    ${tabs('Organization', [
      { title: 'Repositories', href: organizationAddress(installation), current: current === 'repositories' },
      { title: 'Members', href: membersAddress(installation), current: current === 'members' },
    ])}
  `
}
