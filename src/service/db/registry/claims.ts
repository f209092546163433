import { and, asc, count, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryServers, registrySources } from './servers-schema.ts'
import { registryClaims } from './trust-schema.ts'
import { githubInstallations, githubRepositories } from '../github/installations-schema.ts'

export type ClaimRow = typeof registryClaims.$inferSelect

/** Claim and its server. */
export interface ClaimOfServer {
  readonly claim: ClaimRow
  readonly server: Pick<
    typeof registryServers.$inferSelect,
    'id' | 'slug' | 'sourceType' | 'repositoryUrl' | 'hiddenAt'
  >
}

const serverColumns = {
  id: registryServers.id,
  slug: registryServers.slug,
  sourceType: registryServers.sourceType,
  repositoryUrl: registryServers.repositoryUrl,
  hiddenAt: registryServers.hiddenAt,
}

const isClaim = (serverId: string, accountId: string) =>
  and(eq(registryClaims.serverId, serverId), eq(registryClaims.accountId, accountId))

export async function findClaim(db: Database, serverId: string, accountId: string): Promise<ClaimRow | undefined> {
  const [row] = await db.select().from(registryClaims).where(isClaim(serverId, accountId))
  return row
}

/** Returns any account's claim and its server, for jobs without a caller. */
export async function findClaimById(db: Database, id: string): Promise<ClaimOfServer | undefined> {
  const [row] = await db
    .select({ claim: registryClaims, server: serverColumns })
    .from(registryClaims)
    .innerJoin(registryServers, eq(registryServers.id, registryClaims.serverId))
    .where(eq(registryClaims.id, id))
  return row
}

/** Creates a claim. If the account has concurrently created one, returns that claim. */
export async function insertClaim(db: Database, claim: typeof registryClaims.$inferInsert): Promise<ClaimRow> {
  await db.insert(registryClaims).values(claim).onConflictDoNothing()
  const row = await findClaim(db, claim.serverId, claim.accountId)
  if (!row) throw new Error('the new claim is not there')
  return row
}

export type ClaimChange = Partial<
  Pick<
    ClaimRow,
    | 'method'
    | 'verifiedAt'
    | 'checkedAt'
    | 'failure'
    | 'nextCheckAt'
    | 'revokedAt'
    | 'githubHost'
    | 'githubRepositoryId'
    | 'githubOwnerId'
  >
>

/** Changes a claim. Returns undefined if it was deleted. */
export async function updateClaim(db: Database, id: string, change: ClaimChange): Promise<ClaimRow | undefined> {
  const [row] = await db.update(registryClaims).set(change).where(eq(registryClaims.id, id)).returning()
  return row
}

/** Deletes a claim. Returns false if the account has none for this server. */
export async function removeClaim(db: Database, serverId: string, accountId: string): Promise<boolean> {
  return (
    (await db.delete(registryClaims).where(isClaim(serverId, accountId)).returning({ id: registryClaims.id })).length >
    0
  )
}

export async function countClaims(db: Database, accountId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(registryClaims).where(eq(registryClaims.accountId, accountId))
  return row?.count ?? 0
}

/** Returns one page of an account's claims, newest first, and the total. */
export async function listClaims(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ claims: ClaimOfServer[]; total: number }> {
  const [claims, total] = await Promise.all([
    db
      .select({ claim: registryClaims, server: serverColumns })
      .from(registryClaims)
      .innerJoin(registryServers, eq(registryServers.id, registryClaims.serverId))
      .where(eq(registryClaims.accountId, accountId))
      .orderBy(desc(registryClaims.createdAt), registryClaims.id)
      .limit(limit)
      .offset(offset),
    countClaims(db, accountId),
  ])
  return { claims, total }
}

/** Takes claims whose check is due. They become due again at `again`, in case the check does not run. */
export async function takeDueClaims(
  db: Database,
  { now, again, limit }: { now: Date; again: Date; limit: number },
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: registryClaims.id })
      .from(registryClaims)
      .where(lte(registryClaims.nextCheckAt, now))
      .orderBy(asc(registryClaims.nextCheckAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    for (const { id } of due)
      await tx.update(registryClaims).set({ nextCheckAt: again }).where(eq(registryClaims.id, id))
    return due.map(({ id }) => id)
  })
}

/** Lists the locations of a server's sources. The scored source comes first. */
export async function listClaimedSources(
  db: Database,
  { id, sourceType }: Pick<typeof registryServers.$inferSelect, 'id' | 'sourceType'>,
): Promise<Pick<typeof registrySources.$inferSelect, 'type' | 'canonicalUrl' | 'folder' | 'name'>[]> {
  const { type, canonicalUrl, folder, name } = registrySources
  return db
    .select({ type, canonicalUrl, folder, name })
    .from(registrySources)
    .where(eq(registrySources.serverId, id))
    .orderBy(desc(eq(type, sourceType)), asc(registrySources.createdAt), asc(registrySources.id))
}

/** Public repository in one of an account's installations, with its current owner and name. */
export interface InstalledRepository {
  readonly repositoryId: number
  readonly ownerId: number
  readonly ownerLogin: string
  readonly name: string
}

/**
 * Returns the public repository with this owner and name, or this ID, in an installation of the account, or undefined
 * if it does not exist.
 */
export async function findInstalledRepository(
  db: Database,
  {
    host,
    accountId,
    ...named
  }: { host: string; accountId: string } & ({ ownerLogin: string; name: string } | { repositoryId: number }),
): Promise<InstalledRepository | undefined> {
  const [row] = await db
    .select({
      repositoryId: githubRepositories.repositoryId,
      ownerId: githubInstallations.ownerId,
      ownerLogin: githubRepositories.ownerLogin,
      name: githubRepositories.name,
    })
    .from(githubRepositories)
    .innerJoin(
      githubInstallations,
      and(
        eq(githubInstallations.host, githubRepositories.host),
        eq(githubInstallations.installationId, githubRepositories.installationId),
      ),
    )
    .where(
      and(
        eq(githubRepositories.host, host),
        eq(githubRepositories.accountId, accountId),
        eq(githubInstallations.accountId, accountId),
        eq(githubRepositories.isPrivate, false),
        isNull(githubInstallations.suspendedAt),
        'repositoryId' in named
          ? eq(githubRepositories.repositoryId, named.repositoryId)
          : and(
              sql`lower(${githubRepositories.ownerLogin}) = ${named.ownerLogin.toLowerCase()}`,
              sql`lower(${githubRepositories.name}) = ${named.name.toLowerCase()}`,
            ),
      ),
    )
    .limit(1)
  return row
}
