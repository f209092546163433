import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'
import { githubChecks } from './checks-schema.ts'
import { scans } from '../scans/schema.ts'

/**
 * Comparisons in a commit's check run: one row per open pull request with this head, per push, and per merge queue
 * group. The run's conclusion is the worst outcome of the comparisons that count (`counting-comparisons.ts`).
 */
export const githubComparisons = pgTable(
  'github_comparisons',
  {
    id: uuid('id').primaryKey(),
    checkId: uuid('check_id')
      .notNull()
      .references(() => githubChecks.id, { onDelete: 'cascade' }),
    host: text('host').notNull(),
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    /**
     * Identifies the comparison among the commit's comparisons, for example `pull:7`. Repeated requests have the same
     * key.
     */
    key: text('key').notNull(),
    cause: text('cause', { enum: ['push', 'pull_request', 'merge_group', 'installation'] }).notNull(),
    pullNumber: integer('pull_number'),
    /** Target branch of the pull request, or the pushed branch. This branch's settings apply. */
    baseRef: text('base_ref').notNull(),
    /** Base commit according to the event. Null if there is no base. */
    baseSha: text('base_sha'),
    /** Merge base to compare the head with. Null until GitHub has returned it. */
    mergeBase: text('merge_base'),
    /** True if the head is in another repository. Its settings and suppressions are then ignored. */
    isFork: boolean('is_fork').notNull().default(false),
    authorMayWrite: boolean('author_may_write').notNull().default(false),
    /** True if the author is a dependency update bot. */
    isQuiet: boolean('is_quiet').notNull().default(false),
    /** `superseded`: the pull request now has another head. Comparisons of pushes and merge queues stay open. */
    lifecycle: text('lifecycle', { enum: ['open', 'merged', 'closed', 'superseded'] }).notNull(),
    state: text('state', { enum: ['queued', 'scanning-base', 'scanning-head', 'completed', 'abandoned'] }).notNull(),
    /** Human-readable reason why the comparison ended without a scan. */
    endedBecause: text('ended_because'),
    baseScanId: text('base_scan_id').references(() => scans.id, { onDelete: 'set null' }),
    headScanId: text('head_scan_id').references(() => scans.id, { onDelete: 'set null' }),
    /** Changed lines: `[path, [first, last][]]`. Null if unknown; no line is annotated then. */
    changedLines:
      jsonb('changed_lines').$type<readonly (readonly [string, readonly (readonly [number, number])[]])[]>(),
    /** True if the scans must not reuse earlier results. */
    isForced: boolean('is_forced').notNull().default(false),
    /** Time when the base branch moved. Null once the merge base was requested again. */
    baseMovedAt: moment('base_moved_at'),
    /** Time since which GitHub or a scan cannot find the base or the head. Null if both were found. */
    missingSince: moment('missing_since'),
    /** Time when the pull request last changed on GitHub, according to the newest event. */
    toldAt: moment('told_at').notNull(),
    /** Time when the comparison was requested or restarted. */
    startedAt: moment('started_at').notNull(),
  },
  (table) => [
    unique('github_comparisons_key').on(table.checkId, table.key),
    index('github_comparisons_pull').on(table.host, table.repositoryId, table.pullNumber),
    index('github_comparisons_base')
      .on(table.host, table.repositoryId, table.baseRef)
      .where(sql`lifecycle = 'open' and cause = 'pull_request'`),
    index('github_comparisons_base_scan').on(table.baseScanId),
    index('github_comparisons_head_scan').on(table.headScanId),
    index('github_comparisons_moved')
      .on(table.baseMovedAt)
      .where(sql`base_moved_at is not null`),
  ],
)

/**
 * Check runs that may still be open in repositories that the app can no longer access. They are concluded if the app
 * regains access. Only numbers and hashes are stored, because the repositories may be private.
 */
export const githubLeftRuns = pgTable(
  'github_left_runs',
  {
    host: text('host').notNull(),
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    headSha: text('head_sha').notNull(),
    leftAt: moment('left_at').notNull(),
    /** Earliest time of the next attempt after a rejection. */
    retryAt: moment('retry_at'),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.repositoryId, table.headSha] }),
    index('github_left_runs_left').on(table.leftAt),
  ],
)

/**
 * The comment and the review of a pull request, if the settings enable them. They are found again by GitHub ID, never
 * by their text.
 */
export const githubPullNotes = pgTable(
  'github_pull_notes',
  {
    host: text('host').notNull(),
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    pullNumber: integer('pull_number').notNull(),
    commentId: bigint('comment_id', { mode: 'number' }),
    reviewId: bigint('review_id', { mode: 'number' }),
    /** SHA-256 of the published comment. If it is set without an ID, a request may have created the comment. */
    commentDigest: text('comment_digest'),
    reviewDigest: text('review_digest'),
  },
  (table) => [primaryKey({ columns: [table.host, table.repositoryId, table.pullNumber] })],
)
