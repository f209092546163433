import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ToolChange } from '../../../engine/model/tool-change.ts'
import { moment } from '../columns.ts'
import { registryServers } from './servers-schema.ts'

/** Tables of what a server offers, and of its measured quality. */

/** What current revisions of servers offer to models, for finding the same or nearly the same elsewhere. */
export const registryTools = pgTable(
  'registry_tools',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    ordinal: integer('ordinal').notNull(),
    kind: text('kind', { enum: ['tool', 'resource', 'prompt', 'instructions'] }).notNull(),
    name: text('name').notNull(),
    /** The name with what looks alike written alike. */
    nameKey: text('name_key').notNull(),
    definitionHash: text('definition_hash').notNull(),
    /** SHA-256 of the description with white space made one; null: it has none, or a short one that says nothing. */
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

/** What changed in what a server offers to models, from one current revision to the next. */
export const registryToolChanges = pgTable(
  'registry_tool_changes',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** From 1, for each server. */
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

/** One signal of a server's quality: its value, where that is from, and when it was measured. */
export const registrySignals = pgTable(
  'registry_signals',
  {
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    /** Id in the catalogue of signals. */
    signal: text('signal').notNull(),
    /** Null: not measured. */
    value: jsonb('value'),
    /** 0 to 100; null: not measured. */
    score: doublePrecision('score'),
    /** Where the value is from, for people: an address without credentials, or a file. */
    source: text('source').notNull(),
    measuredAt: moment('measured_at').notNull(),
    /** Why it could not be measured; null when it could, or does not apply. */
    failure: text('failure'),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.signal] })],
)

/** When a server's quality is measured; no row: it never was. */
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

/** The last response of an API to a repeated request. With its ETag, the API can answer that nothing changed. */
export const registryAnswers = pgTable(
  'registry_answers',
  {
    /** Address with its query, without credentials. */
    address: text('address').primaryKey(),
    etag: text('etag').notNull(),
    /** What of the answer is needed. */
    answer: jsonb('answer').notNull(),
    answeredAt: moment('answered_at').notNull(),
  },
  (table) => [index('registry_answers_age').on(table.answeredAt)],
)
