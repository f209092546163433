import { and, asc, eq, getTableColumns, gte, inArray, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { webhookAttempts, webhookDeliveries } from './schema.ts'

export type WebhookAttemptRow = typeof webhookAttempts.$inferSelect

/** Returns the last `most` attempts of each delivery, oldest first. Deliveries without attempts are omitted. */
export async function listAttempts(
  db: Database,
  deliveryIds: readonly string[],
  { most }: { most: number },
): Promise<ReadonlyMap<string, readonly WebhookAttemptRow[]>> {
  if (deliveryIds.length === 0) return new Map()
  const rows = await db
    .select(getTableColumns(webhookAttempts))
    .from(webhookAttempts)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, webhookAttempts.deliveryId))
    .where(
      and(
        inArray(webhookAttempts.deliveryId, [...deliveryIds]),
        gte(webhookAttempts.number, sql`${webhookDeliveries.attempts} - ${most}::int`),
      ),
    )
    .orderBy(asc(webhookAttempts.deliveryId), asc(webhookAttempts.number))
  return Map.groupBy(rows, ({ deliveryId }) => deliveryId)
}
