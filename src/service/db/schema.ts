import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Component } from '../../engine/model/component.ts'
import type { FindingRecord } from '../../engine/model/finding-record.ts'
import type { Finding } from '../../engine/model/finding.ts'
import type { ProjectFacts } from '../../engine/model/project-facts.ts'
import type { ReadingRecord } from '../../engine/model/reading-record.ts'
import type { Coverage, ScanFailureCode, ScanResults, ScanStage, ScanStatus, Verdict } from '../../engine/model/scan.ts'
import type { ScannedTool } from '../../engine/model/scanned-tool.ts'
import type { Severity } from '../../engine/model/severity.ts'
import type { SourceIdentity, Target } from '../../engine/model/target.ts'
import { bytea, moment } from './columns.ts'

/**
 * Every table of ours but those of the registry (`registry-schema.ts`), as it should be; `npm run generate` writes the
 * migration that leads there. The queue keeps its own tables in the schema `pgboss`.
 */

/** Who keys, scans and webhooks belong to. */
export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  plan: text('plan', { enum: ['free', 'pro', 'team', 'enterprise'] }).notNull(),
  /** Agreed with this account instead of the plan's own limits; null: the plan's. */
  quarterHourLimit: integer('quarter_hour_limit'),
  dayLimit: integer('day_limit'),
  /** Encrypted with a key derived from ASSAY_SECRET. */
  webhookSecretSealed: bytea('webhook_secret_sealed').notNull(),
  /** The secret before this one, and until when both hold; null when there is none. */
  previousWebhookSecretSealed: bytea('previous_webhook_secret_sealed'),
  previousWebhookSecretUntil: moment('previous_webhook_secret_until'),
  /** When the secret was last replaced; null: never. */
  webhookSecretRotatedAt: moment('webhook_secret_rotated_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Requests of one account or address in the two fixed windows. */
export const rateUsage = pgTable(
  'rate_usage',
  {
    /** `account:` and an id, or `address:` and an address. */
    subject: text('subject').primaryKey(),
    /** Number of the 15 minutes that are counted, since the epoch. */
    quarterHour: integer('quarter_hour').notNull(),
    quarterHourUsed: integer('quarter_hour_used').notNull(),
    /** Number of the day in UTC that is counted, since the epoch. */
    day: integer('day').notNull(),
    dayUsed: integer('day_used').notNull(),
    /** The limits that held when it was last asked. */
    quarterHourLimit: integer('quarter_hour_limit').notNull(),
    dayLimit: integer('day_limit').notNull(),
    /** How many permits were given when it was last asked. */
    granted: integer('granted').notNull(),
  },
  (table) => [index('rate_usage_day').on(table.day)],
)

/** What holds for the whole installation; one row. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey(),
  /** Made with the master key, to tell another one: with it no key and no secret in this database would open. */
  masterKeyCheck: bytea('master_key_check').notNull(),
})

/** API keys; only a keyed hash of the secret part is at rest. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The public 8 characters of the key, safe to log. */
    prefix: text('prefix').notNull().unique(),
    secretHash: bytea('secret_hash').notNull(),
    permissions: text('permissions').array().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    /** The key that a rotation made in place of this one. */
    replacedBy: uuid('replaced_by'),
    lastUsedAt: moment('last_used_at'),
    /**
     * For a key that a workflow at GitHub was given: the host and the number of its repository. It submits that or a
     * public address, and reads what it submitted. Null for others.
     */
    githubHost: text('github_host'),
    githubRepositoryId: bigint('github_repository_id', { mode: 'number' }),
  },
  (table) => [
    index('api_keys_account').on(table.accountId),
    index('api_keys_repository')
      .on(table.githubHost, table.githubRepositoryId)
      .where(sql`github_repository_id is not null`),
  ],
)

/** Identity tokens of workflows that were exchanged for a key: none is taken twice. */
export const githubWorkflowTokens = pgTable(
  'github_workflow_tokens',
  {
    /** SHA-256 of the issuer and the token's `jti`. */
    hash: bytea('hash').primaryKey(),
    /** When the token is worth nothing any more, by the most that clocks may differ. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('github_workflow_tokens_expiry').on(table.expiresAt)],
)

/**
 * Installations of the GitHub App: which account may read what with them. Tokens are minted from these and never
 * stored.
 */
export const githubInstallations = pgTable(
  'github_installations',
  {
    /** Where GitHub is, such as `github.com`, lower case: ids are counted per host. */
    host: text('host').notNull(),
    /** GitHub's number of the installation. */
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /**
     * GitHub's number of the user or organisation; a login can be given up and registered by somebody else, this
     * cannot.
     */
    ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
    /** As GitHub spells it now; compared without case. */
    ownerLogin: text('owner_login').notNull(),
    /** Set while the owner has suspended the installation: nothing is minted. */
    suspendedAt: moment('suspended_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.installationId] }),
    // An app is installed once per owner.
    unique('github_installations_owner').on(table.host, table.ownerId),
    index('github_installations_account').on(table.accountId, table.host, sql`lower(${table.ownerLogin})`),
  ],
)

/** What GitHub has told the app: stored when it comes, worked by a job, kept for telling repetitions. */
export const githubDeliveries = pgTable(
  'github_deliveries',
  {
    /** GitHub's `X-GitHub-Delivery`: a repetition has the same. */
    id: text('id').primaryKey(),
    event: text('event').notNull(),
    /** As sent; null once it was worked, as it tells of private repositories. */
    payload: jsonb('payload'),
    receivedAt: moment('received_at').notNull(),
    /** When it was worked, or given up. */
    endedAt: moment('ended_at'),
    /** Why it was given up; null when all went well. */
    failure: text('failure'),
  },
  (table) => [
    index('github_deliveries_received').on(table.receivedAt),
    index('github_deliveries_waiting')
      .on(table.receivedAt)
      .where(sql`ended_at is null`),
  ],
)

/** Repositories of installations of the app, by GitHub's numbers: names change. */
export const githubRepositories = pgTable(
  'github_repositories',
  {
    host: text('host').notNull(),
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    ownerLogin: text('owner_login').notNull(),
    name: text('name').notNull(),
    isPrivate: boolean('is_private').notNull(),
    /** Null until GitHub has told it: the lists of installations leave it out. */
    defaultBranch: text('default_branch'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.repositoryId] }),
    index('github_repositories_account').on(table.accountId),
    index('github_repositories_installation').on(table.host, table.installationId),
  ],
)

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
    /** The check run's `external_id`, by which it is found again. */
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
    /** The head is of another repository: nothing that it says of itself is heeded. */
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
    /** SHA-256 of what GitHub was last told, so that nothing is told twice. */
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

/** That something private was removed, when and why: the record outlives it. */
export const removals = pgTable(
  'removals',
  {
    id: uuid('id').primaryKey(),
    /** The account that it belonged to; kept without reference, as the account may go too. */
    accountId: uuid('account_id').notNull(),
    /** What it was about, such as `github.com repository 4711`. Names no private thing. */
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    scans: integer('scans').notNull(),
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [index('removals_account').on(table.accountId, table.removedAt)],
)

/** Lists of components, each kept once for all scans that found the same. */
export const inventories = pgTable(
  'inventories',
  {
    /** SHA-256 of the list, base64url. */
    digest: text('digest').primaryKey(),
    components: jsonb('components').$type<readonly Component[]>().notNull(),
    /**
     * Ids of `package_versions`, one for each component in their order, 0 where it has none; null: not looked up yet.
     */
    packageVersions: integer('package_versions').array(),
  },
  (table) => [
    // Without a list of what is still to be sorted in: it would be read at each question.
    index('inventories_package_versions').using('gin', table.packageVersions).with({ fastupdate: false }),
    index('inventories_not_looked_up')
      .on(table.digest)
      .where(sql`package_versions is null`),
  ],
)

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
    /** The commit or branch with which the findings are compared; null: the account's scan before. */
    baseline: text('baseline'),
    /** Made anew even where a result could be reused. */
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
     * Its source is read as anybody may, whatever the account could read: a workflow asked for another address than its
     * own repository.
     */
    asAnybody: boolean('as_anybody').notNull().default(false),
    /** What the project says of its own scans: heeded by whoever trusts it, never in public numbers. */
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

/** What is known of the content of one file, for later scans that meet the same content. */
export const fileResults = pgTable(
  'file_results',
  {
    /**
     * Keyed hash of whose files these are (the public, or one account), the engine, the class of the path
     * and the content: nobody can tell from it whether somebody else has a file, nor be given its result.
     */
    key: bytea('key').primaryKey(),
    result: jsonb('result').notNull(),
    /** To the day: results that nobody has asked for in a while are removed. */
    usedOn: date('used_on', { mode: 'string' }).notNull(),
  },
  (table) => [index('file_results_used').on(table.usedOn)],
)

/** Source files in the intermediate form of `dataflow`, for later scans that meet the same content. */
export const fileUnits = pgTable(
  'file_units',
  {
    /** As that of `file_results`. */
    key: bytea('key').primaryKey(),
    unit: bytea('unit').notNull(),
    /** To the day: what nobody has asked for in a while is removed. */
    usedOn: date('used_on', { mode: 'string' }).notNull(),
  },
  (table) => [index('file_units_used').on(table.usedOn)],
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

/** Streams of events that are open, in whichever process, so that their ceilings hold for all together. */
export const openStreams = pgTable(
  'open_streams',
  {
    id: uuid('id').primaryKey(),
    /** `account:` and an id, or `address:` and an address. */
    subject: text('subject').notNull(),
    /** A stream whose process died counts no longer than this. */
    until: moment('until').notNull(),
  },
  (table) => [index('open_streams_subject').on(table.subject, table.until)],
)

/** Where an account wants its events. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    /** Names of the events that it gets; empty: every one that the account may have. */
    events: text('events').array().notNull(),
    /** Encrypted like the account's, its own. */
    secretSealed: bytea('secret_sealed').notNull(),
    previousSecretSealed: bytea('previous_secret_sealed'),
    previousSecretUntil: moment('previous_secret_until'),
    secretRotatedAt: moment('secret_rotated_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Set while nothing is sent; events of that time are not kept for it. */
    disabledAt: moment('disabled_at'),
    /** `account`: somebody switched it off. `failing`: every attempt of days failed. */
    disabledReason: text('disabled_reason', { enum: ['account', 'failing'] }),
    /** The first failed attempt after the last good one; null: the last one was good, or there was none. */
    failingSince: moment('failing_since'),
    lastSucceededAt: moment('last_succeeded_at'),
  },
  (table) => [index('webhook_endpoints_account').on(table.accountId, table.createdAt)],
)

/** What happened, as receivers are told: once, however many receivers it has. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    /** `evt_` and a hash of what happened: equal for every receiver and every attempt. */
    id: text('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** The envelope: these bytes, as UTF-8, are signed and sent. */
    body: text('body').notNull(),
    /** The scan that it tells of: with it goes what was told of it. */
    scanId: text('scan_id').references(() => scans.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('webhook_events_scan').on(table.scanId),
    index('webhook_events_age').on(table.createdAt),
    index('webhook_events_account').on(table.accountId, table.createdAt),
  ],
)

/** One event on its way to one receiver, from `waiting` to its end. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null: the `webhook` of a submitted scan. */
    endpointId: uuid('endpoint_id').references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** The `webhook` of the submission; null: the endpoint's address, as it is at each attempt. */
    url: text('url'),
    /** Deliveries of one lane share its bounds: `endpoint:` and an id, or `host:`, an account and a host. */
    lane: text('lane').notNull(),
    status: text('status', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    /** Attempts that ended. */
    attempts: integer('attempts').notNull().default(0),
    /** Place in the schedule: how many attempts ended since it was first made or asked for again. */
    step: integer('step').notNull().default(0),
    /** When the next attempt is due; null when there is none. */
    nextAttemptAt: moment('next_attempt_at'),
    /** Set while a process makes an attempt; one that is over without a record died with its process. */
    leaseUntil: moment('lease_until'),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    unique('webhook_deliveries_receiver').on(table.eventId, table.endpointId, table.url).nullsNotDistinct(),
    index('webhook_deliveries_due')
      .on(table.nextAttemptAt)
      .where(sql`status = 'waiting'`),
    index('webhook_deliveries_lane')
      .on(table.lane, table.nextAttemptAt)
      .where(sql`status = 'waiting'`),
    index('webhook_deliveries_endpoint').on(table.endpointId, table.createdAt),
    index('webhook_deliveries_account').on(table.accountId, table.createdAt),
  ],
)

/** Attempts of deliveries, and what came of them. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** From 0, over all schedules of the delivery. */
    number: integer('number').notNull(),
    startedAt: moment('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The receiver's answer; null when there was none. */
    status: integer('status'),
    /** Why it failed, for people; null when it did not. */
    failure: text('failure'),
    /** The first KiB of the answer's body, as far as it is text. */
    responseHead: text('response_head'),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number] }),
    index('webhook_attempts_started').on(table.startedAt),
  ],
)

/** Servers of the registry of which an account wants to hear; a slug need not be there yet. */
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

/** Requests that came with an `Idempotency-Key`, and what they were answered. Nothing with a secret in it. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Id of the endpoint. */
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of what was asked. */
    requestHash: bytea('request_hash').notNull(),
    /** Tells the request that works on it from one that took over. */
    leaseId: uuid('lease_id').notNull(),
    /** Until when an unanswered request counts as under way. */
    leaseUntil: moment('lease_until').notNull(),
    /** When the key means nothing any more. */
    expiresAt: moment('expires_at').notNull(),
    /** Null while the request is under way. */
    answer: jsonb('answer').$type<{
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }>(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.endpoint, table.key] }),
    index('idempotency_keys_expiry').on(table.expiresAt),
  ],
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

/** One ecosystem of one advisory feed, `OSV_URL`'s `<base>/<ecosystem>`, and how its last sync went. */
export const advisoryFeeds = pgTable(
  'advisory_feeds',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    base: text('base').notNull(),
    ecosystem: text('ecosystem').notNull(),
    /** End of the last sync that brought a full state; null before the first. */
    syncedAt: moment('synced_at'),
    /** Newest `modified` that is not after `syncedAt`. */
    newestModified: moment('newest_modified'),
    records: integer('records').notNull().default(0),
    /** Records that could not be read, named in the log. */
    unreadable: integer('unreadable').notNull().default(0),
    /** Grows with every change of the feed's records; caches compare it. */
    generation: bigint('generation', { mode: 'number' }).notNull().default(0),
    /** When the records were last those of a whole export; null before the first. */
    fullAt: moment('full_at'),
    /**
     * SHA-256 of the export whose records these are: an equal one is not imported again. Null once single records were
     * taken.
     */
    exportDigest: text('export_digest'),
    /** Its `ETag`, where the server gave one. */
    exportEtag: text('export_etag'),
    /**
     * SHA-256 of the listing with which the records agree: an equal one is not compared again. Null while they do not.
     */
    listingDigest: text('listing_digest'),
    listingEtag: text('listing_etag'),
    /** End of the last attempt; null while the first one runs. */
    lastAttemptAt: moment('last_attempt_at'),
    /** Why the last attempt failed; null after one that went well. */
    lastError: text('last_error'),
  },
  (table) => [unique('advisory_feeds_base_ecosystem').on(table.base, table.ecosystem)],
)

/** A record of a feed without its `affected` part, which is `advisory_affected`. */
export const advisories = pgTable(
  'advisories',
  {
    feedId: integer('feed_id')
      .notNull()
      .references(() => advisoryFeeds.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    modified: moment('modified').notNull(),
    withdrawn: moment('withdrawn'),
    /** What the feed's listing gave for `modified` when the record was last fetched alone; null: the same. */
    listed: moment('listed'),
    /** SHA-256 of what is stored of the record, base64url: some feeds change records without a newer `modified`. */
    digest: text('digest').notNull(),
    /** The record as published, `affected` left out. */
    document: jsonb('document').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feedId, table.id] }),
    index('advisories_id').on(table.id),
    index('advisories_aliases').using('gin', sql`(${table.document} -> 'aliases') jsonb_path_ops`),
  ],
)

/** Records of a feed that could not be read; what was stored of them before still stands. */
export const advisoryUnreadable = pgTable(
  'advisory_unreadable',
  {
    feedId: integer('feed_id')
      .notNull()
      .references(() => advisoryFeeds.id, { onDelete: 'cascade' }),
    /** Of the record, or the name of its file where that is all that is known. */
    id: text('id').notNull(),
    /** What the feed's listing gave for `modified` when it was last fetched alone. */
    listed: moment('listed'),
    problem: text('problem').notNull(),
    /** The packages that it is about, as far as it says so, in normal form. */
    packages: text('packages').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.feedId, table.id] })],
)

/** One `affected` entry of an advisory: a package and the versions of it that have the flaw. */
export const advisoryAffected = pgTable(
  'advisory_affected',
  {
    key: bigserial('key', { mode: 'number' }).primaryKey(),
    feedId: integer('feed_id').notNull(),
    advisoryId: text('advisory_id').notNull(),
    ecosystem: text('ecosystem').notNull(),
    /** Package name in the ecosystem's normal form. */
    packageName: text('package_name').notNull(),
    /** The entry as published. */
    entry: jsonb('entry').notNull(),
  },
  (table) => [
    index('advisory_affected_package').on(table.ecosystem, table.packageName),
    index('advisory_affected_advisory').on(table.feedId, table.advisoryId),
  ],
)

/** Feeds that tell what is exploited, `KEV_URL` and `EPSS_URL`, and how their last sync went. */
export const exploitationFeeds = pgTable('exploitation_feeds', {
  id: text('id', { enum: ['kev', 'epss'] }).primaryKey(),
  /** End of the last sync that brought a full state; null before the first. */
  syncedAt: moment('synced_at'),
  /** The date that the feed gives itself. */
  publishedOn: date('published_on', { mode: 'string' }),
  records: integer('records').notNull().default(0),
  /** SHA-256 of the file that the rows were read from; caches compare it. */
  digest: text('digest'),
  lastAttemptAt: moment('last_attempt_at'),
  /** Why the last attempt failed; null after one that went well. */
  lastError: text('last_error'),
})

/** CISA's catalogue of exploited flaws. */
export const knownExploited = pgTable('known_exploited', {
  cve: text('cve').primaryKey(),
  addedAt: date('added_at', { mode: 'string' }).notNull(),
  /** Known to be used by ransomware. */
  ransomware: boolean('ransomware').notNull(),
})

/** FIRST's EPSS: how likely each CVE is to be exploited within 30 days. */
export const exploitPredictions = pgTable('exploit_predictions', {
  cve: text('cve').primaryKey(),
  score: doublePrecision('score').notNull(),
  percentile: doublePrecision('percentile').notNull(),
})
