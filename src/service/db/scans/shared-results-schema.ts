import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Component } from '../../../engine/model/component.ts'
import { bytea } from '../columns.ts'

/** Tables of results that several scans share. */

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

/** What is known of the content of one file, for later scans that meet the same content. */
export const fileResults = pgTable(
  'file_results',
  {
    /**
     * Keyed hash of the owner of the files (the public, or one account), the engine, the class of the path, and the
     * content. It does not reveal whether another account has a file, and never returns the result of that account.
     */
    key: bytea('key').primaryKey(),
    result: jsonb('result').notNull(),
    /** Day of the last use. Results without recent use are deleted. */
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
    /** Day of the last use. Results without recent use are deleted. */
    usedOn: date('used_on', { mode: 'string' }).notNull(),
  },
  (table) => [index('file_units_used').on(table.usedOn)],
)
