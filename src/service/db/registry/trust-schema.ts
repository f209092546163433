import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/schema.ts'
import { bytea, moment } from '../columns.ts'
import { registryServers } from './servers-schema.ts'

/** Tables for receipts, claims, and disputes. */

/** Keys that sign receipts. Retired keys are kept to verify old receipts. At most one key is active. */
export const registrySigningKeys = pgTable(
  'registry_signing_keys',
  {
    /** Key ID in signatures: a hash of the public key. */
    id: text('id').primaryKey(),
    /** Raw Ed25519 public key, 32 bytes. */
    publicKey: bytea('public_key').notNull(),
    /** Encrypted with a key derived from ASSAY_SECRET. Null after retirement. */
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

/** Receipts: signed statements about complete scans of current revisions. */
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

/** Accounts' claims to maintain a server, verified or not. */
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
    /** Required content of the proof file. Public, and useless to other accounts. */
    token: text('token').notNull(),
    /** Time when the claim was verified. Null before that. */
    verifiedAt: moment('verified_at'),
    /** Time of the last check, whether it succeeded or not. */
    checkedAt: moment('checked_at'),
    /** Human-readable reason why the last check failed. Null if it succeeded or no check has run. */
    failure: text('failure'),
    /** Time of the next check. Null if checks run only on request. */
    nextCheckAt: moment('next_check_at'),
    /** Time when the claim lost its proof. Null while it is valid, or if it was never verified. */
    revokedAt: moment('revoked_at'),
    /**
     * GitHub host, and IDs of the repository and owner, if an installation proves the claim. Null if a file proves it.
     */
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

/** Maintainers' public objections to findings. */
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
    /** Public text of the review. Null before the review. */
    review: text('review'),
    reviewedAt: moment('reviewed_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('registry_disputes_finding').on(table.serverId, table.fingerprint),
    index('registry_disputes_state').on(table.state, table.createdAt),
  ],
)
