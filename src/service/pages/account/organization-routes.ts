import type { NoWord } from '../../accounts/github-people.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import { listAuditedPeople } from '../../db/accounts/audit.ts'
import {
  findInstallationOfOwner,
  type GithubInstallation,
  listGithubInstallations,
  listInstallationsByNumber,
} from '../../db/github/installations.ts'
import { countReadableRepositories, listRepositoryOverviews } from '../../db/github/repository-overview.ts'
import { pageLimits } from '../page-limits.ts'
import { pageNumber } from '../parts/paging.ts'
import type { AccountPagesContext } from './account-context.ts'
import type { AccountRoutes } from './page-registration.ts'
import { membersPage } from './members-page.ts'
import { organizationPage } from './organization-page.ts'
import { organizationsPage } from './organizations-page.ts'
import { organizationsPath } from './personal-page.ts'

const organizationPath = `${organizationsPath}/:host/:ownerId`

/**
 * Serves the list of organizations, and each organization's pages. Managers of an account see all its repositories.
 * Other users see only repositories that GitHub shows to them.
 */
export function serveOrganizations({ context, onPersonalPage }: AccountRoutes): void {
  onPersonalPage(organizationsPath, organizationsPath, async (frame, { query }) => {
    const installations = await installationsOf(context, frame.visitor)
    if (typeof installations === 'string') return installations
    const page = pageNumber(query['page'])
    const limit = pageLimits.maxOrganizations
    return organizationsPage(frame, {
      installations: installations.slice((page - 1) * limit, page * limit),
      pagination: { page, limit, total: installations.length },
    })
  })

  onPersonalPage(organizationPath, organizationsPath, async (frame, { query, params }) => {
    const organization = await readableOrganization(context, frame.visitor, params)
    if (typeof organization === 'string') return organization
    const { installation, readable } = organization
    const page = pageNumber(query['page'])
    const limit = pageLimits.maxRepositories
    const { repositories, total } = await listRepositoryOverviews(context.db, installation, readable, {
      limit,
      offset: (page - 1) * limit,
    })
    return organizationPage(frame, { installation, repositories, pagination: { page, limit, total } })
  })

  onPersonalPage(`${organizationPath}/members`, organizationsPath, async (frame, { params }) => {
    const organization = await readableOrganization(context, frame.visitor, params)
    if (typeof organization === 'string') return organization
    const { installation, readable } = organization
    const members = await context.sessions.organizationMembers(frame.visitor, installation)
    if (members === 'ended' || members === 'unreachable') return members
    const people =
      readable === undefined
        ? await listAuditedPeople(context.db, installation.accountId, pageLimits.maxPeople)
        : undefined
    return membersPage(frame, { installation, members, people })
  })
}

interface ReadableOrganization {
  readonly installation: GithubInstallation
  /**
   * IDs of the repositories that the visitor can read. Undefined if the visitor manages the account and can read all.
   */
  readonly readable: readonly number[] | undefined
}

/** Returns the organization named by a URL, if the visitor manages its account or can read one of its repositories. */
async function readableOrganization(
  context: AccountPagesContext,
  visitor: Visitor,
  params: Readonly<Record<string, unknown>>,
): Promise<ReadableOrganization | NoWord | 'unknown'> {
  // Requested for every URL, so that the response time does not reveal which organizations installed the app.
  const visible = await context.sessions.visibleInstallations(visitor)
  if (typeof visible === 'string') return visible
  const installation = await findInstallation(context, params)
  if (!installation) return 'unknown'
  const readable = await readableIn(context, visitor, installation, visible)
  if (typeof readable === 'string') return readable
  // An organization is visible only if the app is installed in a repository that the visitor can read.
  if (readable !== undefined && (await countReadableRepositories(context.db, installation, readable)) === 0)
    return 'unknown'
  return { installation, readable }
}

/** Returns all installations that the visitor manages or that GitHub shows to them, sorted by name. */
async function installationsOf(
  { db, sessions }: AccountPagesContext,
  visitor: Visitor,
): Promise<readonly GithubInstallation[] | NoWord> {
  const visible = await sessions.visibleInstallations(visitor)
  if (typeof visible === 'string') return visible
  const managed = await listGithubInstallations(
    db,
    visitor.accounts.map(({ id }) => id),
  )
  const others = visitor.person ? await listInstallationsByNumber(db, visitor.person.host, visible) : []
  const byKey = new Map([...managed, ...others].map((each) => [`${each.host} ${each.installationId}`, each]))
  return [...byKey.values()].toSorted(
    (a, b) => a.ownerLogin.localeCompare(b.ownerLogin) || a.host.localeCompare(b.host),
  )
}

async function findInstallation(
  { db }: AccountPagesContext,
  { host, ownerId }: Readonly<Record<string, unknown>>,
): Promise<GithubInstallation | undefined> {
  if (typeof host !== 'string' || !/^[\w.-]{1,255}$/.test(host)) return undefined
  if (typeof ownerId !== 'string' || !/^[1-9]\d{0,14}$/.test(ownerId)) return undefined
  return findInstallationOfOwner(db, { host, ownerId: Number(ownerId) })
}

/**
 * Returns the IDs of the repositories that the visitor can read, or undefined if the visitor manages the account and
 * can read all.
 */
async function readableIn(
  { sessions }: AccountPagesContext,
  visitor: Visitor,
  { accountId, host, installationId }: GithubInstallation,
  visible: readonly number[],
): Promise<readonly number[] | undefined | NoWord | 'unknown'> {
  if (visitor.accounts.some(({ id }) => id === accountId)) return undefined
  // IDs are unique only per host.
  if (visitor.person?.host !== host || !visible.includes(installationId)) return 'unknown'
  const readable = await sessions.readableRepositories(visitor, installationId)
  return typeof readable !== 'string' && readable.length === 0 ? 'unknown' : readable
}
