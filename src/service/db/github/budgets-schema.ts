import { doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'

/**
 * GitHub's rate limits for the app and for its installations, as all processes know them. Not logged: after a crash of
 * the database, GitHub's next responses fill the table again. Times are those of the database's clock.
 */
export const githubBudgets = pgTable('github_budgets', {
  /** Host, and the app or the installation whose requests GitHub counts together. */
  payer: text('payer').primaryKey(),
  /** Time until which GitHub accepts no requests. */
  blockedUntil: moment('blocked_until'),
  /** Limit of the current window, according to GitHub. Null if GitHub has not reported one. */
  requestLimit: integer('request_limit'),
  /** Requests left in the window, according to GitHub's latest response. */
  requestsLeft: integer('requests_left'),
  resetsAt: moment('resets_at'),
  /** Writes that may be sent now. Grows with time up to a maximum. */
  writesLeft: doublePrecision('writes_left').notNull(),
  /** Time to which `writes_left` applies. */
  writesAt: moment('writes_at').notNull(),
})

/** Requests that processes may send without asking again. GitHub may not have counted them yet. */
export const githubBudgetLeases = pgTable(
  'github_budget_leases',
  {
    payer: text('payer').notNull(),
    /** Identifies the process. A new one is made up at each start. */
    process: uuid('process').notNull(),
    requests: integer('requests').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.payer, table.process] })],
)
