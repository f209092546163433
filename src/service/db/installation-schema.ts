import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from './columns.ts'

/** Tables for the installation as a whole. */

/** Settings of the whole installation, in one row. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey(),
  /**
   * Check value of the master key. It detects a different key, which could not decrypt this database's keys and
   * secrets.
   */
  masterKeyCheck: bytea('master_key_check').notNull(),
})

/** Removals of private data: what was removed, when, and why. The rows outlive the data. */
export const removals = pgTable(
  'removals',
  {
    id: uuid('id').primaryKey(),
    /** The account that owned the data. No foreign key, because the account may also be deleted. */
    accountId: uuid('account_id').notNull(),
    /** What the data was about, for example `github.com repository 4711`. Contains no private names. */
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    scans: integer('scans').notNull(),
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [index('removals_account').on(table.accountId, table.removedAt)],
)

/** Open event streams of all processes, because limits apply across processes. */
export const openStreams = pgTable(
  'open_streams',
  {
    id: uuid('id').primaryKey(),
    /** `account:` and an ID, or `address:` and an IP address. */
    subject: text('subject').notNull(),
    /** Time when the stream stops counting if its process has died. */
    until: moment('until').notNull(),
  },
  (table) => [index('open_streams_subject').on(table.subject, table.until)],
)
