import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'
import { githubChecks } from './checks-schema.ts'
import { scans } from '../scans/schema.ts'

/**
 * What the check run of a commit compares: one row per open pull request with this head, per push, and per group of a
 * merge queue. The conclusion of the run is the worst outcome of those that count (`counting-comparisons.ts`).
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
    /** Tells the comparisons of one commit apart, such as `pull:7`; the same request has the same key. */
    key: text('key').notNull(),
    cause: text('cause', { enum: ['push', 'pull_request', 'merge_group', 'installation'] }).notNull(),
    pullNumber: integer('pull_number'),
    /** The branch that the change goes into, or that was pushed to. Its settings apply. */
    baseRef: text('base_ref').notNull(),
    /** The commit of the base as the event has it; null: there is nothing to compare with. */
    baseSha: text('base_sha'),
    /** The commit that the head is compared with; null before GitHub was asked. */
    mergeBase: text('merge_base'),
    /** The head is of another repository: its settings and suppressions are ignored. */
    isFork: boolean('is_fork').notNull().default(false),
    authorMayWrite: boolean('author_may_write').notNull().default(false),
    /** The author is a program that keeps dependencies up to date. */
    isQuiet: boolean('is_quiet').notNull().default(false),
    /** `superseded`: the pull request has another head now. Pushes and merge queues stay open. */
    lifecycle: text('lifecycle', { enum: ['open', 'merged', 'closed', 'superseded'] }).notNull(),
    state: text('state', { enum: ['queued', 'scanning-base', 'scanning-head', 'completed', 'abandoned'] }).notNull(),
    /** Why it ended without a scan, for people. */
    endedBecause: text('ended_because'),
    baseScanId: text('base_scan_id').references(() => scans.id, { onDelete: 'set null' }),
    headScanId: text('head_scan_id').references(() => scans.id, { onDelete: 'set null' }),
    /** Lines that the change touches: `[path, [first, last][]]`; null: unknown, nothing is annotated. */
    changedLines:
      jsonb('changed_lines').$type<readonly (readonly [string, readonly (readonly [number, number])[]])[]>(),
    /** The scans reuse no earlier result. */
    isForced: boolean('is_forced').notNull().default(false),
    /** When the base branch moved; null once the merge base was asked for again. */
    baseMovedAt: moment('base_moved_at'),
    /**
     * Since when GitHub, or a scan, does not find the base or the head; null where nothing was missing since the
     * comparison started.
     */
    missingSince: moment('missing_since'),
    /** When GitHub last changed the pull request, as the newest event says. */
    toldAt: moment('told_at').notNull(),
    /** When it was requested, or restarted. */
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
 * Check runs that may be open at GitHub in repositories that the app lost. They are concluded when the repository comes
 * back. Only numbers and hashes: nothing of a private repository is kept.
 */
export const githubLeftRuns = pgTable(
  'github_left_runs',
  {
    host: text('host').notNull(),
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    headSha: text('head_sha').notNull(),
    leftAt: moment('left_at').notNull(),
    /** Not before this time: GitHub refused the last attempt. */
    retryAt: moment('retry_at'),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.repositoryId, table.headSha] }),
    index('github_left_runs_left').on(table.leftAt),
  ],
)
