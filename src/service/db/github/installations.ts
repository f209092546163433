import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { githubInstallations } from './installations-schema.ts'

export type GithubInstallation = typeof githubInstallations.$inferSelect

/**
 * Stores an installation's current data. An owner can install the app only once, and GitHub's installation IDs
 * increase, so a newer installation replaces the owner's older one. Returns false for a late event about an older
 * installation, which has no effect.
 */
export async function upsertGithubInstallation(
  db: Database,
  installation: Omit<typeof githubInstallations.$inferInsert, 'createdAt'>,
): Promise<boolean> {
  const row = { ...installation, host: installation.host.toLowerCase() }
  const { host: _host, ownerId: _ownerId, ...changed } = { suspendedAt: null, ...row }
  const { installationId: _installationId, ...news } = changed
  // Updating `installation_id`, which is part of the key, would conflict with the share locks of other transactions.
  // After an owner is renamed, concurrent events all hold such a lock (`places.ts`) and would deadlock.
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

/** Returns an installation by GitHub ID, even if it is suspended. */
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

/** Returns the owner's installation, even if it is suspended. An owner can install the app only once. */
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
 * Returns the installation that gives an account access to an owner's repositories, even if it is suspended. Logins are
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

/** Lists the installations of these accounts, including suspended ones. */
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

/** Lists installations by GitHub ID, including suspended ones. */
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

/** Deletes an installation that its owner has removed. Unknown IDs have no effect. */
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
