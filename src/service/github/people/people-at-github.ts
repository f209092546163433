import type { GitHubPeople } from '../../accounts/github-people.ts'
import type { Database } from '../../db/client.ts'
import { managedAccounts } from './managed-accounts.ts'
import { mayReadSource } from './may-read-source.ts'
import { organizationMembers } from './organization-members.ts'
import { revokeToken } from './revoke-token.ts'
import type { PeopleContext } from './sign-in-place.ts'
import { readableRepositories, visibleInstallations } from './visible-repositories.ts'

/**
 * Returns GitHub's data about signed-in users. If the configured host has changed since sign-in, the user must sign in
 * again.
 */
export function peopleAtGitHub(context: PeopleContext & { readonly db: Database }): GitHubPeople {
  const isOurs = (host: string) => host === context.place.host
  return {
    managedAccounts: async (token, { host, githubId }) =>
      isOurs(host) ? managedAccounts(context, token, githubId) : 'ended',
    mayReadSource: async (token, { host }, scan) => (isOurs(host) ? mayReadSource(context, token, scan) : 'ended'),
    visibleInstallations: async (token, { host }) => (isOurs(host) ? visibleInstallations(context, token) : 'ended'),
    readableRepositories: async (token, { host }, installationId) =>
      isOurs(host) ? readableRepositories(context, token, installationId) : 'ended',
    organizationMembers: async (token, { host }, owner) =>
      isOurs(host) ? organizationMembers(context, token, owner) : 'ended',
    revoke: async (token, { host }) => {
      if (isOurs(host)) await revokeToken(context, token)
    },
  }
}
