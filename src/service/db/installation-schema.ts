import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from './columns.ts'

/** Tables that belong to the installation as a whole. */

/** Settings of the entire installation; one row. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey(),
  /** Check value of the master key. A different key could not decrypt the keys and secrets in this database. */
  masterKeyCheck: bytea('master_key_check').notNull(),
})

/** Records that private data was removed, when, and why. Outlives the data. */
export const removals = pgTable(
  'removals',
  {
    id: uuid('id').primaryKey(),
    /** The former account of the data. No foreign key, because the account may also be deleted. */
    accountId: uuid('account_id').notNull(),
    /** Subject of the data, such as `github.com repository 4711`. Contains no private names. */
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    scans: integer('scans').notNull(),
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [index('removals_account').on(table.accountId, table.removedAt)],
)

/** Open event streams of all processes, so that limits apply to all together. */
export const openStreams = pgTable(
  'open_streams',
  {
    id: uuid('id').primaryKey(),
    /** `account:` and an ID, or `address:` and an IP address. */
    subject: text('subject').notNull(),
    /** Until when the stream counts, if its process dies. */
    until: moment('until').notNull(),
  },
  (table) => [index('open_streams_subject').on(table.subject, table.until)],
)
