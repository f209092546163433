import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'
import { scans } from '../scans/schema.ts'

/** Tables of check runs. */

/**
 * Every worker sets `concluding_at` of a run before it concludes the run, except workers of the previous version, which
 * have neither that column nor comparisons.
 */
export const concludedByVersionBefore = sql.raw(
  'concluded_at is not null and revision > 0 and ' + '(concluding_at is null or concluding_at < created_at)',
)

/**
 * The check run of one commit, from the event that requested it to its conclusion on GitHub. `github_comparisons`
 * contains its comparisons. The columns from `base_sha` to `is_quiet` and from `ended_because` to `changed_lines` are
 * from the previous version, which had one comparison per commit. They are read only for a check without comparisons,
 * and repeat the slowest comparison, so that workers of that version wait for it.
 */
export const githubChecks = pgTable(
  'github_checks',
  {
    /** The `external_id` of the check run, used to find it again. */
    id: uuid('id').primaryKey(),
    host: text('host').notNull(),
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    headSha: text('head_sha').notNull(),
    /** Base of the comparison, according to the event. Null without a base. */
    baseSha: text('base_sha'),
    /** The target branch, or the pushed branch. Its settings apply. */
    baseRef: text('base_ref').notNull(),
    cause: text('cause', { enum: ['push', 'pull_request', 'merge_group', 'installation'] }).notNull(),
    pullNumber: integer('pull_number'),
    /** The head is in a different repository, so its own settings are ignored. */
    isFork: boolean('is_fork').notNull().default(false),
    /** The author has write access to the repository. */
    authorMayWrite: boolean('author_may_write').notNull().default(false),
    /** The author is a dependency update bot. */
    isQuiet: boolean('is_quiet').notNull().default(false),
    state: text('state', {
      enum: ['queued', 'scanning-base', 'scanning-head', 'completed', 'superseded', 'abandoned'],
    }).notNull(),
    /** Human-readable reason why it ended without a scan. */
    endedBecause: text('ended_because'),
    baseScanId: text('base_scan_id').references(() => scans.id, { onDelete: 'set null' }),
    headScanId: text('head_scan_id').references(() => scans.id, { onDelete: 'set null' }),
    /** Changed lines: `[path, [first, last][]]`. Null if unknown; nothing is annotated then. */
    changedLines:
      jsonb('changed_lines').$type<readonly (readonly [string, readonly (readonly [number, number])[]])[]>(),
    /** GitHub ID of the check run. Null before it was created. */
    checkRunId: bigint('check_run_id', { mode: 'number' }),
    /** SHA-256 of the last published content, so that equal content is not published twice. */
    publishedDigest: text('told_digest'),
    /** Number of the conclusion's annotations that were sent. */
    annotationsSent: integer('annotations_sent').notNull().default(0),
    /** Set when GitHub has received the conclusion. */
    concludedAt: moment('concluded_at'),
    /** Set before the conclusion is sent, so GitHub may have received it. A later change creates a new run. */
    concludingAt: moment('concluding_at'),
    /** The conclusion that GitHub received. Valid only if `conclusionAt` is `concludedAt`. */
    conclusion: text('conclusion', { enum: ['success', 'failure', 'neutral'] }),
    /** Number of new findings that made the check fail. */
    failingFindings: integer('failing_findings'),
    /**
     * The same time as `concludedAt`. Workers of the previous version conclude runs and create new ones without
     * changing the stored conclusion, which is then of an earlier run.
     */
    conclusionAt: moment('conclusion_at'),
    /** Increases with each change of what the run shows. */
    revision: integer('revision').notNull().default(0),
    /** Number of consecutive requests that GitHub refused. */
    refusals: integer('refusals').notNull().default(0),
    /** Earliest time of the next attempt after a refusal. */
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
