import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'

/** Account deletion records, with the numbers of deleted rows. Nothing else about a deleted account remains. */
export const accountDeletions = pgTable(
  'account_deletions',
  {
    id: uuid('id').primaryKey(),
    /** ID of the deleted account. Its name is not kept. */
    accountId: uuid('account_id').notNull(),
    startedAt: moment('started_at').notNull(),
    /** Time when the deletion finished. Null while it runs or after an interruption. */
    finishedAt: moment('finished_at'),
    /** Number of rows deleted so far, by table. */
    removed: jsonb('removed').$type<Readonly<Record<string, number>>>().notNull(),
    /** SHA-256 of the proof, in hexadecimal. Null until the deletion is finished. */
    digest: text('digest'),
  },
  (table) => [index('account_deletions_account').on(table.accountId)],
)
