import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../columns.ts'

/** Tables for accounts, API keys, and requests. */

/** Owners of keys, scans, and webhooks. */
export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  plan: text('plan', { enum: ['free', 'pro', 'team', 'enterprise'] }).notNull(),
  /** Custom limits that override the plan limits. Null if the plan limits apply. */
  quarterHourLimit: integer('quarter_hour_limit'),
  dayLimit: integer('day_limit'),
  /** Encrypted with a key derived from ASSAY_SECRET. */
  webhookSecretSealed: bytea('webhook_secret_sealed').notNull(),
  /** The previous secret, and the time until which both secrets are valid. Null if no previous secret is valid. */
  previousWebhookSecretSealed: bytea('previous_webhook_secret_sealed'),
  previousWebhookSecretUntil: moment('previous_webhook_secret_until'),
  /** Time when the secret was last replaced. Null if never. */
  webhookSecretRotatedAt: moment('webhook_secret_rotated_at'),
  /**
   * True if package names in private sources are sent to package registries. Null if the operator's setting applies.
   */
  resolvesPrivateSources: boolean('resolves_private_sources'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** API keys. Only a keyed hash of the secret part is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The 8 public characters of the key, which are safe to log. */
    prefix: text('prefix').notNull().unique(),
    secretHash: bytea('secret_hash').notNull(),
    permissions: text('permissions').array().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    /** The key that replaced this one in a rotation. */
    replacedBy: uuid('replaced_by'),
    lastUsedAt: moment('last_used_at'),
    /**
     * For a workflow key: the host and ID of its GitHub repository. The key can scan that repository or a public URL,
     * and read the resulting scans. Null for other keys.
     */
    githubHost: text('github_host'),
    githubRepositoryId: bigint('github_repository_id', { mode: 'number' }),
  },
  (table) => [
    index('api_keys_account').on(table.accountId),
    index('api_keys_repository')
      .on(table.githubHost, table.githubRepositoryId)
      .where(sql`github_repository_id is not null`),
  ],
)

/** Requests by one account or address in the two fixed windows. */
export const rateUsage = pgTable(
  'rate_usage',
  {
    /** `account:` and an ID, or `address:` and an IP address. */
    subject: text('subject').primaryKey(),
    /** Number of the current 15-minute window since the epoch. */
    quarterHour: integer('quarter_hour').notNull(),
    quarterHourUsed: integer('quarter_hour_used').notNull(),
    /** Number of the current UTC day since the epoch. */
    day: integer('day').notNull(),
    dayUsed: integer('day_used').notNull(),
    /** Limits that applied to the last request. */
    quarterHourLimit: integer('quarter_hour_limit').notNull(),
    dayLimit: integer('day_limit').notNull(),
    granted: integer('granted').notNull(),
  },
  (table) => [index('rate_usage_day').on(table.day)],
)

/** Requests with an `Idempotency-Key`, and their responses. Contains no secrets. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Endpoint ID. */
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the request. */
    requestHash: bytea('request_hash').notNull(),
    /** Identifies the request that holds the key, in case another one takes over. */
    leaseId: uuid('lease_id').notNull(),
    /** Time until which a request that has no response is considered running. */
    leaseUntil: moment('lease_until').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Null while the request runs. */
    answer: jsonb('answer').$type<{
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }>(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.endpoint, table.key] }),
    index('idempotency_keys_expiry').on(table.expiresAt),
  ],
)
