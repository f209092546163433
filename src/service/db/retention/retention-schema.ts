import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'

/** Deletion record of an account, with the counts of deleted rows. It is all that remains of the account. */
export const accountDeletions = pgTable(
  'account_deletions',
  {
    id: uuid('id').primaryKey(),
    /** The former ID of the account. Its name is not kept. */
    accountId: uuid('account_id').notNull(),
    startedAt: moment('started_at').notNull(),
    /** Null while the deletion runs, or was interrupted. */
    finishedAt: moment('finished_at'),
    /** Deleted rows by table so far. */
    removed: jsonb('removed').$type<Readonly<Record<string, number>>>().notNull(),
    /** SHA-256 of the proof, in hexadecimal. Null until it is finished. */
    digest: text('digest'),
  },
  (table) => [index('account_deletions_account').on(table.accountId)],
)
