import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/schema.ts'
import { bytea, moment } from '../columns.ts'

/** Tables of the installations of the GitHub App, their repositories, and what GitHub sent. */

/** Identity tokens of workflows that were exchanged for a key. A token is accepted only once. */
export const githubWorkflowTokens = pgTable(
  'github_workflow_tokens',
  {
    /** SHA-256 of the issuer and the token's `jti`. */
    hash: bytea('hash').primaryKey(),
    /** When the token has expired, including the maximum clock difference. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('github_workflow_tokens_expiry').on(table.expiresAt)],
)

/**
 * Installations of the GitHub App, which determine what an account can read. Tokens are created from these and never
 * stored.
 */
export const githubInstallations = pgTable(
  'github_installations',
  {
    /** GitHub host in lowercase, such as `github.com`. IDs are unique per host. */
    host: text('host').notNull(),
    /** GitHub ID of the installation. */
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /**
     * GitHub's numeric ID of the user or organization. Another user can register an abandoned login, but never gets the
     * same ID.
     */
    ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
    /** GitHub's current spelling. Compared case-insensitively. */
    ownerLogin: text('owner_login').notNull(),
    /** Set while the owner has suspended the installation. No tokens are created then. */
    suspendedAt: moment('suspended_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.installationId] }),
    // The app can be installed only once per owner.
    unique('github_installations_owner').on(table.host, table.ownerId),
    index('github_installations_account').on(table.accountId, table.host, sql`lower(${table.ownerLogin})`),
  ],
)

/** Events from GitHub. Stored on arrival, processed by a job, and kept to detect duplicates. */
export const githubDeliveries = pgTable(
  'github_deliveries',
  {
    /** GitHub's `X-GitHub-Delivery`, which is the same for duplicates. */
    id: text('id').primaryKey(),
    event: text('event').notNull(),
    /** The payload as sent. Null after processing, because it describes private repositories. */
    payload: jsonb('payload'),
    receivedAt: moment('received_at').notNull(),
    /** When it was processed or abandoned. */
    endedAt: moment('ended_at'),
    /** Why it was abandoned. Null on success. */
    failure: text('failure'),
  },
  (table) => [
    index('github_deliveries_received').on(table.receivedAt),
    index('github_deliveries_waiting')
      .on(table.receivedAt)
      .where(sql`ended_at is null`),
  ],
)

/** Repositories of installations of the app, by GitHub ID, because names change. */
export const githubRepositories = pgTable(
  'github_repositories',
  {
    host: text('host').notNull(),
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    ownerLogin: text('owner_login').notNull(),
    name: text('name').notNull(),
    isPrivate: boolean('is_private').notNull(),
    /** Null until GitHub reports it, because the lists of installations do not contain it. */
    defaultBranch: text('default_branch'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.repositoryId] }),
    index('github_repositories_account').on(table.accountId),
    index('github_repositories_installation').on(table.host, table.installationId),
  ],
)
