import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { githubInstallations } from './installations-schema.ts'

export type GithubInstallation = typeof githubInstallations.$inferSelect

/**
 * Stores the current data of an installation. An app is installed once per owner, and GitHub's installation IDs
 * increase: a newer installation replaces the owner's older one. Late events of an older one have no effect (returns
 * false).
 */
export async function upsertGithubInstallation(
  db: Database,
  installation: Omit<typeof githubInstallations.$inferInsert, 'createdAt'>,
): Promise<boolean> {
  const row = { ...installation, host: installation.host.toLowerCase() }
  const { host: _host, ownerId: _ownerId, ...changed } = { suspendedAt: null, ...row }
  const { installationId: _installationId, ...news } = changed
  // Setting `installation_id`, a part of the key, would lock the row against transactions that hold it with a share
  // lock. Concurrent events after an owner was renamed all hold it (`github-places.ts`) and would wait for each other.
  const known = await db
    .update(githubInstallations)
    .set(news)
    .where(
      and(
        eq(githubInstallations.host, row.host),
        eq(githubInstallations.installationId, row.installationId),
        eq(githubInstallations.ownerId, row.ownerId),
      ),
    )
    .returning({ installationId: githubInstallations.installationId })
  if (known.length > 0) return true
  const stored = await db
    .insert(githubInstallations)
    .values(row)
    .onConflictDoUpdate({
      target: [githubInstallations.host, githubInstallations.ownerId],
      set: changed,
      setWhere: sql`${githubInstallations.installationId} <= excluded.installation_id`,
    })
    .returning({ installationId: githubInstallations.installationId })
  return stored.length > 0
}

/** An installation by GitHub ID, even if suspended. */
export async function findInstallationByNumber(
  db: Database,
  { host, installationId }: Pick<GithubInstallation, 'host' | 'installationId'>,
): Promise<GithubInstallation | undefined> {
  const [row] = await db
    .select()
    .from(githubInstallations)
    .where(
      and(eq(githubInstallations.host, host.toLowerCase()), eq(githubInstallations.installationId, installationId)),
    )
  return row
}

/** The installation of an owner, even if suspended. An app can be installed only once per owner. */
export async function findInstallationOfOwner(
  db: Database,
  { host, ownerId }: Pick<GithubInstallation, 'host' | 'ownerId'>,
): Promise<GithubInstallation | undefined> {
  const [row] = await db
    .select()
    .from(githubInstallations)
    .where(and(eq(githubInstallations.host, host.toLowerCase()), eq(githubInstallations.ownerId, ownerId)))
  return row
}

/**
 * The installation that gives an account access to the repositories of an owner, even if suspended. Logins are
 * case-insensitive.
 */
export async function findGithubInstallation(
  db: Database,
  { accountId, host, ownerLogin }: Pick<GithubInstallation, 'accountId' | 'host' | 'ownerLogin'>,
): Promise<GithubInstallation | undefined> {
  const isOwner = sql`lower(${githubInstallations.ownerLogin}) = lower(${ownerLogin})`
  const [row] = await db
    .select()
    .from(githubInstallations)
    .where(and(eq(githubInstallations.accountId, accountId), eq(githubInstallations.host, host.toLowerCase()), isOwner))
    .orderBy(desc(githubInstallations.installationId))
    .limit(1)
  return row
}

/** The installations of some accounts, including suspended ones. */
export async function listGithubInstallations(
  db: Database,
  accountIds: readonly string[],
): Promise<GithubInstallation[]> {
  return accountIds.length === 0
    ? []
    : db
        .select()
        .from(githubInstallations)
        .where(inArray(githubInstallations.accountId, [...accountIds]))
        .orderBy(githubInstallations.host, githubInstallations.ownerLogin)
}

/** Installations by GitHub ID, including suspended ones. */
export async function listInstallationsByNumber(
  db: Database,
  host: string,
  installationIds: readonly number[],
): Promise<GithubInstallation[]> {
  return installationIds.length === 0
    ? []
    : db
        .select()
        .from(githubInstallations)
        .where(
          and(
            eq(githubInstallations.host, host.toLowerCase()),
            sql`${githubInstallations.installationId} = any(${`{${installationIds.join()}}`}::bigint[])`,
          ),
        )
}

/** Deletes an installation that its owner has removed. Unknown installations are ignored. */
export async function removeGithubInstallation(
  db: Database,
  { host, installationId }: Pick<GithubInstallation, 'host' | 'installationId'>,
): Promise<void> {
  await db
    .delete(githubInstallations)
    .where(
      and(eq(githubInstallations.host, host.toLowerCase()), eq(githubInstallations.installationId, installationId)),
    )
}
