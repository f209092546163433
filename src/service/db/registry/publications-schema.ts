import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Target } from '../../../engine/model/target.ts'
import { moment } from '../columns.ts'
import { registryServers } from './servers-schema.ts'

/** Tables for upstream registries and their publications. */

/** Followed registries, each with its walk position. */
export const registryFeeds = pgTable('registry_feeds', {
  /** Base URL. If it ends with ` (seed)`, the row stores the position in the registry's seeds. */
  base: text('base').primaryKey(),
  /** Cursor of the unfinished walk. Null before its second page, and if no walk is unfinished. */
  cursor: text('cursor'),
  /** Number of pages stored by the unfinished walk. */
  walkedPages: integer('walked_pages').notNull().default(0),
  /** `updated_since` of the unfinished walk. Null if it reads all records. */
  since: moment('since'),
  walkStartedAt: moment('walk_started_at'),
  /** Time when the last complete walk started. The next one requests changes since then. */
  completedFrom: moment('completed_from'),
  syncedAt: moment('synced_at'),
  lastAttemptAt: moment('last_attempt_at'),
  lastError: text('last_error'),
  /** Sentences about the last walk's unreadable records, with the reasons. Only the first ones are kept. */
  skipped: jsonb('skipped').$type<readonly string[]>().notNull().default([]),
})

/** A version of a server as published by a followed registry. */
export const registryPublications = pgTable(
  'registry_publications',
  {
    base: text('base')
      .notNull()
      .references(() => registryFeeds.base, { onDelete: 'cascade' }),
    /** Server name, such as `io.github.owner/server`. */
    name: text('name').notNull(),
    version: text('version').notNull(),
    /** The record as published. Its size is limited. */
    document: jsonb('document').notNull(),
    status: text('status', { enum: ['active', 'deprecated', 'deleted'] }).notNull(),
    isLatest: boolean('is_latest').notNull(),
    publishedAt: moment('published_at'),
    updatedAt: moment('updated_at').notNull(),
    /** Time when a walk last saw the version. */
    seenAt: moment('seen_at').notNull(),
    /** Canonical URLs of the publication's trusted sources. A repository folder follows its URL after a space. */
    places: text('places').array().notNull().default([]),
    /** The registry's server for this publication. Null if not known yet. */
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

/** Registry scan requests. They run when capacity is available. */
export const registryIntake = pgTable(
  'registry_intake',
  {
    id: uuid('id').primaryKey(),
    /** What caused the request: a followed registry, a list of names, the age of a source, or a maintainer. */
    origin: text('origin', { enum: ['publication', 'list', 'age', 'maintainer'] }).notNull(),
    target: jsonb('target').$type<Target>().notNull(),
    /** URL to scan. */
    url: text('url').notNull(),
    /** Identifies target and revision, so that each scan is requested only once. */
    key: text('key').notNull().unique(),
    /** Request priority. Higher values run first. */
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
