import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'
import type { RegistryFigures } from './registry-figures.ts'
import { registryServers } from './servers-schema.ts'

/** Number of open findings per rule and server. Maintained by triggers on `registry_findings`. */
export const registryServerRules = pgTable(
  'registry_server_rules',
  {
    ruleId: text('rule_id').notNull(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => registryServers.id, { onDelete: 'cascade' }),
    findings: integer('findings').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.serverId] }),
    index('registry_server_rules_server').on(table.serverId),
  ],
)

/** Figures over all public servers that are too expensive to count for each request. One row. */
export const registryFigures = pgTable('registry_figures', {
  id: text('id', { enum: ['all'] }).primaryKey(),
  countedAt: moment('counted_at').notNull(),
  figures: jsonb('figures').$type<RegistryFigures>().notNull(),
})
