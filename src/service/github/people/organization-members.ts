import { z } from 'zod'
import type { NoWord, OrganizationMembers, OrganizationOwner } from '../../accounts/github-people.ts'
import { askAsPerson } from './ask-as-person.ts'
import type { PeopleContext } from './sign-in-place.ts'

/** Maximum number of members to request, which is GitHub's maximum page size. */
const maxMembers = 100

const Organization = z.object({ id: z.int() })
const Members = z.array(z.object({ id: z.int(), login: z.string().min(1).max(100) }))

/**
 * Returns the first 100 organization members that GitHub lists for a user
 * (https://docs.github.com/en/rest/orgs/members). Returns `none` for a personal account, and for an organization that
 * the user cannot see.
 */
export async function organizationMembers(
  context: PeopleContext,
  token: string,
  { ownerId, ownerLogin }: OrganizationOwner,
): Promise<OrganizationMembers | 'none' | NoWord> {
  const path = `/orgs/${encodeURIComponent(ownerLogin)}`
  const organization = await askAsPerson(context, token, path, Organization)
  if (typeof organization === 'string') return organization
  // The login may belong to another organization now.
  if (organization.id !== ownerId) return 'none'
  const members = await askAsPerson(context, token, `${path}/members?per_page=${maxMembers}&page=1`, Members)
  if (typeof members === 'string') return members
  return { logins: members.map(({ login }) => login), isComplete: members.length < maxMembers }
}
