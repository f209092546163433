import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/schema.ts'
import { moment } from '../columns.ts'

/** Table for watched servers. */

/** Registry servers watched by accounts. The slug does not need to exist yet. */
export const serverWatches = pgTable(
  'server_watches',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.slug] }), index('server_watches_slug').on(table.slug)],
)
