import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Component } from '../../../engine/model/component.ts'
import { bytea } from '../columns.ts'

/** Tables of results that several scans share. */

/** Component lists, each stored once for all scans that found the same list. */
export const inventories = pgTable(
  'inventories',
  {
    /** SHA-256 of the list, base64url. */
    digest: text('digest').primaryKey(),
    components: jsonb('components').$type<readonly Component[]>().notNull(),
    /**
     * IDs of `package_versions`, one per component in order, 0 for components without one. Null if not looked up yet.
     */
    packageVersions: integer('package_versions').array(),
  },
  (table) => [
    // Without a pending list, because every query would have to read it.
    index('inventories_package_versions').using('gin', table.packageVersions).with({ fastupdate: false }),
    index('inventories_not_looked_up')
      .on(table.digest)
      .where(sql`package_versions is null`),
  ],
)

/** Results for file contents, for later scans of the same content. */
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

/** Intermediate representations of source files, for later scans of the same content. */
export const fileUnits = pgTable(
  'file_units',
  {
    /** As in `file_results`. */
    key: bytea('key').primaryKey(),
    unit: bytea('unit').notNull(),
    /** Day of the last use. Results without recent use are deleted. */
    usedOn: date('used_on', { mode: 'string' }).notNull(),
  },
  (table) => [index('file_units_used').on(table.usedOn)],
)
