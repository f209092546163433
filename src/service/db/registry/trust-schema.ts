import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/schema.ts'
import { bytea, moment } from '../columns.ts'
import { registryServers } from './servers-schema.ts'

/** Tables of receipts, claims, and disputes. */

/**
 * Keys that sign receipts. Retired keys stay, so that receipts signed with them can be verified. At most one key is not
 * retired.
 */
export const registrySigningKeys = pgTable(
  'registry_signing_keys',
  {
    /** Names it in signatures: hash of the public key. */
    id: text('id').primaryKey(),
    /** Raw Ed25519, 32 bytes. */
    publicKey: bytea('public_key').notNull(),
    /** Encrypted with a key derived from ASSAY_SECRET; null once retired. */
    privateKeySealed: bytea('private_key_sealed'),
    createdAt: moment('created_at').notNull(),
    retiredAt: moment('retired_at'),
  },
  () => [
    uniqueIndex('registry_signing_keys_active')
      .on(sql`(true)`)
      .where(sql`retired_at is null`),
  ],
)

/** Signed word on a complete scan of a current revision. */
export const registryReceipts = pgTable(
  'registry_receipts',
  {
    scanId: text('scan_id').primaryKey(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** DSSE envelope. */
    envelope: jsonb('envelope').notNull(),
    keyId: text('key_id')
      .notNull()
      .references(() => registrySigningKeys.id),
    issuedAt: moment('issued_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('registry_receipts_server').on(table.serverId)],
)

/** An account that has shown that it maintains a server, or is about to. */
export const registryClaims = pgTable(
  'registry_claims',
  {
    id: uuid('id').primaryKey(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    method: text('method', { enum: ['file', 'installation'] }).notNull(),
    /** What the file must hold; public, and worth nothing to another account. */
    token: text('token').notNull(),
    /** Null: not shown yet. */
    verifiedAt: moment('verified_at'),
    /** When it was last looked at, whatever came of it. */
    checkedAt: moment('checked_at'),
    /** Why the last look did not show it, for people; null when it did, or there was none. */
    failure: text('failure'),
    /** Time of the next check. Null: it is checked only on request. */
    nextCheckAt: moment('next_check_at'),
    /** When it was lost; null while it holds, or before it was shown. */
    revokedAt: moment('revoked_at'),
    /** GitHub host and IDs of the repository and owner that prove the claim by an installation. Null for a file. */
    githubHost: text('github_host'),
    githubRepositoryId: bigint('github_repository_id', { mode: 'number' }),
    githubOwnerId: bigint('github_owner_id', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('registry_claims_check')
      .on(table.nextCheckAt)
      .where(sql`next_check_at is not null`),
    unique('registry_claims_account').on(table.serverId, table.accountId),
    index('registry_claims_of_account').on(table.accountId),
  ],
)

/** A maintainer's public objection to a finding. */
export const registryDisputes = pgTable(
  'registry_disputes',
  {
    id: uuid('id').primaryKey(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    fingerprint: text('fingerprint').notNull(),
    ruleId: text('rule_id').notNull(),
    reason: text('reason').notNull(),
    state: text('state', { enum: ['open', 'accepted', 'rejected', 'withdrawn'] })
      .notNull()
      .default('open'),
    /** What the review says, public; null before it. */
    review: text('review'),
    reviewedAt: moment('reviewed_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('registry_disputes_finding').on(table.serverId, table.fingerprint),
    index('registry_disputes_state').on(table.state, table.createdAt),
  ],
)
