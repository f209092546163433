import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Component } from '../../../engine/model/component.ts'
import { bytea } from '../columns.ts'

/** Tables with results shared by several scans. */

/** Component lists. Scans with the same list share a row. */
export const inventories = pgTable(
  'inventories',
  {
    /** SHA-256 of the list, base64url. */
    digest: text('digest').primaryKey(),
    components: jsonb('components').$type<readonly Component[]>().notNull(),
    /** IDs of `package_versions` in component order, 0 for components without one. Null if not looked up yet. */
    packageVersions: integer('package_versions').array(),
  },
  (table) => [
    // Without `fastupdate`, because every query would have to read the pending list.
    index('inventories_package_versions').using('gin', table.packageVersions).with({ fastupdate: false }),
    index('inventories_not_looked_up')
      .on(table.digest)
      .where(sql`package_versions is null`),
  ],
)

/** Results by file content, reused by later scans of the same content. */
export const fileResults = pgTable(
  'file_results',
  {
    /**
     * Keyed hash of the file's audience (the public, or one account), the engine, the path class, and the content. It
     * does not reveal whether another account has the file, and never matches that account's result.
     */
    key: bytea('key').primaryKey(),
    result: jsonb('result').notNull(),
    /** Day of the last use. Unused results are deleted. */
    usedOn: date('used_on', { mode: 'string' }).notNull(),
  },
  (table) => [index('file_results_used').on(table.usedOn)],
)

/** Intermediate representations of source files, reused by later scans of the same content. */
export const fileUnits = pgTable(
  'file_units',
  {
    /** Keyed hash, as in `file_results`. */
    key: bytea('key').primaryKey(),
    unit: bytea('unit').notNull(),
    /** Day of the last use. Unused rows are deleted. */
    usedOn: date('used_on', { mode: 'string' }).notNull(),
  },
  (table) => [index('file_units_used').on(table.usedOn)],
)
