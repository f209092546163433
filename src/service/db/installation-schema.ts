import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from './columns.ts'

/** Tables that belong to the installation as a whole. */

/** What holds for the whole installation; one row. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey(),
  /** Made with the master key, to tell another one: with it no key and no secret in this database would open. */
  masterKeyCheck: bytea('master_key_check').notNull(),
})

/** That something private was removed, when and why: the record outlives it. */
export const removals = pgTable(
  'removals',
  {
    id: uuid('id').primaryKey(),
    /** The account that it belonged to; kept without reference, as the account may go too. */
    accountId: uuid('account_id').notNull(),
    /** What it was about, such as `github.com repository 4711`. Names no private thing. */
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    scans: integer('scans').notNull(),
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [index('removals_account').on(table.accountId, table.removedAt)],
)

/** Streams of events that are open, in whichever process, so that their ceilings hold for all together. */
export const openStreams = pgTable(
  'open_streams',
  {
    id: uuid('id').primaryKey(),
    /** `account:` and an id, or `address:` and an address. */
    subject: text('subject').notNull(),
    /** A stream whose process died counts no longer than this. */
    until: moment('until').notNull(),
  },
  (table) => [index('open_streams_subject').on(table.subject, table.until)],
)
