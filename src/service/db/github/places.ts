import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { accounts } from '../accounts/schema.ts'
import { githubInstallations, githubRepositories } from './installations-schema.ts'

/** Stored data about the source of an event. Unknown parts are null. */
export interface GithubPlace {
  /** Account to which the owner belongs. */
  readonly accountId: string | null
  readonly installation: {
    readonly accountId: string
    readonly ownerId: number
    readonly ownerLogin: string
    readonly isSuspended: boolean
  } | null
  readonly repository: { readonly accountId: string; readonly isPrivate: boolean } | null
}

/**
 * Reads an owner's account, an installation, and a repository in one query, because each event needs all three. Locks
 * the installation until the transaction ends, so that a concurrent removal waits for the rows that the event stores.
 */
export async function findGithubPlace(
  db: Database,
  {
    host,
    accountName,
    installationId,
    repositoryId,
  }: { host: string; accountName: string; installationId: number; repositoryId: number },
): Promise<GithubPlace> {
  const [place] = await db.execute<GithubPlace & Record<string, unknown>>(sql`
    select
      (select id from ${accounts} where name = ${accountName}) as "accountId",
      (select json_build_object('accountId', account_id, 'ownerId', owner_id, 'ownerLogin', owner_login, 'isSuspended',
      suspended_at is not null) from ${githubInstallations}
      where host = ${host} and installation_id = ${installationId} for key share) as installation,
      (select json_build_object('accountId', account_id, 'isPrivate', is_private) from ${githubRepositories}
      where host = ${host} and repository_id = ${repositoryId}) as repository`)
  return place ?? { accountId: null, installation: null, repository: null }
}
