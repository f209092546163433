import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/schema.ts'
import { bytea, moment } from '../columns.ts'
import { scans } from '../scans/schema.ts'

/** Tables of webhook endpoints, events, and deliveries. */

/** Where an account wants its events. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    /** Names of the events that it gets; empty: every one that the account may have. */
    events: text('events').array().notNull(),
    /** Encrypted like the account's, its own. */
    secretSealed: bytea('secret_sealed').notNull(),
    previousSecretSealed: bytea('previous_secret_sealed'),
    previousSecretUntil: moment('previous_secret_until'),
    secretRotatedAt: moment('secret_rotated_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Set while nothing is sent; events of that time are not kept for it. */
    disabledAt: moment('disabled_at'),
    /** `account`: a user disabled it. `failing`: every attempt failed for several days. */
    disabledReason: text('disabled_reason', { enum: ['account', 'failing'] }),
    /** The first failed attempt after the last good one; null: the last one was good, or there was none. */
    failingSince: moment('failing_since'),
    lastSucceededAt: moment('last_succeeded_at'),
  },
  (table) => [index('webhook_endpoints_account').on(table.accountId, table.createdAt)],
)

/** Events as receivers get them: one row for each event, however many receivers it has. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    /** `evt_` and a hash of what happened: equal for every receiver and every attempt. */
    id: text('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** The envelope: these bytes, as UTF-8, are signed and sent. */
    body: text('body').notNull(),
    /** The scan that it describes. The event is deleted with the scan. */
    scanId: text('scan_id').references(() => scans.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('webhook_events_scan').on(table.scanId),
    index('webhook_events_age').on(table.createdAt),
    index('webhook_events_account').on(table.accountId, table.createdAt),
  ],
)

/** One event on its way to one receiver, from `waiting` to its end. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null: the `webhook` of a submitted scan. */
    endpointId: uuid('endpoint_id').references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** The `webhook` of the submission; null: the endpoint's address, as it is at each attempt. */
    url: text('url'),
    /** Deliveries of one lane share its bounds: `endpoint:` and an id, or `host:`, an account and a host. */
    lane: text('lane').notNull(),
    status: text('status', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    /** Attempts that ended. */
    attempts: integer('attempts').notNull().default(0),
    /** Place in the schedule: how many attempts ended since it was first made or asked for again. */
    step: integer('step').notNull().default(0),
    /** Time of the next attempt. Null if no attempt is scheduled. */
    nextAttemptAt: moment('next_attempt_at'),
    /** Set while a process makes an attempt; one that is over without a record died with its process. */
    leaseUntil: moment('lease_until'),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    unique('webhook_deliveries_receiver').on(table.eventId, table.endpointId, table.url).nullsNotDistinct(),
    index('webhook_deliveries_due')
      .on(table.nextAttemptAt)
      .where(sql`status = 'waiting'`),
    index('webhook_deliveries_lane')
      .on(table.lane, table.nextAttemptAt)
      .where(sql`status = 'waiting'`),
    index('webhook_deliveries_endpoint').on(table.endpointId, table.createdAt),
    index('webhook_deliveries_account').on(table.accountId, table.createdAt),
  ],
)

/** Attempts of deliveries, and what came of them. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** From 0, over all schedules of the delivery. */
    number: integer('number').notNull(),
    startedAt: moment('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The receiver's answer; null when there was none. */
    status: integer('status'),
    /** Why it failed, for people; null when it did not. */
    failure: text('failure'),
    /** The first KiB of the answer's body, as far as it is text. */
    responseHead: text('response_head'),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number] }),
    index('webhook_attempts_started').on(table.startedAt),
  ],
)
