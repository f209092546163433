import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Target } from '../../../engine/model/target.ts'
import { moment } from '../columns.ts'
import { registryServers } from './servers-schema.ts'

/** Tables of upstream registries and their publications. */

/** A followed registry, and the position of its walk. */
export const registryFeeds = pgTable('registry_feeds', {
  /** Base URL. With ` (seed)` after it, the position of seeds of that registry. */
  base: text('base').primaryKey(),
  /** Cursor of the unfinished walk. Null at its start, or without a walk. */
  cursor: text('cursor'),
  /** Stored pages of the unfinished walk. */
  walkedPages: integer('walked_pages').notNull().default(0),
  /** `updated_since` of the unfinished walk. Null if it reads everything. */
  since: moment('since'),
  /** Start of the unfinished walk. */
  walkStartedAt: moment('walk_started_at'),
  /** Start of the last complete walk. The next one requests later changes. */
  completedFrom: moment('completed_from'),
  syncedAt: moment('synced_at'),
  lastAttemptAt: moment('last_attempt_at'),
  lastError: text('last_error'),
  /** Unreadable records of the last walk with the reason, as sentences; only the first ones. */
  skipped: jsonb('skipped').$type<readonly string[]>().notNull().default([]),
})

/** A version of a server as published by a followed registry. */
export const registryPublications = pgTable(
  'registry_publications',
  {
    base: text('base')
      .notNull()
      .references(() => registryFeeds.base, { onDelete: 'cascade' }),
    /** Such as `io.github.owner/server`. */
    name: text('name').notNull(),
    version: text('version').notNull(),
    /** As published, with a size limit. */
    document: jsonb('document').notNull(),
    status: text('status', { enum: ['active', 'deprecated', 'deleted'] }).notNull(),
    isLatest: boolean('is_latest').notNull(),
    publishedAt: moment('published_at'),
    updatedAt: moment('updated_at').notNull(),
    /** When it was last seen in a walk. */
    seenAt: moment('seen_at').notNull(),
    /** Canonical URLs of its trusted sources. For a folder of a repository, followed by a space and the folder. */
    places: text('places').array().notNull().default([]),
    /** The corresponding server in this registry. Null if not known yet. */
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

/** Scan requests of the registry, which run when there is room. */
export const registryIntake = pgTable(
  'registry_intake',
  {
    id: uuid('id').primaryKey(),
    /** The requester: a followed registry, a list of names, the age of a source, or a maintainer. */
    origin: text('origin', { enum: ['publication', 'list', 'age', 'maintainer'] }).notNull(),
    target: jsonb('target').$type<Target>().notNull(),
    /** The URL that is submitted for the scan. */
    url: text('url').notNull(),
    /** Identifies target and revision, so that the same scan is requested only once. */
    key: text('key').notNull().unique(),
    /** Higher values come first. */
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
