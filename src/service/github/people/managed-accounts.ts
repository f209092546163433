import { z } from 'zod'
import type { NoWord } from '../../accounts/github-people.ts'
import type { Database } from '../../db/client.ts'
import { findInstallationByNumber, type GithubInstallation } from '../../db/github/installations.ts'
import { listDecidingRepositoryIds } from '../../db/github/repositories.ts'
import { askAsPerson, listAsPerson } from './ask-as-person.ts'
import type { PeopleContext } from './sign-in-place.ts'

const Installations = z.object({ installations: z.array(z.object({ id: z.int() })) })
const Membership = z.object({ state: z.string(), role: z.string(), organization: z.object({ id: z.int() }) })
const Repositories = z.object({
  repositories: z.array(z.object({ id: z.int(), permissions: z.object({ admin: z.boolean() }).optional() })),
})

/**
 * Returns the IDs of the accounts that a user manages. Among the visible installations, these are the user's own, those
 * of organizations that the user owns, and those in which the user administers every private repository. Administering
 * some is not enough, because an account's key can read the findings in all of them. If there are no private
 * repositories, the user must administer all public ones: an outside collaborator who administers one repository must
 * not get a key for the organization.
 */
export async function managedAccounts(
  context: PeopleContext & { readonly db: Database },
  token: string,
  githubId: number,
): Promise<readonly string[] | NoWord> {
  const seen = await listAsPerson(
    context,
    token,
    '/user/installations',
    Installations,
    ({ installations }) => installations,
  )
  if (seen === 'none') return []
  if (typeof seen === 'string') return seen
  const managed: string[] = []
  for (const { id: installationId } of seen) {
    const installation = await findInstallationByNumber(context.db, { host: context.place.host, installationId })
    if (!installation) continue
    const manages = await isManager(context, token, githubId, installation)
    if (typeof manages === 'string') return manages
    if (manages) managed.push(installation.accountId)
  }
  return managed
}

async function isManager(
  context: PeopleContext & { readonly db: Database },
  token: string,
  githubId: number,
  installation: GithubInstallation,
): Promise<boolean | NoWord> {
  const { ownerId, ownerLogin, installationId, accountId } = installation
  if (ownerId === githubId) return true
  const membership = await askAsPerson(
    context,
    token,
    `/user/memberships/orgs/${encodeURIComponent(ownerLogin)}`,
    Membership,
  )
  if (membership === 'ended' || membership === 'unreachable') return membership
  // The login may belong to another organization now.
  if (
    membership !== 'none' &&
    membership.organization.id === ownerId &&
    membership.state === 'active' &&
    membership.role === 'admin'
  )
    return true
  const seen = await listAsPerson(
    context,
    token,
    `/user/installations/${installationId}/repositories`,
    Repositories,
    ({ repositories }) => repositories,
  )
  if (seen === 'none') return false
  if (typeof seen === 'string') return seen
  const administered = new Set(seen.filter(({ permissions }) => permissions?.admin).map(({ id }) => id))
  const deciding = await listDecidingRepositoryIds(context.db, { host: context.place.host, accountId })
  return deciding.length > 0 && deciding.every((id) => administered.has(id))
}
