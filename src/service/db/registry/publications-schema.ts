import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Target } from '../../../engine/model/target.ts'
import { moment } from '../columns.ts'
import { registryServers } from './servers-schema.ts'

/** Tables of upstream registries and of what they publish. */

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
    /** The URL that is submitted for the scan. */
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
