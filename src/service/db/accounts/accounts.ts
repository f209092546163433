import { eq, inArray, lte } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { accounts } from './schema.ts'

export type AccountRow = typeof accounts.$inferSelect

export async function findAccountByName(db: Database, name: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.name, name))
  return row
}

/**
 * Returns the account with this ID. If `lock` is true, blocks changes to the account, and new keys for it, until the
 * transaction ends.
 */
export async function findAccount(db: Database, id: string, { lock = false } = {}): Promise<AccountRow | undefined> {
  const query = db.select().from(accounts).where(eq(accounts.id, id))
  const [row] = await (lock ? query.for('update') : query)
  return row
}

/** Returns the accounts that exist, sorted by name. */
export async function findAccounts(db: Database, ids: readonly string[]): Promise<AccountRow[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(accounts)
        .where(inArray(accounts.id, [...ids]))
        .orderBy(accounts.name)
}

/**
 * Inserts an account. Returns undefined if the name is taken, so only one of several processes that start at the same
 * time creates it.
 */
export async function insertAccount(
  db: Database,
  account: typeof accounts.$inferInsert,
): Promise<AccountRow | undefined> {
  const [row] = await db.insert(accounts).values(account).onConflictDoNothing({ target: accounts.name }).returning()
  return row
}

/** Sets the plan and limits of the account with this name. Returns undefined if the account does not exist. */
export async function updateAccountPlan(
  db: Database,
  name: string,
  plan: Pick<AccountRow, 'plan' | 'quarterHourLimit' | 'dayLimit'>,
): Promise<AccountRow | undefined> {
  const [row] = await db.update(accounts).set(plan).where(eq(accounts.name, name)).returning()
  return row
}

type WebhookSecrets = Pick<
  AccountRow,
  'webhookSecretSealed' | 'previousWebhookSecretSealed' | 'previousWebhookSecretUntil' | 'webhookSecretRotatedAt'
>

export async function updateWebhookSecrets(db: Database, accountId: string, secrets: WebhookSecrets): Promise<void> {
  await db.update(accounts).set(secrets).where(eq(accounts.id, accountId))
}

/** Removes previous webhook secrets whose overlap period has ended. */
export async function removeEndedWebhookSecrets(db: Database, now: Date): Promise<void> {
  await db
    .update(accounts)
    .set({ previousWebhookSecretSealed: null, previousWebhookSecretUntil: null })
    .where(lte(accounts.previousWebhookSecretUntil, now))
}

/** Changes an account's plan. Custom limits do not change. */
export async function updatePlanOfAccount(db: Database, accountId: string, plan: AccountRow['plan']): Promise<void> {
  await db.update(accounts).set({ plan }).where(eq(accounts.id, accountId))
}

/** Stores whether package names in an account's private sources may be sent to package registries. */
export async function updateResolvesPrivateSources(
  db: Database,
  accountId: string,
  resolvesPrivateSources: boolean,
): Promise<AccountRow | undefined> {
  const [row] = await db.update(accounts).set({ resolvesPrivateSources }).where(eq(accounts.id, accountId)).returning()
  return row
}
