import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'
import { scans } from '../scans/schema.ts'

/** Tables for check runs. */

/**
 * Condition that finds runs concluded by a worker of the previous version. Every other worker sets `concluding_at`
 * before it concludes a run. The previous version knows neither that column nor comparisons.
 */
export const concludedByVersionBefore = sql.raw(
  'concluded_at is not null and revision > 0 and ' + '(concluding_at is null or concluding_at < created_at)',
)

/**
 * A commit's check run, from the event that requested it to its conclusion on GitHub. Its comparisons are in
 * `github_comparisons`. The columns from `base_sha` to `is_quiet` and from `ended_because` to `changed_lines` come from
 * the previous version, which had one comparison per commit. They are read only if a check has no comparisons. They
 * repeat the slowest comparison, so that workers of that version wait for it.
 */
export const githubChecks = pgTable(
  'github_checks',
  {
    /** Sent as the `external_id` of the check run, to find it again. */
    id: uuid('id').primaryKey(),
    host: text('host').notNull(),
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    headSha: text('head_sha').notNull(),
    /** Base commit of the comparison, according to the event. Null if there is no base. */
    baseSha: text('base_sha'),
    /** Target branch of the pull request, or the pushed branch. This branch's settings apply. */
    baseRef: text('base_ref').notNull(),
    cause: text('cause', { enum: ['push', 'pull_request', 'merge_group', 'installation'] }).notNull(),
    pullNumber: integer('pull_number'),
    /** True if the head is in another repository. Its own settings are then ignored. */
    isFork: boolean('is_fork').notNull().default(false),
    /** True if the author has write access to the repository. */
    authorMayWrite: boolean('author_may_write').notNull().default(false),
    /** True if the author is a dependency update bot. */
    isQuiet: boolean('is_quiet').notNull().default(false),
    state: text('state', {
      enum: ['queued', 'scanning-base', 'scanning-head', 'completed', 'superseded', 'abandoned'],
    }).notNull(),
    /** Human-readable reason why the check ended without a scan. */
    endedBecause: text('ended_because'),
    baseScanId: text('base_scan_id').references(() => scans.id, { onDelete: 'set null' }),
    headScanId: text('head_scan_id').references(() => scans.id, { onDelete: 'set null' }),
    /** Changed lines: `[path, [first, last][]]`. Null if unknown; no line is annotated then. */
    changedLines:
      jsonb('changed_lines').$type<readonly (readonly [string, readonly (readonly [number, number])[]])[]>(),
    /** GitHub's ID of the check run. Null until GitHub has created it. */
    checkRunId: bigint('check_run_id', { mode: 'number' }),
    /** SHA-256 of the last published content. Prevents publishing the same content twice. */
    publishedDigest: text('told_digest'),
    /** Number of the conclusion's annotations received by GitHub. */
    annotationsSent: integer('annotations_sent').notNull().default(0),
    /** Time when GitHub received the conclusion. */
    concludedAt: moment('concluded_at'),
    /**
     * Set before the conclusion is sent, because GitHub may receive it even if the request fails. A later change
     * creates a new run.
     */
    concludingAt: moment('concluding_at'),
    /** Conclusion received by GitHub. Valid only if `conclusionAt` equals `concludedAt`. */
    conclusion: text('conclusion', { enum: ['success', 'failure', 'neutral'] }),
    /** Number of new findings that made the check fail. */
    failingFindings: integer('failing_findings'),
    /**
     * Copy of `concludedAt`. Workers of the previous version conclude runs and create new ones without updating
     * `conclusion`, which then belongs to an earlier run.
     */
    conclusionAt: moment('conclusion_at'),
    /** Increases with each change to the displayed content. */
    revision: integer('revision').notNull().default(0),
    /** Number of consecutive requests rejected by GitHub. */
    refusals: integer('refusals').notNull().default(0),
    /** Earliest time of the next attempt after a rejection. */
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
