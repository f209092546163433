import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../columns.ts'
import { accounts } from './schema.ts'

/**
 * Users who sign in at a GitHub host, identified by their GitHub ID, because a login can be abandoned and registered by
 * a different user.
 */
export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey(),
    /** In lowercase. */
    host: text('host').notNull(),
    githubId: bigint('github_id', { mode: 'number' }).notNull(),
    /** GitHub's spelling at the last sign-in. */
    login: text('login').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('people_github').on(table.host, table.githubId)],
)

/** Single-use sign-in links for users who can run commands on the service. A row is deleted when its link is used. */
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

/** Signed-in browsers. A row is deleted when its session ends. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    /** Keyed hash of the token in the cookie. */
    tokenHash: bytea('token_hash').notNull().unique(),
    /** The GitHub user. Null for a session from a link. */
    personId: uuid('person_id').references(() => people.id, { onDelete: 'cascade' }),
    /** The selected account. Null if the user has none or has not selected one. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The browser's user agent, truncated. */
    agent: text('agent').notNull(),
    /** When the user signed in. */
    createdAt: moment('created_at').notNull(),
    /** With a precision of one minute. */
    seenAt: moment('seen_at').notNull(),
    /** Absolute end of the session, regardless of use. */
    endsAt: moment('ends_at').notNull(),
    /** Encrypted token for requests to GitHub about the user's permissions. Null for a session from a link. */
    githubTokenSealed: bytea('github_token_sealed'),
    /** When GitHub was last asked which accounts the user manages. Null if never. */
    askedAt: moment('asked_at'),
    /** GitHub's answer: the accounts that the user manages. */
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
 * Actions on an account, and who performed them. Rows are only added. A trigger rejects changes, and deletion within a
 * year.
 */
export const accountAudit = pgTable(
  'account_audit',
  {
    number: bigserial('number', { mode: 'number' }).primaryKey(),
    /** No foreign key, because the log outlives the account. */
    accountId: uuid('account_id').notNull(),
    /** Who performed it, such as `octocat at github.com` or `key mcp_k3x9m2qa_…`. Contains no secret. */
    actor: text('actor').notNull(),
    /** ID of the endpoint, or of an action that only a page offers, such as `sign-in`. */
    action: text('action').notNull(),
    /** Target of the action. Contains no secret. */
    subject: text('subject').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    index('account_audit_account').on(table.accountId, table.number.desc()),
    index('account_audit_age').on(table.at),
  ],
)
