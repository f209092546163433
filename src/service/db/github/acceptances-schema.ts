import { bigint, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/schema.ts'
import { moment } from '../columns.ts'
import { githubChecks } from './checks-schema.ts'

/**
 * Findings accepted with a comment in a pull request. A row without `fingerprint` marks a comment that was edited or
 * deleted. It prevents a repeated event from restoring the acceptance.
 */
export const githubAcceptances = pgTable(
  'github_acceptances',
  {
    id: uuid('id').primaryKey(),
    host: text('host').notNull(),
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    /**
     * Account that owned the repository. The acceptance applies only in that account. Null in rows from the previous
     * version, and in rows for edited or deleted comments.
     */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    pullNumber: integer('pull_number').notNull(),
    commentId: bigint('comment_id', { mode: 'number' }).notNull(),
    /** Check whose summary listed the finding. Null after that check is deleted, which does not end the acceptance. */
    checkId: uuid('check_id').references(() => githubChecks.id, { onDelete: 'set null' }),
    baseRef: text('base_ref'),
    fingerprint: text('fingerprint'),
    reason: text('reason'),
    /** GitHub login of the person who accepted the finding. */
    person: text('person'),
    acceptedAt: moment('accepted_at').notNull(),
    expiresAt: moment('expires_at'),
  },
  (table) => [
    unique('github_acceptances_comment').on(table.host, table.commentId),
    index('github_acceptances_pull').on(table.host, table.repositoryId, table.pullNumber),
    index('github_acceptances_check').on(table.checkId),
    index('github_acceptances_account').on(table.accountId),
    index('github_acceptances_accepted').on(table.acceptedAt),
  ],
)
