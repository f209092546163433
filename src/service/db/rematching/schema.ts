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
 * The tables by which advisories that come later find what was scanned before. Package versions stand in
 * `package_versions` once for all scans, and name nobody who has them: who does is told by `inventories` alone, by
 * whose scans they are.
 */

/** A version of a package that some inventory has, by the name that its ecosystem compares. */
export const packageVersions = pgTable(
  'package_versions',
  {
    /** Stands in `inventories.package_versions`. */
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    ecosystem: text('ecosystem').notNull(),
    /** In the ecosystem's normal form. */
    packageName: text('package_name').notNull(),
    version: text('version').notNull(),
  },
  (table) => [unique('package_versions_name').on(table.ecosystem, table.packageName, table.version)],
)

/** A flaw of a package version, by the advisories as they were when its package was last touched. */
export const packageFlaws = pgTable(
  'package_flaws',
  {
    packageVersionId: integer('package_version_id')
      .notNull()
      .references(() => packageVersions.id, { onDelete: 'cascade' }),
    /** By which the flaw goes: the best known of its ids. */
    advisoryId: text('advisory_id').notNull(),
    /** Place in the order of the package version's flaws. */
    ordinal: integer('ordinal').notNull(),
    /** Every id of the flaw, that one too. */
    ids: text('ids').array().notNull(),
    /** SHA-256 of `flaw`, base64url: equal ones are the same. */
    digest: text('digest').notNull(),
    /** A `VersionFlaw`, without what is known of its exploitation. */
    flaw: jsonb('flaw').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.packageVersionId, table.advisoryId] }),
    index('package_flaws_ids').using('gin', table.ids),
  ],
)

/**
 * Names of packages whose advisories a sync changed, until they were matched again; a name may stand here more than
 * once.
 */
export const touchedPackages = pgTable('touched_packages', {
  number: bigserial('number', { mode: 'number' }).primaryKey(),
  ecosystem: text('ecosystem').notNull(),
  packageName: text('package_name').notNull(),
})

/**
 * Inventories of which something is known now that was not, until those who have them were brought in line; one may
 * stand here more than once.
 */
export const rematchInventories = pgTable(
  'rematch_inventories',
  {
    number: bigserial('number', { mode: 'number' }).primaryKey(),
    digest: text('digest')
      .notNull()
      .references(() => inventories.digest, { onDelete: 'cascade' }),
    /** `rules`: we match otherwise than before, or it is not known that we do not. */
    cause: text('cause', { enum: ['advisory', 'rules'] }).notNull(),
  },
  (table) => [index('rematch_inventories_digest').on(table.digest)],
)

/** With what all package versions were matched; one row. */
export const advisoryMatching = pgTable('advisory_matching', {
  id: integer('id').primaryKey(),
  /** Stands for the engine and the bases of the advisories. */
  matchedBy: text('matched_by').notNull(),
  /**
   * While package versions are matched again because that is another one: those up to this id are done. Null: all are.
   */
  matchedUpTo: integer('matched_up_to'),
})

/** What last became of a flaw that concerned something stored. */
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

/** What an advisory last did to a server, or to a repository of an account. */
export const advisoryEffects = pgTable(
  'advisory_effects',
  {
    number: bigserial('number', { mode: 'number' }).primaryKey(),
    advisoryId: text('advisory_id')
      .notNull()
      .references(() => advisoryActivity.advisoryId, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    /** `closed`: the advisory was withdrawn, or is about this version no more. */
    change: text('change', { enum: ['opened', 'changed', 'closed'] }).notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    scoreBefore: integer('score_before').notNull(),
    scoreAfter: integer('score_after').notNull(),
    serverId: uuid('server_id').references(() => registryServers.id, { onDelete: 'cascade' }),
    /** Whose repository it is; null for servers. */
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
