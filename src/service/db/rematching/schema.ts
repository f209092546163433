import { sql } from 'drizzle-orm'
import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Severity } from '../../../engine/model/severity.ts'
import { moment } from '../columns.ts'
import { registryServers } from '../registry/servers-schema.ts'
import { accounts } from '../accounts/schema.ts'
import { scans } from '../scans/schema.ts'
import { inventories } from '../scans/shared-results-schema.ts'

/**
 * Tables for applying new advisories to earlier scans. `package_versions` contains each package version once for all
 * scans, and does not identify projects. Only `inventories` connects package versions to scans.
 */

/** Package versions that occur in inventories. The name is normalized for its ecosystem. */
export const packageVersions = pgTable(
  'package_versions',
  {
    /** Referenced in `inventories.package_versions`. */
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    ecosystem: text('ecosystem').notNull(),
    /** Name, normalized for the ecosystem. */
    packageName: text('package_name').notNull(),
    version: text('version').notNull(),
  },
  (table) => [unique('package_versions_name').on(table.ecosystem, table.packageName, table.version)],
)

/** Vulnerabilities of package versions, according to the advisories when the package was last matched. */
export const packageFlaws = pgTable(
  'package_flaws',
  {
    packageVersionId: integer('package_version_id')
      .notNull()
      .references(() => packageVersions.id, { onDelete: 'cascade' }),
    /** Main ID of the vulnerability, the best-known one. */
    advisoryId: text('advisory_id').notNull(),
    /** Position among the vulnerabilities of the package version. */
    ordinal: integer('ordinal').notNull(),
    /** All IDs of the vulnerability, including the main one. */
    ids: text('ids').array().notNull(),
    /** SHA-256 of `flaw`, base64url, used for comparisons. */
    digest: text('digest').notNull(),
    /** A `VersionFlaw` without exploitation data. */
    flaw: jsonb('flaw').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.packageVersionId, table.advisoryId] }),
    index('package_flaws_ids').using('gin', table.ids),
  ],
)

/** Names of packages whose advisories a sync changed, until they are matched again. May contain duplicates. */
export const touchedPackages = pgTable('touched_packages', {
  number: bigserial('number', { mode: 'number' }).primaryKey(),
  ecosystem: text('ecosystem').notNull(),
  packageName: text('package_name').notNull(),
})

/** Inventories with new data, until the results that use them are updated. May contain duplicates. */
export const rematchInventories = pgTable(
  'rematch_inventories',
  {
    number: bigserial('number', { mode: 'number' }).primaryKey(),
    digest: text('digest')
      .notNull()
      .references(() => inventories.digest, { onDelete: 'cascade' }),
    /** `rules`: the matching method changed, or may have changed. */
    cause: text('cause', { enum: ['advisory', 'rules'] }).notNull(),
  },
  (table) => [index('rematch_inventories_digest').on(table.digest)],
)

/** The method that matched all package versions, in one row. */
export const advisoryMatching = pgTable('advisory_matching', {
  id: integer('id').primaryKey(),
  /** Identifies the engine and the feeds. */
  matchedBy: text('matched_by').notNull(),
  /**
   * Last matched ID while all package versions are matched again after a change of the method. Null if all are matched.
   */
  matchedUpTo: integer('matched_up_to'),
})

/** The latest effect of each vulnerability on stored results. */
export const advisoryActivity = pgTable(
  'advisory_activity',
  {
    advisoryId: text('advisory_id').primaryKey(),
    at: moment('at').notNull(),
    aliases: text('aliases').array().notNull(),
    url: text('url').notNull(),
    summary: text('summary').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
  },
  (table) => [index('advisory_activity_at').on(table.at.desc(), table.advisoryId)],
)

/** The latest effect of each advisory on a server, or on a repository of an account. */
export const advisoryEffects = pgTable(
  'advisory_effects',
  {
    number: bigserial('number', { mode: 'number' }).primaryKey(),
    advisoryId: text('advisory_id')
      .notNull()
      .references(() => advisoryActivity.advisoryId, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    /** `closed`: the advisory was withdrawn, or no longer affects this version. */
    change: text('change', { enum: ['opened', 'changed', 'closed'] }).notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    scoreBefore: integer('score_before').notNull(),
    scoreAfter: integer('score_after').notNull(),
    serverId: uuid('server_id').references(() => registryServers.id, { onDelete: 'cascade' }),
    /** Owner of the repository. Null for servers. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    scanId: text('scan_id').references(() => scans.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('advisory_effects_server')
      .on(table.serverId, table.advisoryId)
      .where(sql`server_id is not null`),
    uniqueIndex('advisory_effects_scan')
      .on(table.scanId, table.advisoryId)
      .where(sql`scan_id is not null`),
    index('advisory_effects_advisory').on(table.advisoryId, table.at.desc()),
    index('advisory_effects_account')
      .on(table.accountId, table.advisoryId)
      .where(sql`account_id is not null`),
  ],
)
