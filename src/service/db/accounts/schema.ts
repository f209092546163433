import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../columns.ts'

/** Tables of accounts, API keys, and their requests. */

/** Who keys, scans and webhooks belong to. */
export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  plan: text('plan', { enum: ['free', 'pro', 'team', 'enterprise'] }).notNull(),
  /** Agreed with this account instead of the plan's own limits; null: the plan's. */
  quarterHourLimit: integer('quarter_hour_limit'),
  dayLimit: integer('day_limit'),
  /** Encrypted with a key derived from ASSAY_SECRET. */
  webhookSecretSealed: bytea('webhook_secret_sealed').notNull(),
  /** The previous secret, and the time until which both are valid. Null without a previous secret. */
  previousWebhookSecretSealed: bytea('previous_webhook_secret_sealed'),
  previousWebhookSecretUntil: moment('previous_webhook_secret_until'),
  /** When the secret was last replaced; null: never. */
  webhookSecretRotatedAt: moment('webhook_secret_rotated_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** API keys; only a keyed hash of the secret part is at rest. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The public 8 characters of the key, safe to log. */
    prefix: text('prefix').notNull().unique(),
    secretHash: bytea('secret_hash').notNull(),
    permissions: text('permissions').array().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    /** The key that a rotation made in place of this one. */
    replacedBy: uuid('replaced_by'),
    lastUsedAt: moment('last_used_at'),
    /**
     * For a key that a workflow at GitHub was given: the host and the number of its repository. It submits that or a
     * public address, and reads what it submitted. Null for others.
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

/** Requests of one account or address in the two fixed windows. */
export const rateUsage = pgTable(
  'rate_usage',
  {
    /** `account:` and an id, or `address:` and an address. */
    subject: text('subject').primaryKey(),
    /** Number of the 15 minutes that are counted, since the epoch. */
    quarterHour: integer('quarter_hour').notNull(),
    quarterHourUsed: integer('quarter_hour_used').notNull(),
    /** Number of the day in UTC that is counted, since the epoch. */
    day: integer('day').notNull(),
    dayUsed: integer('day_used').notNull(),
    /** The limits that held when it was last asked. */
    quarterHourLimit: integer('quarter_hour_limit').notNull(),
    dayLimit: integer('day_limit').notNull(),
    /** How many permits were given when it was last asked. */
    granted: integer('granted').notNull(),
  },
  (table) => [index('rate_usage_day').on(table.day)],
)

/** Requests that came with an `Idempotency-Key`, and what they were answered. Nothing with a secret in it. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Id of the endpoint. */
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of what was asked. */
    requestHash: bytea('request_hash').notNull(),
    /** Tells the request that works on it from one that took over. */
    leaseId: uuid('lease_id').notNull(),
    /** Until when an unanswered request counts as under way. */
    leaseUntil: moment('lease_until').notNull(),
    /** When the key means nothing any more. */
    expiresAt: moment('expires_at').notNull(),
    /** Null while the request is under way. */
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
