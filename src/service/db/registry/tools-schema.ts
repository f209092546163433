import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ToolChange } from '../../../engine/model/tool-change.ts'
import { moment } from '../columns.ts'
import { registryServers } from './servers-schema.ts'

/** Tables for tools and measured quality. */

/** Tools, prompts, and resources of servers' current revisions. Used to find equal or similar ones. */
export const registryTools = pgTable(
  'registry_tools',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    ordinal: integer('ordinal').notNull(),
    kind: text('kind', { enum: ['tool', 'resource', 'prompt', 'instructions'] }).notNull(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    definitionHash: text('definition_hash').notNull(),
    /**
     * SHA-256 of the description with normalized whitespace. Null if the description is missing or too short to
     * compare.
     */
    descriptionHash: text('description_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.serverId, table.ordinal] }),
    index('registry_tools_name').on(table.nameKey),
    index('registry_tools_definition').on(table.definitionHash),
    index('registry_tools_description')
      .on(table.descriptionHash)
      .where(sql`description_hash is not null`),
  ],
)

/** Changes to a server's tools, prompts, and resources between consecutive current revisions. */
export const registryToolChanges = pgTable(
  'registry_tool_changes',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** Number of the change, starting at 1 for each server. */
    number: integer('number').notNull(),
    fromVersion: text('from_version').notNull(),
    fromScanId: text('from_scan_id').notNull(),
    toVersion: text('to_version').notNull(),
    toScanId: text('to_scan_id').notNull(),
    at: moment('at').notNull(),
    changes: jsonb('changes').$type<readonly ToolChange[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.number] })],
)

/** Quality signals of servers: value, source, and time of measurement. */
export const registrySignals = pgTable(
  'registry_signals',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** Signal ID in the catalog. */
    signal: text('signal').notNull(),
    /** Null if not measured. */
    value: jsonb('value'),
    /** Signal score, 0 to 100. Null if not measured. */
    score: doublePrecision('score'),
    /** Human-readable source of the value: a URL without credentials, or a file. */
    source: text('source').notNull(),
    measuredAt: moment('measured_at').notNull(),
    /** Reason why the signal could not be measured. Null if it was measured or does not apply. */
    failure: text('failure'),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.signal] })],
)

/** Time when each server's quality is measured. A server without a row is never measured. */
export const registryMeasurements = pgTable(
  'registry_measurements',
  {
    serverId: uuid('server_id')
      .primaryKey()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    measuredAt: moment('measured_at').notNull(),
    nextAt: moment('next_at').notNull(),
  },
  (table) => [index('registry_measurements_next').on(table.nextAt)],
)

/** Last API responses to repeated requests. The ETag lets the API respond that nothing changed. */
export const registryAnswers = pgTable(
  'registry_answers',
  {
    /** URL including the query, without credentials. */
    address: text('address').primaryKey(),
    etag: text('etag').notNull(),
    /** Required parts of the response. */
    answer: jsonb('answer').notNull(),
    answeredAt: moment('answered_at').notNull(),
  },
  (table) => [index('registry_answers_age').on(table.answeredAt)],
)
