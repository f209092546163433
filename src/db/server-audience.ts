import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { registryClaims, registryServers, registrySources } from './registry-schema.ts'
import { accounts, scans, serverWatches, webhookEndpoints } from './schema.ts'

/** An endpoint of an account that wants to hear of a server. */
export interface AudienceEndpoint {
  readonly endpointId: string
  readonly accountId: string
  readonly plan: typeof accounts.$inferSelect['plan']
  /** Names of events; none: all. */
  readonly events: readonly string[]
}

/** Endpoints of accounts that watch a server (or one that became part of it), have claimed it, or have a completed scan of one of its sources. */
export async function listServerAudience(db: Database, serverId: string): Promise<AudienceEndpoint[]> {
  const sources = await db.select({ url: registrySources.canonicalUrl, joinedFrom: registrySources.joinedFrom }).from(registrySources).where(eq(registrySources.serverId, serverId))
  const ids = [serverId, ...sources.flatMap(({ joinedFrom }) => joinedFrom ?? [])]
  const slugs = (await db.select({ slug: registryServers.slug }).from(registryServers).where(inArray(registryServers.id, ids))).map(({ slug }) => slug)
  const urls = [...new Set(sources.map(({ url }) => url))]
  const { accountId } = webhookEndpoints
  const watches = sql`exists (select from ${serverWatches} where ${serverWatches.accountId} = ${accountId} and ${serverWatches.slug} = any(${sql.param(slugs)}::text[]))`
  const claims = sql`exists (select from ${registryClaims} where ${registryClaims.accountId} = ${accountId} and ${registryClaims.serverId} = any(${sql.param(ids)}::uuid[]) and ${registryClaims.verifiedAt} is not null and ${registryClaims.revokedAt} is null)`
  const hasScanned = sql`exists (select from ${scans} where ${scans.accountId} = ${accountId} and ${scans.canonicalUrl} = any(${sql.param(urls)}::text[]) and ${scans.status} = 'completed')`
  return db
    .select({ endpointId: webhookEndpoints.id, accountId, plan: accounts.plan, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(and(isNull(webhookEndpoints.disabledAt), or(watches, claims, hasScanned)))
    .orderBy(accountId, webhookEndpoints.id)
}
