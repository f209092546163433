import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryServers, registrySources } from './servers-schema.ts'
import { registryClaims } from './trust-schema.ts'
import { accounts } from '../accounts/schema.ts'
import { serverWatches } from './watches-schema.ts'
import { scans } from '../scans/schema.ts'
import { webhookEndpoints } from '../webhooks/schema.ts'

/** An account's endpoint that receives events about a server. */
export interface AudienceEndpoint {
  readonly endpointId: string
  readonly accountId: string
  readonly plan: (typeof accounts.$inferSelect)['plan']
  /** Names of the subscribed events. Empty for all events. */
  readonly events: readonly string[]
}

/**
 * Lists the endpoints of accounts that watch a server, have claimed it, or have a completed scan of one of its sources.
 * Includes accounts that watch a server that was merged into it.
 */
export async function listServerAudience(db: Database, serverId: string): Promise<AudienceEndpoint[]> {
  const sources = await db
    .select({ url: registrySources.canonicalUrl, joinedFrom: registrySources.joinedFrom })
    .from(registrySources)
    .where(eq(registrySources.serverId, serverId))
  const ids = [serverId, ...sources.flatMap(({ joinedFrom }) => joinedFrom ?? [])]
  const slugs = (
    await db.select({ slug: registryServers.slug }).from(registryServers).where(inArray(registryServers.id, ids))
  ).map(({ slug }) => slug)
  const urls = [...new Set(sources.map(({ url }) => url))]
  const { accountId } = webhookEndpoints
  const watches = sql`exists (select from ${serverWatches}
    where ${serverWatches.accountId} = ${accountId} and ${serverWatches.slug} = any(${sql.param(slugs)}::text[]))`
  const claims = sql`exists (select from ${registryClaims}
    where ${registryClaims.accountId} = ${accountId} and ${registryClaims.serverId} = any(${sql.param(ids)}::uuid[])
    and ${registryClaims.verifiedAt} is not null and ${registryClaims.revokedAt} is null)`
  const hasScanned = sql`exists (select from ${scans}
    where ${scans.accountId} = ${accountId} and ${scans.canonicalUrl} = any(${sql.param(urls)}::text[])
    and ${scans.status} = 'completed')`
  return db
    .select({ endpointId: webhookEndpoints.id, accountId, plan: accounts.plan, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(and(isNull(webhookEndpoints.disabledAt), or(watches, claims, hasScanned)))
    .orderBy(accountId, webhookEndpoints.id)
}

/** Lists the endpoints for many servers at once, by server. Servers without endpoints are omitted. */
export async function listAudienceOfServers(
  db: Database,
  serverIds: readonly string[],
): Promise<Map<string, AudienceEndpoint[]>> {
  if (serverIds.length === 0) return new Map()
  const rows = await db.execute<
    { serverId: string } & Pick<AudienceEndpoint, 'endpointId' | 'accountId' | 'plan'> & { readonly events: string[] }
  >(sql`
    with asked as materialized (
      select id as server_id, id as home_id from unnest(${sql.param([...serverIds])}::uuid[]) as id
      union select server_id, joined_from from registry_sources
      where server_id = any(${sql.param([...serverIds])}::uuid[]) and joined_from is not null
    ), named as materialized (
      select asked.server_id, server.slug from asked join registry_servers server on server.id = asked.home_id
    ), pages as materialized (
      select distinct server_id, canonical_url from registry_sources
      where server_id = any(${sql.param([...serverIds])}::uuid[])
    ), owners as materialized (
      select distinct account_id from webhook_endpoints where disabled_at is null
    ), hearing as (
      select named.server_id, watch.account_id from named join server_watches watch on watch.slug = named.slug
      union select asked.server_id, claim.account_id
      from asked join registry_claims claim on claim.server_id = asked.home_id and claim.verified_at is not null
      and claim.revoked_at is null
      union select pages.server_id, owners.account_id from owners cross join pages
        where exists (select from scans where scans.account_id = owners.account_id
        and scans.canonical_url = pages.canonical_url and scans.status = 'completed')
    )
    select hearing.server_id as "serverId", endpoint.id as "endpointId", endpoint.account_id as "accountId",
    account.plan, endpoint.events
    from hearing
    join webhook_endpoints endpoint on endpoint.account_id = hearing.account_id and endpoint.disabled_at is null
    join accounts account on account.id = endpoint.account_id
    order by hearing.server_id, endpoint.account_id, endpoint.id`)
  return Map.groupBy(rows, ({ serverId }) => serverId)
}
