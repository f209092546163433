import { publicSourceTypes } from '../../../engine/model/target.ts'
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
  uuid,
} from 'drizzle-orm/pg-core'
import type { FindingRecord } from '../../../engine/model/finding-record.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import type { ScanScope } from '../../../engine/model/receipt.ts'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import type { JoinEvidence, ScoreBasis, SourceDeclaration } from '../../../engine/model/registry-source.ts'
import type { Coverage, ScanResults } from '../../../engine/model/scan.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { Grade } from '../../../engine/model/score.ts'
import type { Severity } from '../../../engine/model/severity.ts'
import { byteOrderedText, moment } from '../columns.ts'
import { inventories } from '../scans/shared-results-schema.ts'

/**
 * The tables of the registry. They contain only public data. They have no foreign key to scans, so that an account can
 * delete its scans without a change to the registry; scan IDs are stored as text.
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
    sourceType: text('source_type', { enum: publicSourceTypes }).notNull(),
    repositoryUrl: text('repository_url').notNull().default(''),
    npmPackage: text('npm_package').notNull().default(''),
    pypiPackage: text('pypi_package').notNull().default(''),
    status: text('status', { enum: ['active', 'deprecated', 'archived', 'removed'] }).notNull(),
    /** The server that it became one with: its slug leads there. Null: it is one of its own. */
    mergedInto: uuid('merged_into'),
    /** Time since which it is hidden, because its source is no longer public. Null: it is shown. */
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
    /** Sort key for lists ordered by name. Its length is bounded, because indexes contain it. */
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
    type: text('type', { enum: publicSourceTypes }).notNull(),
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
    /** Time since which it is no longer public. Null: it is public. */
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
