import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/schema.ts'
import { bytea, moment } from '../columns.ts'

/** Tables of the installations of the GitHub App, their repositories, and what GitHub sent. */

/** Identity tokens of workflows that were exchanged for a key: none is taken twice. */
export const githubWorkflowTokens = pgTable(
  'github_workflow_tokens',
  {
    /** SHA-256 of the issuer and the token's `jti`. */
    hash: bytea('hash').primaryKey(),
    /** When the token is worth nothing any more, by the most that clocks may differ. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('github_workflow_tokens_expiry').on(table.expiresAt)],
)

/**
 * Installations of the GitHub App: which account may read what with them. Tokens are minted from these and never
 * stored.
 */
export const githubInstallations = pgTable(
  'github_installations',
  {
    /** Where GitHub is, such as `github.com`, lower case: ids are counted per host. */
    host: text('host').notNull(),
    /** GitHub's number of the installation. */
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /**
     * GitHub's numeric ID of the user or organization. Another user can register an abandoned login, but never gets the
     * same ID.
     */
    ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
    /** As GitHub spells it now; compared without case. */
    ownerLogin: text('owner_login').notNull(),
    /** Set while the owner has suspended the installation: nothing is minted. */
    suspendedAt: moment('suspended_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.installationId] }),
    // An app is installed once per owner.
    unique('github_installations_owner').on(table.host, table.ownerId),
    index('github_installations_account').on(table.accountId, table.host, sql`lower(${table.ownerLogin})`),
  ],
)

/** What GitHub has told the app: stored when it comes, worked by a job, kept for telling repetitions. */
export const githubDeliveries = pgTable(
  'github_deliveries',
  {
    /** GitHub's `X-GitHub-Delivery`: a repetition has the same. */
    id: text('id').primaryKey(),
    event: text('event').notNull(),
    /** The payload as sent. Null after processing, because it describes private repositories. */
    payload: jsonb('payload'),
    receivedAt: moment('received_at').notNull(),
    /** When it was worked, or given up. */
    endedAt: moment('ended_at'),
    /** Why it was given up; null when all went well. */
    failure: text('failure'),
  },
  (table) => [
    index('github_deliveries_received').on(table.receivedAt),
    index('github_deliveries_waiting')
      .on(table.receivedAt)
      .where(sql`ended_at is null`),
  ],
)

/** Repositories of installations of the app, by GitHub's numbers: names change. */
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
    /** Null until GitHub has told it: the lists of installations leave it out. */
    defaultBranch: text('default_branch'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.repositoryId] }),
    index('github_repositories_account').on(table.accountId),
    index('github_repositories_installation').on(table.host, table.installationId),
  ],
)
