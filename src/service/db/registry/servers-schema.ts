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
 * Tables of the registry. They contain only public data. They store scan IDs as text without a foreign key, so that
 * accounts can delete their scans without changing the registry.
 */

/**
 * Servers as shown in lists, search, and comparisons. A server is one row, regardless of its number of packages and
 * repositories.
 */
export const registryServers = pgTable(
  'registry_servers',
  {
    id: uuid('id').primaryKey(),
    /** Identifies the server in URLs. Never reused. */
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    category: text('category').notNull(),
    /** Language of most of the server's code, in lowercase. Empty if unknown. */
    language: text('language').notNull().default(''),
    /** Type of the scored source. */
    sourceType: text('source_type', { enum: publicSourceTypes }).notNull(),
    repositoryUrl: text('repository_url').notNull().default(''),
    npmPackage: text('npm_package').notNull().default(''),
    pypiPackage: text('pypi_package').notNull().default(''),
    status: text('status', { enum: ['active', 'deprecated', 'archived', 'removed'] }).notNull(),
    /** Server into which it was merged, and to which its slug redirects. Null if it was not merged. */
    mergedInto: uuid('merged_into'),
    /** Time when the server was hidden, because its source is no longer public. Null if it is shown. */
    hiddenAt: moment('hidden_at'),
    /** Security score, 0 to 100. Null before the first complete scan of a current revision. */
    securityScore: integer('security_score'),
    grade: text('grade').$type<Grade>(),
    method: text('method'),
    /** Scored package version or commit. */
    version: text('version'),
    scanId: text('scan_id'),
    lastScannedAt: moment('last_scanned_at'),
    critical: integer('critical').notNull().default(0),
    high: integer('high').notNull().default(0),
    medium: integer('medium').notNull().default(0),
    low: integer('low').notNull().default(0),
    info: integer('info').notNull().default(0),
    /** Number of findings suppressed by the project. They still count. */
    suppressed: integer('suppressed').notNull().default(0),
    /** Maintenance score, 0 to 100. Null if no signal could be measured. */
    maintenance: doublePrecision('maintenance'),
    popularity: doublePrecision('popularity'),
    documentation: doublePrecision('documentation'),
    compatibility: doublePrecision('compatibility'),
    quality: doublePrecision('quality'),
    /** GitHub stars. Null if not measured. */
    stars: integer('stars'),
    /** Downloads per month. Null if not measured. */
    downloads: bigint('downloads', { mode: 'number' }),
    /** Folded name without scope. Empty if unknown. */
    foldKey: text('fold_key').notNull().default(''),
    /** SHA-256 of the definition hashes of the server's tools, prompts, and resources. Null if unknown. */
    toolsHash: text('tools_hash'),
    /** Number of history points. A trigger counts them. */
    scans: integer('scans').notNull().default(0),
    /** Sort key for lists by score. A missing score sorts below 0. */
    scoreOrder: integer('score_order')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(security_score, -1)`),
    /** Sort key for lists by name. Its length is limited, because indexes contain it. */
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

/** Sources: packages, and folders of repositories, from which servers are published. */
export const registrySources = pgTable(
  'registry_sources',
  {
    id: uuid('id').primaryKey(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    type: text('type', { enum: publicSourceTypes }).notNull(),
    /** URL of the package or repository, without a revision. */
    canonicalUrl: text('canonical_url').notNull(),
    /** Folder in the repository. Empty for the root, and for packages. */
    folder: text('folder').notNull().default(''),
    /** Package name, or `owner/name` of the repository. */
    name: text('name').notNull(),
    /** What the current revision declares: its repository and packages. */
    declares: jsonb('declares').$type<SourceDeclaration>().notNull(),
    /** Latest known current revision. Null if not known yet. */
    currentRevision: text('current_revision'),
    resolvedAt: moment('resolved_at'),
    /** Time when the current revision is checked again. Null to never check it, because the source is gone. */
    nextCheckAt: moment('next_check_at'),
    /**
     * Evidence that links the source to its server: both sides' declarations. Null for the source that created the
     * server.
     */
    joinedBy: jsonb('joined_by').$type<JoinEvidence>(),
    joinedAt: moment('joined_at'),
    /** Server to which the source belonged before the merge, and to which it returns after a split. */
    joinedFrom: uuid('joined_from'),
    /** True if an operator has split the source from other sources. The source is then never merged automatically. */
    isHeldApart: boolean('is_held_apart').notNull().default(false),
    /** Time when the source stopped being public. Null if it is public. */
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

/** Completely scanned revisions of sources, current or not. */
export const registryRevisions = pgTable(
  'registry_revisions',
  {
    sourceId: uuid('source_id')
      .notNull()
      .references(() => registrySources.id, { onDelete: 'cascade' }),
    revision: text('revision').notNull(),
    scanId: text('scan_id').notNull(),
    scannedAt: moment('scanned_at').notNull(),
    /** SRI string of the scanned content. */
    digest: text('digest').notNull(),
    results: jsonb('results').$type<ScanResults>().notNull(),
    /**
     * Number of open findings by severity, precision, and kind of dependency. Every scoring formula is computed from
     * these numbers.
     */
    scoreBasis: jsonb('score_basis').$type<readonly ScoreBasis[]>().notNull(),
    /** Version of the engine and its rules. */
    engine: text('engine').notNull(),
    /** Dates of the advisories, as in coverage. */
    advisoryDate: jsonb('advisory_date').$type<Coverage['advisories']>().notNull(),
    inventoryDigest: text('inventory_digest').references(() => inventories.digest),
    tools: jsonb('tools').$type<readonly ScannedTool[]>(),
    toolsHash: text('tools_hash'),
    /**
     * Open findings in a current revision whose server shows another source. Null otherwise: the findings are then in
     * `registry_findings`, or not stored.
     */
    findings: jsonb('findings').$type<readonly RegistryFinding[]>(),
    /** Scanner and scope, as stated in receipts. Null if unknown; no receipt is signed then. */
    scope: jsonb('scope').$type<ScanScope>(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.revision] }),
    index('registry_revisions_inventory').on(table.inventoryDigest),
  ],
)

/** Open findings of the scan that determines a server's score. Includes findings suppressed by the project. */
export const registryFindings = pgTable(
  'registry_findings',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** Position among the server's findings, most severe first. Positions have gaps, and can be negative. */
    ordinal: integer('ordinal').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    category: text('category').$type<Finding['category']>().notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** Time when the finding was first seen for this server. */
    firstSeenAt: moment('first_seen_at').notNull(),
    /** The complete finding. The public parts are selected when it is shown. */
    document: jsonb('document').$type<FindingRecord>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.serverId, table.ordinal] }),
    index('registry_findings_severity').on(table.serverId, table.severity, table.ordinal),
  ],
)

/** Points in the score history of servers, each with its cause. */
export const registryHistory = pgTable(
  'registry_history',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** Number of the point, starting at 1 for each server. */
    number: integer('number').notNull(),
    scanId: text('scan_id').notNull(),
    scannedAt: moment('scanned_at').notNull(),
    securityScore: integer('security_score').notNull(),
    grade: text('grade').$type<Grade>().notNull(),
    vulnerabilities: jsonb('vulnerabilities').$type<ScanResults['vulnerabilities']>().notNull(),
    version: text('version').notNull(),
    cause: text('cause', { enum: ['code', 'advisory', 'rules', 'metadata', 'resolution'] }).notNull(),
    method: text('method').notNull(),
    /** Advisories that caused the change. Empty for other causes. */
    advisories: text('advisories').array().notNull().default([]),
    /** Time when the score changed without a scan. Null if the scan time applies. */
    changedAt: moment('changed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.serverId, table.number] }),
    /**
     * Used to list the newest changes of all servers. Omits first points: they are not changes, and most servers have
     * no other point.
     */
    index('registry_history_changes')
      .on(sql`coalesce(changed_at, scanned_at)`)
      .where(sql`number > 1 and cause in ('code', 'advisory', 'resolution')`),
  ],
)
