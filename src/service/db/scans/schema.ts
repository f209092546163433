import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { FindingRecord } from '../../../engine/model/finding-record.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import type { ProjectFacts } from '../../../engine/model/project-facts.ts'
import type { ReadingRecord } from '../../../engine/model/reading-record.ts'
import type {
  Coverage,
  ScanFailureCode,
  ScanResults,
  ScanStage,
  ScanStatus,
  Verdict,
} from '../../../engine/model/scan.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { Severity } from '../../../engine/model/severity.ts'
import type { SourceIdentity, Target } from '../../../engine/model/target.ts'
import { accounts } from '../accounts/schema.ts'
import { moment } from '../columns.ts'
import { inventories } from './shared-results-schema.ts'

/** Tables of scans and their findings. */

/** One row a submission, from `pending` to its end. */
export const scans = pgTable(
  'scans',
  {
    id: text('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    status: text('status').$type<ScanStatus>().notNull(),
    /** As submitted. */
    url: text('url').notNull(),
    target: jsonb('target').$type<Target>().notNull(),
    webhook: text('webhook'),
    failOn: text('fail_on').$type<Severity>().notNull(),
    /** The commit or branch that the findings are compared with. Null: the previous scan of the account. */
    baseline: text('baseline'),
    /** Runs again even if a result could be reused. */
    force: boolean('force').notNull().default(false),
    stage: text('stage').$type<ScanStage>().notNull(),
    percent: integer('percent').notNull(),
    /** Number of the last entry in `scan_progress`. */
    progressNumber: integer('progress_number').notNull().default(0),
    /** How often a worker has started it; more than one after a crash. */
    attempts: integer('attempts').notNull().default(0),
    /** The ticket of the job that works it; null while it waits. A job that is tried again finds its scan by this. */
    ticket: uuid('ticket'),
    sourceType: text('source_type').$type<Target['type']>().notNull(),
    source: jsonb('source').$type<SourceIdentity>(),
    /** `source.canonicalUrl`, for finding the scan before this one. */
    canonicalUrl: text('canonical_url'),
    /**
     * Stands for the bytes that were examined and the engine that did it; null where the result is not to be reused.
     */
    reuseKey: text('reuse_key'),
    /** By ecosystem of the components, what the advisories were then; equal texts stand for equal advisories. */
    advisoryGenerations: jsonb('advisory_generations').$type<Readonly<Record<string, string>>>(),
    /** When the result was found out: the scan's own end, or for a reused one that of the scan that did the work. */
    examinedAt: moment('examined_at'),
    /** The result is that of another scan. */
    cached: boolean('cached').notNull().default(false),
    /** The source was read with credentials. */
    isPrivate: boolean('is_private').notNull().default(false),
    results: jsonb('results').$type<ScanResults>(),
    /** Worked before others of the account when higher; initial scans of an installation are below 0. */
    priority: integer('priority').notNull().default(0),
    /**
     * GitHub's number of the repository for which the app, or a workflow in it, asked for this scan; null for others.
     */
    githubRepositoryId: bigint('github_repository_id', { mode: 'number' }),
    /**
     * The key that submitted it, without reference: keys of workflows are removed when they have ended. Null for what
     * the app asked for.
     */
    submittedByKey: uuid('submitted_by_key'),
    /**
     * Its source is read without the credentials of the account: a workflow requested another URL than its own
     * repository.
     */
    asAnybody: boolean('as_anybody').notNull().default(false),
    /** The settings of the project. Callers that trust the project apply them; public figures do not. */
    projectConfig: jsonb('project_word'),
    /** What the project brings; null before the scan has completed. */
    inventoryDigest: text('inventory_digest').references(() => inventories.digest),
    verdict: text('verdict').$type<Verdict>(),
    coverage: jsonb('coverage').$type<Coverage>(),
    /** What it offers to models; null before the scan has completed, and in those of versions that did not look. */
    tools: jsonb('tools').$type<readonly ScannedTool[]>(),
    /**
     * What the project declares of itself; null before the scan has completed, and in those of versions that did not
     * look.
     */
    facts: jsonb('facts').$type<ProjectFacts>(),
    errorCode: text('error_code').$type<ScanFailureCode>(),
    errorMessage: text('error_message'),
    createdAt: moment('created_at').notNull().defaultNow(),
    estimatedCompletionAt: moment('estimated_completion_at').notNull(),
    startedAt: moment('started_at'),
    completedAt: moment('completed_at'),
  },
  (table) => [
    index('scans_account').on(table.accountId, table.createdAt),
    index('scans_unfinished_of_account')
      .on(table.accountId)
      .where(sql`status in ('pending', 'scanning')`),
    index('scans_reuse')
      .on(table.reuseKey, table.completedAt)
      .where(sql`status = 'completed'`),
    index('scans_unfinished')
      .on(table.createdAt)
      .where(sql`status in ('pending', 'scanning')`),
    index('scans_waiting')
      .on(table.accountId, table.createdAt)
      .where(sql`status = 'pending'`),
    index('scans_github_repository')
      .on(table.githubRepositoryId)
      .where(sql`github_repository_id is not null`),
    index('scans_inventory')
      .on(table.inventoryDigest)
      .where(sql`inventory_digest is not null`),
    index('scans_running')
      .on(table.accountId)
      .where(sql`status = 'scanning'`),
    index('scans_ticket')
      .on(table.ticket)
      .where(sql`status in ('pending', 'scanning')`),
    index('scans_previous')
      .on(table.accountId, table.canonicalUrl, table.completedAt)
      .where(sql`status = 'completed'`),
    index('scans_duration')
      .on(table.sourceType, table.completedAt)
      .where(sql`status = 'completed'`),
  ],
)

/** What a scan of a repository read, file by file, so that a later scan can be compared with it. */
export const scanReadings = pgTable('scan_readings', {
  scanId: text('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  record: jsonb('record').$type<ReadingRecord>().notNull(),
})

/** Where a scan was, for those who watch it: one row a step, numbered from 1. */
export const scanProgress = pgTable(
  'scan_progress',
  {
    scanId: text('scan_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    stage: text('stage').$type<ScanStage>().notNull(),
    percent: integer('percent').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.number] })],
)

/**
 * Each time that a source stalled the process that scanned it, or its children throughout. After two, one of them
 * alone, it is not scanned again.
 */
export const sourceStalls = pgTable(
  'source_stalls',
  {
    id: uuid('id').primaryKey(),
    /**
     * A hash over the revision of the source and the engine: it belongs to no account, and no one can read the source
     * from it.
     */
    sourceKey: text('source_key').notNull(),
    stalledAt: moment('stalled_at').notNull(),
    /** The process had no other source in work, so no other source can be the cause. */
    isAlone: boolean('is_alone').notNull().default(false),
  },
  (table) => [index('source_stalls_of_source').on(table.sourceKey, table.stalledAt)],
)

/** Findings of a scan; `document` is what every door shows, the columns are what is filtered and sorted. */
export const findings = pgTable(
  'findings',
  {
    scanId: text('scan_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    /** Place in the order of the scan: worst first. */
    ordinal: integer('ordinal').notNull(),
    id: text('id').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    category: text('category').$type<Finding['category']>().notNull(),
    state: text('state').$type<Finding['state']>().notNull(),
    document: jsonb('document').$type<FindingRecord>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.ordinal] })],
)
