import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../columns.ts'
import { accounts } from './schema.ts'

/** People who sign in at a GitHub host, by GitHub's number: a login can be given up and registered by somebody else. */
export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey(),
    /** Lower case. */
    host: text('host').notNull(),
    githubId: bigint('github_id', { mode: 'number' }).notNull(),
    /** As GitHub spelled it when they last signed in. */
    login: text('login').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('people_github').on(table.host, table.githubId)],
)

/** Links that sign in once, for whoever may run commands on the service. A row goes when its link is used. */
export const loginLinks = pgTable(
  'login_links',
  {
    /** Keyed hash of the token: the token itself is in the link and nowhere else. */
    tokenHash: bytea('token_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('login_links_expiry').on(table.expiresAt)],
)

/** Browsers that are signed in. A row goes when its session is ended. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    /** Keyed hash of the token in the cookie. */
    tokenHash: bytea('token_hash').notNull().unique(),
    /** Who signed in at GitHub; null for a session that a link began. */
    personId: uuid('person_id').references(() => people.id, { onDelete: 'cascade' }),
    /** The account that is worked with; null for a person who has none, or has not chosen. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** What the browser says that it is, cut. */
    agent: text('agent').notNull(),
    /** When it was begun, by showing who one is. */
    createdAt: moment('created_at').notNull(),
    /** To the minute. */
    seenAt: moment('seen_at').notNull(),
    /** It ends then, however much it is used. */
    endsAt: moment('ends_at').notNull(),
    /** With which GitHub is asked what the person may do, encrypted; null for a session that a link began. */
    githubTokenSealed: bytea('github_token_sealed'),
    /** When GitHub was last asked which accounts the person manages; null: not yet. */
    askedAt: moment('asked_at'),
    /** What GitHub said then: accounts that the person manages. */
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
 * What was done to an account, and by whom. Rows are only added; a trigger refuses other changes, and removal within a
 * year.
 */
export const accountAudit = pgTable(
  'account_audit',
  {
    number: bigserial('number', { mode: 'number' }).primaryKey(),
    /** Without reference: the record outlives the account. */
    accountId: uuid('account_id').notNull(),
    /** Who did it, such as `octocat at github.com` or `key mcp_k3x9m2qa_…`. Holds no secret. */
    actor: text('actor').notNull(),
    /** Id of the endpoint that did it, or of what a page alone does, such as `sign-in`. */
    action: text('action').notNull(),
    /** To what it was done. Holds no secret. */
    subject: text('subject').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    index('account_audit_account').on(table.accountId, table.number.desc()),
    index('account_audit_age').on(table.at),
  ],
)
