import { z } from 'zod'
import type { NoWord, ScanPlace } from '../../accounts/github-people.ts'
import type { Database } from '../../db/client.ts'
import { listGithubInstallations } from '../../db/github/installations.ts'
import { repositoryAt } from '../repository-address.ts'
import { askAsPerson } from './ask-as-person.ts'
import type { PeopleContext } from './sign-in-place.ts'

const Repository = z.object({ id: z.int(), private: z.boolean(), owner: z.object({ id: z.int() }) })

/**
 * Reports whether GitHub lets a user read a scan's private repository. The repository is identified by GitHub ID, or
 * else by its URL if that is still part of one of the account's own installations. A repository that is public now
 * proves nothing, because everyone can read it.
 */
export async function mayReadSource(
  context: PeopleContext & { readonly db: Database },
  token: string,
  { accountId, githubRepositoryId, canonicalUrl }: ScanPlace,
): Promise<boolean | NoWord> {
  const { host } = context.place
  const owners = (await listGithubInstallations(context.db, [accountId]))
    .filter((installation) => installation.host === host)
    .map(({ ownerId }) => ownerId)
  const url = canonicalUrl === null ? null : URL.parse(canonicalUrl)
  const named = url ? repositoryAt(host, url) : undefined
  const path =
    githubRepositoryId !== null
      ? `/repositories/${githubRepositoryId}`
      : named && `/repos/${encodeURIComponent(named.owner)}/${encodeURIComponent(named.name)}`
  if (owners.length === 0 || path === undefined) return false
  const found = await askAsPerson(context, token, path, Repository)
  if (found === 'none') return false
  if (typeof found === 'string') return found
  if (!found.private) return false
  // Names can be abandoned and reused, but IDs cannot.
  return githubRepositoryId !== null ? found.id === githubRepositoryId : owners.includes(found.owner.id)
}
