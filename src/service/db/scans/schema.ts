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
import type { InstalledCapabilities } from '../../../engine/reachability/capabilities/compare-installations.ts'
import type { Severity } from '../../../engine/model/severity.ts'
import type { SourceIdentity, Target } from '../../../engine/model/target.ts'
import { accounts } from '../accounts/schema.ts'
import { moment } from '../columns.ts'
import { inventories } from './shared-results-schema.ts'

/** Tables for scans and findings. */

/** Scans, one row per submission. */
export const scans = pgTable(
  'scans',
  {
    id: text('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    status: text('status').$type<ScanStatus>().notNull(),
    /** URL as submitted. */
    url: text('url').notNull(),
    target: jsonb('target').$type<Target>().notNull(),
    webhook: text('webhook'),
    failOn: text('fail_on').$type<Severity>().notNull(),
    /** Commit or branch to compare the findings with. Null to use the account's previous scan. */
    baseline: text('baseline'),
    /** True to scan even if a result could be reused. */
    force: boolean('force').notNull().default(false),
    /** Whether the scan judges reachability. Null to use the setting of the service. */
    reachability: boolean('reachability'),
    stage: text('stage').$type<ScanStage>().notNull(),
    percent: integer('percent').notNull(),
    /** Number of the last `scan_progress` row. */
    progressNumber: integer('progress_number').notNull().default(0),
    /** Number of times the scan was started by a worker. Above one after a crash. */
    attempts: integer('attempts').notNull().default(0),
    /** Ticket of the job that runs the scan. A retried job finds its scan by ticket. Null while the scan waits. */
    ticket: uuid('ticket'),
    sourceType: text('source_type').$type<Target['type']>().notNull(),
    source: jsonb('source').$type<SourceIdentity>(),
    /** Copy of `source.canonicalUrl`, to find the previous scan. */
    canonicalUrl: text('canonical_url'),
    /** Identifies the examined content and the engine. Null if the result must not be reused. */
    reuseKey: text('reuse_key'),
    /** Advisory state during the scan, by component ecosystem. Equal texts mean equal advisories. */
    advisoryGenerations: jsonb('advisory_generations').$type<Readonly<Record<string, string>>>(),
    /**
     * Registry time at which manifests without a lockfile are resolved. A comparison's head uses the time of its base.
     * Null for scans by earlier versions.
     */
    registrySnapshotAt: moment('registry_snapshot_at'),
    /** When the result was produced: the end of this scan, or of the scan whose result was reused. */
    examinedAt: moment('examined_at'),
    /** True if the result of another scan was reused. */
    cached: boolean('cached').notNull().default(false),
    /** True if the source was read with credentials. */
    isPrivate: boolean('is_private').notNull().default(false),
    results: jsonb('results').$type<ScanResults>(),
    /** Scans with a higher value run first. The first scans after an installation have negative values. */
    priority: integer('priority').notNull().default(0),
    /**
     * GitHub ID of the repository for which the app, or one of its workflows, requested the scan. Null for other scans.
     */
    githubRepositoryId: bigint('github_repository_id', { mode: 'number' }),
    /**
     * Key that submitted the scan. No foreign key, because workflow keys are deleted after they expire. Null for the
     * app.
     */
    submittedByKey: uuid('submitted_by_key'),
    /**
     * True to read the source without the account's credentials, because a workflow requested a URL other than its own
     * repository.
     */
    asAnybody: boolean('as_anybody').notNull().default(false),
    /** Project settings. Callers that trust the project apply them. Public figures do not. */
    projectConfig: jsonb('project_word'),
    /** Project dependencies. Null until the scan has completed. */
    inventoryDigest: text('inventory_digest').references(() => inventories.digest),
    verdict: text('verdict').$type<Verdict>(),
    coverage: jsonb('coverage').$type<Coverage>(),
    /**
     * Tools, prompts, and resources. Null until the scan has completed, and for scans by versions that did not read
     * them.
     */
    tools: jsonb('tools').$type<readonly ScannedTool[]>(),
    /**
     * Declarations of the project about itself. Null until the scan has completed, and for scans by versions that did
     * not read them.
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
    index('scans_next_of_account')
      .on(table.accountId, table.priority.desc(), table.createdAt, table.id)
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
    index('scans_started')
      .on(table.accountId, table.startedAt)
      .where(sql`started_at is not null`),
    index('scans_ticket')
      .on(table.ticket)
      .where(sql`status in ('pending', 'scanning')`),
    index('scans_previous')
      .on(table.accountId, table.canonicalUrl, table.completedAt)
      .where(sql`status = 'completed'`),
    index('scans_public_source')
      .on(table.canonicalUrl, table.completedAt)
      .where(sql`status = 'completed' and not is_private`),
    index('scans_duration')
      .on(table.sourceType, table.completedAt)
      .where(sql`status = 'completed'`),
  ],
)

/**
 * Tickets whose workers wait for another worker to start a scan for them. The table is not logged: a crash of the
 * database empties it, and the jobs of workers whose requests are gone are retried.
 */
export const scanClaims = pgTable(
  'scan_claims',
  {
    ticket: uuid('ticket').primaryKey(),
    /** Uses the database's clock, because all workers compare it. */
    requestedAt: moment('requested_at').notNull(),
    isAnswered: boolean('is_answered').notNull().default(false),
    /** Scan that was started for the ticket. Null in an answer if no scan could start. */
    scanId: text('scan_id'),
  },
  (table) => [index('scan_claims_requested').on(table.requestedAt)],
)

/** Files that repository scans read, so that later scans can be compared with them. */
export const scanReadings = pgTable('scan_readings', {
  scanId: text('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  record: jsonb('record').$type<ReadingRecord>().notNull(),
})

/** What the installed packages of repository scans can do, for the scans that read them. */
export const scanCapabilities = pgTable('scan_capabilities', {
  scanId: text('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  installed: jsonb('installed').$type<InstalledCapabilities>().notNull(),
})

/** Progress of scans: one numbered row per step, starting at 1. */
export const scanProgress = pgTable(
  'scan_progress',
  {
    scanId: text('scan_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    stage: text('stage').$type<ScanStage>().notNull(),
    percent: integer('percent').notNull(),
    /** Uses the database's clock, because a retried scan may continue on another machine. */
    recordedAt: moment('recorded_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.number] })],
)

/**
 * Stalls: one row each time that a source stalled the process that scanned it, or crashed its child processes at every
 * attempt. After two stalls, at least one of them without other scans in the process, the source is not scanned again.
 */
export const sourceStalls = pgTable(
  'source_stalls',
  {
    id: uuid('id').primaryKey(),
    /** Hash of the source's revision and the engine. It belongs to no account and does not reveal the source. */
    sourceKey: text('source_key').notNull(),
    stalledAt: moment('stalled_at').notNull(),
    /** True if the process scanned no other source, so that only this one can be the cause. */
    isAlone: boolean('is_alone').notNull().default(false),
  },
  (table) => [index('source_stalls_of_source').on(table.sourceKey, table.stalledAt)],
)

/** Scan findings. `document` is shown everywhere. The columns are for filters and sorting. */
export const findings = pgTable(
  'findings',
  {
    scanId: text('scan_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    /** Position among the scan's findings, most severe first. */
    ordinal: integer('ordinal').notNull(),
    id: text('id').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    category: text('category').$type<Finding['category']>().notNull(),
    state: text('state').$type<Finding['state']>().notNull(),
    document: jsonb('document').$type<FindingRecord>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.ordinal] })],
)
