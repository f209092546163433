import { z } from 'zod'
import type { NoWord } from '../../accounts/github-people.ts'
import { listAsPerson } from './ask-as-person.ts'
import type { PeopleContext } from './sign-in-place.ts'

const Numbered = z.object({ id: z.int() })
const Installations = z.object({ installations: z.array(Numbered) })
const Repositories = z.object({ repositories: z.array(Numbered) })

/**
 * IDs of the installations of the app in which a user has access to a repository
 * (https://docs.github.com/en/rest/apps/installations).
 */
export async function visibleInstallations(context: PeopleContext, token: string): Promise<readonly number[] | NoWord> {
  return idsOf(
    await listAsPerson(context, token, '/user/installations', Installations, ({ installations }) => installations),
  )
}

/** IDs of the repositories of an installation to which a user has access. */
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
