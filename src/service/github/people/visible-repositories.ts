import { z } from 'zod'
import type { NoWord } from '../../accounts/github-people.ts'
import { listAsPerson } from './ask-as-person.ts'
import type { PeopleContext } from './sign-in-place.ts'

const Numbered = z.object({ id: z.int() })
const Installations = z.object({ installations: z.array(Numbered) })
const Repositories = z.object({ repositories: z.array(Numbered) })

/**
 * Returns the IDs of the app's installations in which a user can access a repository
 * (https://docs.github.com/en/rest/apps/installations).
 */
export async function visibleInstallations(context: PeopleContext, token: string): Promise<readonly number[] | NoWord> {
  return idsOf(
    await listAsPerson(context, token, '/user/installations', Installations, ({ installations }) => installations),
  )
}

/** Returns the IDs of an installation's repositories that a user can access. */
export async function readableRepositories(
  context: PeopleContext,
  token: string,
  installationId: number,
): Promise<readonly number[] | NoWord> {
  return idsOf(
    await listAsPerson(
      context,
      token,
      `/user/installations/${installationId}/repositories`,
      Repositories,
      ({ repositories }) => repositories,
    ),
  )
}

function idsOf(listed: readonly { readonly id: number }[] | NoWord | 'none'): readonly number[] | NoWord {
  if (listed === 'none') return []
  return typeof listed === 'string' ? listed : listed.map(({ id }) => id)
}
