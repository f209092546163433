import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'

/** That an account was deleted, and what went with it: all that is left of it. */
export const accountDeletions = pgTable(
  'account_deletions',
  {
    id: uuid('id').primaryKey(),
    /** A number that stood for the account and for nothing else; its name is kept nowhere. */
    accountId: uuid('account_id').notNull(),
    startedAt: moment('started_at').notNull(),
    /** Null while it is under way, or was interrupted. */
    finishedAt: moment('finished_at'),
    /** How many rows of each table went so far. */
    removed: jsonb('removed').$type<Readonly<Record<string, number>>>().notNull(),
    /** SHA-256 of the proof, in hex; null until it is finished. */
    digest: text('digest'),
  },
  (table) => [index('account_deletions_account').on(table.accountId)],
)
