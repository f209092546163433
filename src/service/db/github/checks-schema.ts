import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'
import { scans } from '../scans/schema.ts'

/** Tables of check runs. */

/**
 * Every worker sets `concluding_at` of a run before it concludes the run, but those of the version before, which knows
 * neither that column nor comparisons.
 */
export const concludedByVersionBefore = sql.raw(
  'concluded_at is not null and revision > 0 and ' + '(concluding_at is null or concluding_at < created_at)',
)

/**
 * The check run of one commit, from the event that asked for it to its conclusion at GitHub. What it compares is in
 * `github_comparisons`. From `base_sha` to `is_quiet`, `ended_because` to `changed_lines`: of the version before, which
 * had one comparison per commit; read only where a check has no comparison yet. They repeat the slowest comparison, so
 * that workers of that version wait for it.
 */
export const githubChecks = pgTable(
  'github_checks',
  {
    /** The `external_id` of the check run, used to find it again. */
    id: uuid('id').primaryKey(),
    host: text('host').notNull(),
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    headSha: text('head_sha').notNull(),
    /** What it is compared with, as far as the event tells; null: nothing. */
    baseSha: text('base_sha'),
    /** The branch into which it would go, or that was pushed to: its settings hold. */
    baseRef: text('base_ref').notNull(),
    cause: text('cause', { enum: ['push', 'pull_request', 'merge_group', 'installation'] }).notNull(),
    pullNumber: integer('pull_number'),
    /** The head is in another repository, so its own settings are ignored. */
    isFork: boolean('is_fork').notNull().default(false),
    /** The author may write to the repository. */
    authorMayWrite: boolean('author_may_write').notNull().default(false),
    /** The author is a program that keeps dependencies up to date. */
    isQuiet: boolean('is_quiet').notNull().default(false),
    state: text('state', {
      enum: ['queued', 'scanning-base', 'scanning-head', 'completed', 'superseded', 'abandoned'],
    }).notNull(),
    /** Why it ended otherwise than by a scan, for people. */
    endedBecause: text('ended_because'),
    baseScanId: text('base_scan_id').references(() => scans.id, { onDelete: 'set null' }),
    headScanId: text('head_scan_id').references(() => scans.id, { onDelete: 'set null' }),
    /** Lines that the change touches: `[path, [first, last][]]`; null: unknown, nothing is annotated. */
    changedLines:
      jsonb('changed_lines').$type<readonly (readonly [string, readonly (readonly [number, number])[]])[]>(),
    /** GitHub's number of the check run; null before it was made. */
    checkRunId: bigint('check_run_id', { mode: 'number' }),
    /** SHA-256 of the last published content, so that equal content is not published twice. */
    publishedDigest: text('told_digest'),
    /** How many annotations of the conclusion were sent. */
    annotationsSent: integer('annotations_sent').notNull().default(0),
    /** Set when GitHub has the conclusion. */
    concludedAt: moment('concluded_at'),
    /** Set before the conclusion is sent: GitHub may have it. A change after that makes a new run. */
    concludingAt: moment('concluding_at'),
    /** Grows with each change of what the run shows. */
    revision: integer('revision').notNull().default(0),
    /** How often in a row GitHub refused what it was sent. */
    refusals: integer('refusals').notNull().default(0),
    /** Not before this time: GitHub refused the last attempt. */
    retryAt: moment('retry_at'),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    unique('github_checks_commit').on(table.host, table.repositoryId, table.headSha),
    index('github_checks_pull').on(table.host, table.repositoryId, table.pullNumber),
    index('github_checks_base_scan').on(table.baseScanId),
    index('github_checks_head_scan').on(table.headScanId),
    index('github_checks_unfinished')
      .on(table.changedAt)
      .where(sql`concluded_at is null`),
    index('github_checks_concluded_before').on(table.changedAt).where(concludedByVersionBefore),
  ],
)
