import { and, asc, count, desc, eq, getTableColumns, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { webhookEndpoints } from './schema.ts'

/** Endpoint, including its encrypted secrets. */
export type SealedWebhookEndpointRow = typeof webhookEndpoints.$inferSelect

/** Endpoint without its secrets, as shown to its owner. */
export type WebhookEndpointRow = Omit<SealedWebhookEndpointRow, 'secretSealed' | 'previousSecretSealed'>

const { secretSealed: _current, previousSecretSealed: _previous, ...shownColumns } = getTableColumns(webhookEndpoints)

const isOfAccount = (accountId: string, id: string) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.accountId, accountId))

export async function insertWebhookEndpoint(
  db: Database,
  endpoint: typeof webhookEndpoints.$inferInsert,
): Promise<WebhookEndpointRow> {
  const [row] = await db.insert(webhookEndpoints).values(endpoint).returning(shownColumns)
  if (!row) throw new Error('the new endpoint was not returned')
  return row
}

/** Returns one page of an account's endpoints, newest first, and the total. */
export async function listWebhookEndpoints(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ endpoints: WebhookEndpointRow[]; total: number }> {
  const [endpoints, total] = await Promise.all([
    db
      .select(shownColumns)
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.accountId, accountId))
      .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id))
      .limit(limit)
      .offset(offset),
    countWebhookEndpoints(db, accountId),
  ])
  return { endpoints, total }
}

/** Counts an account's endpoints, including disabled ones. */
export async function countWebhookEndpoints(db: Database, accountId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.accountId, accountId))
  return row?.count ?? 0
}

/** Returns an endpoint of this account, or undefined if it belongs to another account. */
export async function findWebhookEndpoint(
  db: Database,
  accountId: string,
  id: string,
): Promise<WebhookEndpointRow | undefined> {
  const [row] = await db.select(shownColumns).from(webhookEndpoints).where(isOfAccount(accountId, id))
  return row
}

/** Returns an endpoint of this account with its secrets, and locks it until the transaction ends. */
export async function lockWebhookEndpoint(
  db: Database,
  accountId: string,
  id: string,
): Promise<SealedWebhookEndpointRow | undefined> {
  const [row] = await db.select().from(webhookEndpoints).where(isOfAccount(accountId, id)).for('update')
  return row
}

type Change = Partial<
  Pick<
    SealedWebhookEndpointRow,
    | 'url'
    | 'description'
    | 'events'
    | 'disabledAt'
    | 'disabledReason'
    | 'failingSince'
    | 'secretSealed'
    | 'previousSecretSealed'
    | 'previousSecretUntil'
    | 'secretRotatedAt'
  >
>

/** Changes an endpoint of this account and returns it. Returns undefined if the account has no such endpoint. */
export async function updateWebhookEndpoint(
  db: Database,
  accountId: string,
  id: string,
  change: Change,
): Promise<WebhookEndpointRow | undefined> {
  if (Object.keys(change).length === 0) return findWebhookEndpoint(db, accountId, id)
  const [row] = await db.update(webhookEndpoints).set(change).where(isOfAccount(accountId, id)).returning(shownColumns)
  return row
}

/** Deletes an endpoint of this account with its deliveries. Returns undefined if the account has no such endpoint. */
export async function removeWebhookEndpoint(
  db: Database,
  accountId: string,
  id: string,
): Promise<WebhookEndpointRow | undefined> {
  const [row] = await db.delete(webhookEndpoints).where(isOfAccount(accountId, id)).returning(shownColumns)
  return row
}

/**
 * Returns the enabled endpoints of an account, oldest first. `events` is empty for an endpoint that receives all
 * events.
 */
export async function findSubscribedEndpoints(
  db: Database,
  accountId: string,
): Promise<{ id: string; events: string[] }[]> {
  return db
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, accountId), isNull(webhookEndpoints.disabledAt)))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
}

/** Disabled endpoint, with the time and the reason. */
export interface DisabledEndpoint {
  readonly webhookId: string
  readonly disabledAt: Date
  readonly disabledReason: NonNullable<SealedWebhookEndpointRow['disabledReason']>
}

/** Lists the disabled endpoints of an account, most recently disabled first. */
export async function listDisabledEndpoints(db: Database, accountId: string): Promise<DisabledEndpoint[]> {
  const rows = await db
    .select({
      webhookId: webhookEndpoints.id,
      disabledAt: webhookEndpoints.disabledAt,
      disabledReason: webhookEndpoints.disabledReason,
    })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, accountId), isNotNull(webhookEndpoints.disabledAt)))
    .orderBy(desc(webhookEndpoints.disabledAt), desc(webhookEndpoints.id))
  return rows.flatMap(({ webhookId, disabledAt, disabledReason }) =>
    disabledAt ? [{ webhookId, disabledAt, disabledReason: disabledReason ?? 'account' }] : [],
  )
}

/** Removes previous secrets of endpoints whose overlap period has ended. */
export async function removeEndedEndpointSecrets(db: Database, now: Date): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ previousSecretSealed: null, previousSecretUntil: null })
    .where(lte(webhookEndpoints.previousSecretUntil, now))
}
