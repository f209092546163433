import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/schema.ts'
import { bytea, moment } from '../columns.ts'

/** Tables for the GitHub App's installations, their repositories, and deliveries. */

/** Workflow identity tokens that were exchanged for a key. Each token is accepted only once. */
export const githubWorkflowTokens = pgTable(
  'github_workflow_tokens',
  {
    /** SHA-256 of the issuer and the token's `jti`. */
    hash: bytea('hash').primaryKey(),
    /** When the token expires, plus the tolerated clock skew. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('github_workflow_tokens_expiry').on(table.expiresAt)],
)

/**
 * Installations of the GitHub App. They determine which repositories an account can read. Access tokens are created
 * from them and never stored.
 */
export const githubInstallations = pgTable(
  'github_installations',
  {
    /** GitHub host in lowercase, such as `github.com`. IDs are unique per host. */
    host: text('host').notNull(),
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /**
     * GitHub's numeric ID of the user or organization. Another user can register an abandoned login, but never gets the
     * same ID.
     */
    ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
    /** Login as GitHub currently spells it. Compared case-insensitively. */
    ownerLogin: text('owner_login').notNull(),
    /** Time when the owner suspended the installation. While it is set, no tokens are created. */
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

/** Events from GitHub. They are stored on arrival, processed by a job, and kept to detect duplicates. */
export const githubDeliveries = pgTable(
  'github_deliveries',
  {
    /** GitHub's `X-GitHub-Delivery`, which duplicates share. */
    id: text('id').primaryKey(),
    event: text('event').notNull(),
    /** The payload as sent. Deleted after processing, because it describes private repositories. */
    payload: jsonb('payload'),
    receivedAt: moment('received_at').notNull(),
    /** Time when the delivery was processed or abandoned. */
    endedAt: moment('ended_at'),
    /** Reason why the delivery was abandoned. Null if it was processed. */
    failure: text('failure'),
  },
  (table) => [
    index('github_deliveries_received').on(table.receivedAt),
    index('github_deliveries_waiting')
      .on(table.receivedAt)
      .where(sql`ended_at is null`),
  ],
)

/** Repositories of the app's installations. Identified by GitHub ID, because names change. */
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
    /** Null until an event contains it, because the repository lists of installations do not. */
    defaultBranch: text('default_branch'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.repositoryId] }),
    index('github_repositories_account').on(table.accountId),
    index('github_repositories_installation').on(table.host, table.installationId),
  ],
)
