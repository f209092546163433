import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/schema.ts'
import { bytea, moment } from '../columns.ts'
import { scans } from '../scans/schema.ts'

/** Tables for webhook endpoints, events, and deliveries. */

/** Endpoints that receive an account's events. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    /** Names of the subscribed events. Empty to subscribe to all events that the account can receive. */
    events: text('events').array().notNull(),
    /** Endpoint secret, encrypted like the account's secret. */
    secretSealed: bytea('secret_sealed').notNull(),
    previousSecretSealed: bytea('previous_secret_sealed'),
    previousSecretUntil: moment('previous_secret_until'),
    secretRotatedAt: moment('secret_rotated_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Time when the endpoint was disabled. While it is set, events are not stored for the endpoint. */
    disabledAt: moment('disabled_at'),
    /** `account`: a user disabled it. `failing`: every attempt failed for several days. */
    disabledReason: text('disabled_reason', { enum: ['account', 'failing'] }),
    /**
     * Start of the first failed attempt since the last success. Null if the last attempt succeeded or there was none.
     */
    failingSince: moment('failing_since'),
    lastSucceededAt: moment('last_succeeded_at'),
  },
  (table) => [index('webhook_endpoints_account').on(table.accountId, table.createdAt)],
)

/** Events as sent, one row per event, regardless of the number of receivers. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    /** `evt_` and a hash of the event. The same for all receivers and attempts. */
    id: text('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** The envelope. It is signed and sent in exactly these bytes, as UTF-8. */
    body: text('body').notNull(),
    /** The scan that the event is about. Deleting the scan deletes the event. */
    scanId: text('scan_id').references(() => scans.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('webhook_events_scan').on(table.scanId),
    index('webhook_events_age').on(table.createdAt),
    index('webhook_events_account').on(table.accountId, table.createdAt),
  ],
)

/** Deliveries of one event to one receiver. */
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
    /** Null for a delivery to the `webhook` of a submitted scan. */
    endpointId: uuid('endpoint_id').references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** The `webhook` of the submission. Null if each attempt uses the endpoint's current URL. */
    url: text('url'),
    /** Deliveries in the same lane share limits: `endpoint:` and an ID, or `host:`, an account, and a host. */
    lane: text('lane').notNull(),
    status: text('status', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    /** Number of ended attempts. */
    attempts: integer('attempts').notNull().default(0),
    /** Position in the retry schedule: the number of ended attempts since the delivery was created or last resent. */
    step: integer('step').notNull().default(0),
    /** Time of the next attempt. Null if no attempt is scheduled. */
    nextAttemptAt: moment('next_attempt_at'),
    /** Set while a process makes an attempt. If this time passes without a result, the process has died. */
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

/** Attempts of deliveries, and their results. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** Number of the attempt, starting at 0. Continues after a resend. */
    number: integer('number').notNull(),
    startedAt: moment('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** HTTP response status. Null if there was no response. */
    status: integer('status'),
    /** Human-readable reason why the attempt failed. Null if it succeeded. */
    failure: text('failure'),
    /** First KiB of the response body, if it is text. */
    responseHead: text('response_head'),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number] }),
    index('webhook_attempts_started').on(table.startedAt),
  ],
)
