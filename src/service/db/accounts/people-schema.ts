import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../columns.ts'
import { accounts } from './schema.ts'

/**
 * Users who sign in at a GitHub host. They are identified by GitHub ID, because another user can register an abandoned
 * login.
 */
export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey(),
    /** GitHub host in lowercase. */
    host: text('host').notNull(),
    githubId: bigint('github_id', { mode: 'number' }).notNull(),
    /** Login as GitHub spelled it at the last sign-in. */
    login: text('login').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('people_github').on(table.host, table.githubId)],
)

/** Single-use sign-in links for users who can run commands on the server. A row is deleted when its link is used. */
export const loginLinks = pgTable(
  'login_links',
  {
    /** Keyed hash of the token. Only the link contains the token. */
    tokenHash: bytea('token_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('login_links_expiry').on(table.expiresAt)],
)

/** Browser sessions. A session's row is deleted when it ends. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    /** Keyed hash of the token in the cookie. */
    tokenHash: bytea('token_hash').notNull().unique(),
    /** The GitHub user. Null if the session was started with a link. */
    personId: uuid('person_id').references(() => people.id, { onDelete: 'cascade' }),
    /** The selected account. Null if the user has none or has not selected one. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The browser's `User-Agent`, truncated. */
    agent: text('agent').notNull(),
    /** Time when the user signed in. */
    createdAt: moment('created_at').notNull(),
    /** Last use, to the minute. */
    seenAt: moment('seen_at').notNull(),
    /** Latest possible end of the session, regardless of its use. */
    endsAt: moment('ends_at').notNull(),
    /** Encrypted GitHub token, used to look up the user's permissions. Null if the session was started with a link. */
    githubTokenSealed: bytea('github_token_sealed'),
    /** Time when the user's managed accounts were last fetched from GitHub. Null if never. */
    askedAt: moment('asked_at'),
    /** Accounts that the user manages, according to GitHub. */
    managedAccounts: uuid('managed_accounts')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    index('sessions_person').on(table.personId, table.createdAt),
    index('sessions_account').on(table.accountId, table.createdAt),
    index('sessions_end').on(table.endsAt),
  ],
)

/**
 * Audit log: actions on an account, and the actor. Append-only: a trigger rejects updates, and deletion within a year.
 */
export const accountAudit = pgTable(
  'account_audit',
  {
    number: bigserial('number', { mode: 'number' }).primaryKey(),
    /** No foreign key, so that the log outlives the account. */
    accountId: uuid('account_id').notNull(),
    /** The actor, such as `octocat at github.com` or `key mcp_k3x9m2qa_…`. Contains no secret. */
    actor: text('actor').notNull(),
    /** Endpoint ID, or the ID of an action that only a page offers, for example `sign-in`. */
    action: text('action').notNull(),
    /** Target that the action affected. Contains no secret. */
    subject: text('subject').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    index('account_audit_account').on(table.accountId, table.number.desc()),
    index('account_audit_age').on(table.at),
  ],
)
