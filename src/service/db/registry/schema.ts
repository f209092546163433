import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { FindingRecord } from '../../../engine/model/finding-record.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import type { ScanScope } from '../../../engine/model/receipt.ts'
import type { JoinEvidence, ScoreBasis, SourceDeclaration } from '../../../engine/model/registry-source.ts'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import type { Coverage, ScanResults } from '../../../engine/model/scan.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { Grade } from '../../../engine/model/score.ts'
import type { Severity } from '../../../engine/model/severity.ts'
import type { Target } from '../../../engine/model/target.ts'
import type { ToolChange } from '../../../engine/model/tool-change.ts'
import { byteOrderedText, bytea, moment } from '../columns.ts'
import { accounts, inventories } from '../schema.ts'

/**
 * The tables of the registry. Nothing private is ever in them: what is here, anybody may see. They refer to no scan, so
 * that an account which removes its scans takes nothing from the registry; scan ids stand in them as texts.
 */

/** A server, as lists, search and comparisons show it; one row however many packages and repositories it has. */
export const registryServers = pgTable(
  'registry_servers',
  {
    id: uuid('id').primaryKey(),
    /** Names it in paths; never changes hands. */
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** Slug of the category. */
    category: text('category').notNull(),
    /** The language that most of its code is in, lower case; empty: unknown. */
    language: text('language').notNull().default(''),
    /** Kind of the source that its score is of. */
    sourceType: text('source_type', { enum: ['git', 'npm', 'pypi'] }).notNull(),
    repositoryUrl: text('repository_url').notNull().default(''),
    npmPackage: text('npm_package').notNull().default(''),
    pypiPackage: text('pypi_package').notNull().default(''),
    status: text('status', { enum: ['active', 'deprecated', 'archived', 'removed'] }).notNull(),
    /** The server that it became one with: its slug leads there. Null: it is one of its own. */
    mergedInto: uuid('merged_into'),
    /** Since when it is in no answer, as its source can no longer be read by everybody; null: it is shown. */
    hiddenAt: moment('hidden_at'),
    /** 0 to 100; null before the first complete scan of a current revision. */
    securityScore: integer('security_score'),
    grade: text('grade').$type<Grade>(),
    /** Version of the scoring formula. */
    method: text('method'),
    /** Package version or commit that the score is of. */
    version: text('version'),
    scanId: text('scan_id'),
    lastScannedAt: moment('last_scanned_at'),
    critical: integer('critical').notNull().default(0),
    high: integer('high').notNull().default(0),
    medium: integer('medium').notNull().default(0),
    low: integer('low').notNull().default(0),
    info: integer('info').notNull().default(0),
    /** Findings that the project asks to be left out; they count all the same. */
    suppressed: integer('suppressed').notNull().default(0),
    /** 0 to 100; null: none of its signals could be measured. */
    maintenance: doublePrecision('maintenance'),
    popularity: doublePrecision('popularity'),
    documentation: doublePrecision('documentation'),
    compatibility: doublePrecision('compatibility'),
    quality: doublePrecision('quality'),
    /** Null: not measured. */
    stars: integer('stars'),
    /** A month; null: not measured. */
    downloads: bigint('downloads', { mode: 'number' }),
    /** Its name without scope, with what looks alike written alike; empty: not known. */
    foldKey: text('fold_key').notNull().default(''),
    /** SHA-256 over the definition hashes of all that it offers to models; null: not known. */
    toolsHash: text('tools_hash'),
    /** Points of its history; a trigger counts them. */
    scans: integer('scans').notNull().default(0),
    /** What lists are ordered by where they are ordered by score; without one it comes below 0. */
    scoreOrder: integer('score_order')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(security_score, -1)`),
    /** What lists are ordered by where they are ordered by name; bounded, as it stands in indexes. */
    nameOrder: byteOrderedText('name_order')
      .notNull()
      .generatedAlwaysAs(sql`lower(left(name, 200))`),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('registry_servers_fold')
      .on(table.foldKey)
      .where(sql`fold_key <> ''`),
    index('registry_servers_updated').using('brin', table.updatedAt).with({ pages_per_range: 2, autosummarize: true }),
    index('registry_servers_merged')
      .on(table.mergedInto)
      .where(sql`merged_into is not null`),
  ],
)

/** A package or a folder of a repository that a server is published as. */
export const registrySources = pgTable(
  'registry_sources',
  {
    id: uuid('id').primaryKey(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    type: text('type', { enum: ['git', 'npm', 'pypi'] }).notNull(),
    /** The page of the package or repository, without revision. */
    canonicalUrl: text('canonical_url').notNull(),
    /** Folder of the repository; empty: its root, or a package. */
    folder: text('folder').notNull().default(''),
    /** Of the package, or `owner/name` of the repository. */
    name: text('name').notNull(),
    /** What the current revision declares: which repository, which packages. */
    declares: jsonb('declares').$type<SourceDeclaration>().notNull(),
    /** Newest revision that was found to be the current one; null: not known yet. */
    currentRevision: text('current_revision'),
    /** When that was last asked. */
    resolvedAt: moment('resolved_at'),
    /** When it is asked again; null: never, as it is gone. */
    nextCheckAt: moment('next_check_at'),
    /** Why it belongs to its server: what both sides say. Null for the one that made the server. */
    joinedBy: jsonb('joined_by').$type<JoinEvidence>(),
    joinedAt: moment('joined_at'),
    /** The server that it had before it was joined to this one: where it goes back to. */
    joinedFrom: uuid('joined_from'),
    /** An operator has split it from others: whatever they say, it is joined to none. */
    isHeldApart: boolean('is_held_apart').notNull().default(false),
    /** Since when not everybody can read it any more; null: everybody can. */
    goneAt: moment('gone_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('registry_sources_place').on(table.canonicalUrl, table.folder),
    index('registry_sources_server').on(table.serverId),
    index('registry_sources_check')
      .on(table.nextCheckAt)
      .where(sql`next_check_at is not null`),
  ],
)

/** A revision of a source that was scanned completely, whether or not it is the current one. */
export const registryRevisions = pgTable(
  'registry_revisions',
  {
    sourceId: uuid('source_id')
      .notNull()
      .references(() => registrySources.id, { onDelete: 'cascade' }),
    revision: text('revision').notNull(),
    scanId: text('scan_id').notNull(),
    scannedAt: moment('scanned_at').notNull(),
    /** SRI string of what was scanned. */
    digest: text('digest').notNull(),
    results: jsonb('results').$type<ScanResults>().notNull(),
    /** How many open findings of each severity, precision and kind of dependency there are: what any formula needs. */
    scoreBasis: jsonb('score_basis').$type<readonly ScoreBasis[]>().notNull(),
    /** Version of the rules and of the engine. */
    engine: text('engine').notNull(),
    /** Date of the advisories, as coverage has it. */
    advisoryDate: jsonb('advisory_date').$type<Coverage['advisories']>().notNull(),
    inventoryDigest: text('inventory_digest').references(() => inventories.digest),
    tools: jsonb('tools').$type<readonly ScannedTool[]>(),
    toolsHash: text('tools_hash'),
    /**
     * Open findings of the current revision of a source while its server's score is of another source; null for others:
     * they stand in `registry_findings`, or nowhere.
     */
    findings: jsonb('findings').$type<readonly RegistryFinding[]>(),
    /** Who scanned, and what was looked at, as receipts state it; null: not known, and no receipt is signed. */
    scope: jsonb('scope').$type<ScanScope>(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.revision] }),
    index('registry_revisions_inventory').on(table.inventoryDigest),
  ],
)

/** Open findings of the scan that a server's score is of, with those that the project asks to be left out. */
export const registryFindings = pgTable(
  'registry_findings',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** Place in the order: worst first. */
    ordinal: integer('ordinal').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    category: text('category').$type<Finding['category']>().notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** When it was first seen at this server. */
    firstSeenAt: moment('first_seen_at').notNull(),
    /** Whole, as the scan had it; what of it is published is decided when it is shown. */
    document: jsonb('document').$type<FindingRecord>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.serverId, table.ordinal] }),
    index('registry_findings_severity').on(table.serverId, table.severity, table.ordinal),
  ],
)

/** A point in a server's history of scores, and why it is another one. */
export const registryHistory = pgTable(
  'registry_history',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** From 1, for each server. */
    number: integer('number').notNull(),
    scanId: text('scan_id').notNull(),
    scannedAt: moment('scanned_at').notNull(),
    securityScore: integer('security_score').notNull(),
    grade: text('grade').$type<Grade>().notNull(),
    vulnerabilities: jsonb('vulnerabilities').$type<ScanResults['vulnerabilities']>().notNull(),
    version: text('version').notNull(),
    cause: text('cause', { enum: ['code', 'advisory', 'rules', 'metadata'] }).notNull(),
    method: text('method').notNull(),
    /** Advisories that did it; empty for other causes. */
    advisories: text('advisories').array().notNull().default([]),
    /** When the score changed without a scan; null: it is that of the scan. */
    changedAt: moment('changed_at'),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.number] })],
)

/** What current revisions of servers offer to models, for finding the same or nearly the same elsewhere. */
export const registryTools = pgTable(
  'registry_tools',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    ordinal: integer('ordinal').notNull(),
    kind: text('kind', { enum: ['tool', 'resource', 'prompt', 'instructions'] }).notNull(),
    name: text('name').notNull(),
    /** The name with what looks alike written alike. */
    nameKey: text('name_key').notNull(),
    definitionHash: text('definition_hash').notNull(),
    /** SHA-256 of the description with white space made one; null: it has none, or a short one that says nothing. */
    descriptionHash: text('description_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.serverId, table.ordinal] }),
    index('registry_tools_name').on(table.nameKey),
    index('registry_tools_definition').on(table.definitionHash),
    index('registry_tools_description')
      .on(table.descriptionHash)
      .where(sql`description_hash is not null`),
  ],
)

/** What changed in what a server offers to models, from one current revision to the next. */
export const registryToolChanges = pgTable(
  'registry_tool_changes',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** From 1, for each server. */
    number: integer('number').notNull(),
    fromVersion: text('from_version').notNull(),
    fromScanId: text('from_scan_id').notNull(),
    toVersion: text('to_version').notNull(),
    toScanId: text('to_scan_id').notNull(),
    at: moment('at').notNull(),
    changes: jsonb('changes').$type<readonly ToolChange[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.number] })],
)

/** One signal of a server's quality: its value, where that is from, and when it was measured. */
export const registrySignals = pgTable(
  'registry_signals',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** Id in the catalogue of signals. */
    signal: text('signal').notNull(),
    /** Null: not measured. */
    value: jsonb('value'),
    /** 0 to 100; null: not measured. */
    score: doublePrecision('score'),
    /** Where the value is from, for people: an address without credentials, or a file. */
    source: text('source').notNull(),
    measuredAt: moment('measured_at').notNull(),
    /** Why it could not be measured; null when it could, or does not apply. */
    failure: text('failure'),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.signal] })],
)

/** When a server's quality is measured; no row: it never was. */
export const registryMeasurements = pgTable(
  'registry_measurements',
  {
    serverId: uuid('server_id')
      .primaryKey()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    measuredAt: moment('measured_at').notNull(),
    nextAt: moment('next_at').notNull(),
  },
  (table) => [index('registry_measurements_next').on(table.nextAt)],
)

/** The last answer of an API to a question that is asked again: asked with its tag, the API need not answer anew. */
export const registryAnswers = pgTable(
  'registry_answers',
  {
    /** Address with its query, without credentials. */
    address: text('address').primaryKey(),
    etag: text('etag').notNull(),
    /** What of the answer is needed. */
    answer: jsonb('answer').notNull(),
    answeredAt: moment('answered_at').notNull(),
  },
  (table) => [index('registry_answers_age').on(table.answeredAt)],
)

/** A registry that ours follows, and where it was left. */
export const registryFeeds = pgTable('registry_feeds', {
  /** Base address. */
  base: text('base').primaryKey(),
  /** Where the walk under way is; null: at its beginning, or none is. */
  cursor: text('cursor'),
  /** Pages of the walk under way that are stored. */
  walkedPages: integer('walked_pages').notNull().default(0),
  /** `updated_since` of the walk under way; null: it walks everything. */
  since: moment('since'),
  /** When the walk under way began. */
  walkStartedAt: moment('walk_started_at'),
  /** Begin of the last walk that came to its end: the next one asks for what changed after it. */
  completedFrom: moment('completed_from'),
  syncedAt: moment('synced_at'),
  lastAttemptAt: moment('last_attempt_at'),
  lastError: text('last_error'),
  /** Records of the last walk that could not be read, with the reason, as sentences; the first of them only. */
  skipped: jsonb('skipped').$type<readonly string[]>().notNull().default([]),
})

/** A version of a server as a followed registry publishes it. */
export const registryPublications = pgTable(
  'registry_publications',
  {
    base: text('base')
      .notNull()
      .references(() => registryFeeds.base, { onDelete: 'cascade' }),
    /** Such as `io.github.owner/server`. */
    name: text('name').notNull(),
    version: text('version').notNull(),
    /** As published, bounded. */
    document: jsonb('document').notNull(),
    status: text('status', { enum: ['active', 'deprecated', 'deleted'] }).notNull(),
    isLatest: boolean('is_latest').notNull(),
    publishedAt: moment('published_at'),
    updatedAt: moment('updated_at').notNull(),
    /** When it was last seen in a walk. */
    seenAt: moment('seen_at').notNull(),
    /**
     * Canonical addresses of what it names that it can be believed to be, with a space and the folder behind them for a
     * folder of a repository.
     */
    places: text('places').array().notNull().default([]),
    /** The server of ours that it is; null: not known yet. */
    serverId: uuid('server_id').references(() => registryServers.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.base, table.name, table.version] }),
    index('registry_publications_server').on(table.serverId),
    index('registry_publications_places').using('gin', table.places),
    index('registry_publications_name').on(table.name, table.version, table.base),
    index('registry_publications_updated').on(table.updatedAt, table.name),
  ],
)

/** What is to be scanned for the registry, when there is room. */
export const registryIntake = pgTable(
  'registry_intake',
  {
    id: uuid('id').primaryKey(),
    /** Who asked: a followed registry, a list of names, a source's age, a maintainer. */
    origin: text('origin', { enum: ['publication', 'list', 'age', 'maintainer'] }).notNull(),
    target: jsonb('target').$type<Target>().notNull(),
    /** The address with which the scan is submitted. */
    url: text('url').notNull(),
    /** Stands for target and revision: the same is asked for once. */
    key: text('key').notNull().unique(),
    /** Higher first. */
    priority: integer('priority').notNull().default(0),
    state: text('state', { enum: ['waiting', 'submitted', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    dueAt: moment('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    scanId: text('scan_id'),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('registry_intake_due')
      .on(table.priority.desc(), table.dueAt)
      .where(sql`state = 'waiting'`),
    index('registry_intake_scan')
      .on(table.scanId)
      .where(sql`scan_id is not null`),
  ],
)

/**
 * Keys with which receipts are signed; retired ones stay, so that what they signed can be verified. One at most is not
 * retired.
 */
export const registrySigningKeys = pgTable(
  'registry_signing_keys',
  {
    /** Names it in signatures: hash of the public key. */
    id: text('id').primaryKey(),
    /** Raw Ed25519, 32 bytes. */
    publicKey: bytea('public_key').notNull(),
    /** Encrypted with a key derived from ASSAY_SECRET; null once retired. */
    privateKeySealed: bytea('private_key_sealed'),
    createdAt: moment('created_at').notNull(),
    retiredAt: moment('retired_at'),
  },
  () => [
    uniqueIndex('registry_signing_keys_active')
      .on(sql`(true)`)
      .where(sql`retired_at is null`),
  ],
)

/** Signed word on a complete scan of a current revision. */
export const registryReceipts = pgTable(
  'registry_receipts',
  {
    scanId: text('scan_id').primaryKey(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** DSSE envelope. */
    envelope: jsonb('envelope').notNull(),
    keyId: text('key_id')
      .notNull()
      .references(() => registrySigningKeys.id),
    issuedAt: moment('issued_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('registry_receipts_server').on(table.serverId)],
)

/** An account that has shown that it maintains a server, or is about to. */
export const registryClaims = pgTable(
  'registry_claims',
  {
    id: uuid('id').primaryKey(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    method: text('method', { enum: ['file', 'installation'] }).notNull(),
    /** What the file must hold; public, and worth nothing to another account. */
    token: text('token').notNull(),
    /** Null: not shown yet. */
    verifiedAt: moment('verified_at'),
    /** When it was last looked at, whatever came of it. */
    checkedAt: moment('checked_at'),
    /** Why the last look did not show it, for people; null when it did, or there was none. */
    failure: text('failure'),
    /** When it is looked at again; null: not before somebody asks. */
    nextCheckAt: moment('next_check_at'),
    /** When it was lost; null while it holds, or before it was shown. */
    revokedAt: moment('revoked_at'),
    /** GitHub's host and numbers of the repository and its owner by which an installation shows it; null for a file. */
    githubHost: text('github_host'),
    githubRepositoryId: bigint('github_repository_id', { mode: 'number' }),
    githubOwnerId: bigint('github_owner_id', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('registry_claims_check')
      .on(table.nextCheckAt)
      .where(sql`next_check_at is not null`),
    unique('registry_claims_account').on(table.serverId, table.accountId),
    index('registry_claims_of_account').on(table.accountId),
  ],
)

/** A maintainer's public objection to a finding. */
export const registryDisputes = pgTable(
  'registry_disputes',
  {
    id: uuid('id').primaryKey(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    fingerprint: text('fingerprint').notNull(),
    ruleId: text('rule_id').notNull(),
    reason: text('reason').notNull(),
    state: text('state', { enum: ['open', 'accepted', 'rejected', 'withdrawn'] })
      .notNull()
      .default('open'),
    /** What the review says, public; null before it. */
    review: text('review'),
    reviewedAt: moment('reviewed_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('registry_disputes_finding').on(table.serverId, table.fingerprint),
    index('registry_disputes_state').on(table.state, table.createdAt),
  ],
)
