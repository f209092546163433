import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { webhookDeliveries, webhookEndpoints } from './schema.ts'

export interface EndpointHealth {
  readonly id: string
  /** Time when the last successful attempt ended. Null if no attempt succeeded. */
  readonly succeededAt: Date | null
  /** Time when the first failed attempt after that started. Null if no attempt failed. */
  readonly failingSince: Date | null
}

/**
 * Updates the times of endpoints' last success and first failure since then. Runs as a separate statement, so that an
 * endpoint's row is locked only briefly.
 */
export async function noteEndpointHealth(db: Database, healths: readonly EndpointHealth[]): Promise<void> {
  if (healths.length === 0) return
  await db.execute(sql`
    update webhook_endpoints endpoint
    set last_succeeded_at = coalesce(health."succeededAt", endpoint.last_succeeded_at),
      failing_since = case when health."succeededAt" is null
      then coalesce(endpoint.failing_since, health."failingSince") else health."failingSince" end
    from (
      select health.* from json_to_recordset(${JSON.stringify(healths)}::json) as health (id uuid,
      "succeededAt" timestamptz, "failingSince" timestamptz)
      join webhook_endpoints have using (id)
      -- What is known already changes nothing.
      where health."succeededAt" is not null or have.failing_since is null
      -- Always in the same order: two processes that note the same must not wait for each other.
      order by id
      for no key update of have
    ) health
    where endpoint.id = health.id`)
}

/**
 * Disables an endpoint if all attempts since `failingBefore` failed. Returns undefined if an attempt succeeded, or if
 * the endpoint is already disabled.
 */
export async function disableFailingEndpoint(
  db: Database,
  id: string,
  { failingBefore, now }: { failingBefore: Date; now: Date },
): Promise<{ id: string; accountId: string; url: string; failingSince: Date | null } | undefined> {
  const [row] = await db
    .update(webhookEndpoints)
    .set({ disabledAt: now, disabledReason: 'failing' })
    .where(
      and(
        eq(webhookEndpoints.id, id),
        isNull(webhookEndpoints.disabledAt),
        lte(webhookEndpoints.failingSince, failingBefore),
      ),
    )
    .returning({
      id: webhookEndpoints.id,
      accountId: webhookEndpoints.accountId,
      url: webhookEndpoints.url,
      failingSince: webhookEndpoints.failingSince,
    })
  return row
}

/** Counts the deliveries to an endpoint that failed permanently since a time. */
export async function countFailedDeliveries(db: Database, endpointId: string, since: Date): Promise<number> {
  return db.$count(
    webhookDeliveries,
    and(
      eq(webhookDeliveries.endpointId, endpointId),
      eq(webhookDeliveries.status, 'failed'),
      gte(webhookDeliveries.endedAt, since),
    ),
  )
}
