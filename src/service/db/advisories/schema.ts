import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'

/** Tables for advisories and known exploitation. */

/**
 * One ecosystem in one advisory feed, `<base>/<ecosystem>` with a base from `OSV_URL`, and the result of its last sync.
 */
export const advisoryFeeds = pgTable(
  'advisory_feeds',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    base: text('base').notNull(),
    ecosystem: text('ecosystem').notNull(),
    /** End of the last successful sync. Null before the first. */
    syncedAt: moment('synced_at'),
    /** Latest `modified` time that is not after `syncedAt`. */
    newestModified: moment('newest_modified'),
    records: integer('records').notNull().default(0),
    /** Number of unreadable records. The log names them. */
    unreadable: integer('unreadable').notNull().default(0),
    /** Increases with every change to the feed's records. Caches compare it. */
    generation: bigint('generation', { mode: 'number' }).notNull().default(0),
    /** Time when the records last matched a complete export. Null before the first import. */
    fullAt: moment('full_at'),
    /**
     * SHA-256 of the export that the records match. An identical export is not imported again. Null after individual
     * records were stored.
     */
    exportDigest: text('export_digest'),
    /** The export's `ETag`, if the server sent one. */
    exportEtag: text('export_etag'),
    /**
     * SHA-256 of the listing that the records match. An identical listing is not compared again. Null if the records
     * match no listing.
     */
    listingDigest: text('listing_digest'),
    listingEtag: text('listing_etag'),
    /** End of the last attempt. Null during the first one. */
    lastAttemptAt: moment('last_attempt_at'),
    /** Reason why the last attempt failed. Null after a success. */
    lastError: text('last_error'),
  },
  (table) => [unique('advisory_feeds_base_ecosystem').on(table.base, table.ecosystem)],
)

/** Feed record without its `affected` part, which is in `advisory_affected`. */
export const advisories = pgTable(
  'advisories',
  {
    feedId: integer('feed_id')
      .notNull()
      .references(() => advisoryFeeds.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    modified: moment('modified').notNull(),
    withdrawn: moment('withdrawn'),
    /** The listing's `modified` time when the record was last fetched individually. Null if it equals `modified`. */
    listed: moment('listed'),
    /** SHA-256 of the stored record, base64url. Some feeds change records without a newer `modified` time. */
    digest: text('digest').notNull(),
    /** The record as published, without `affected`. */
    document: jsonb('document').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feedId, table.id] }),
    index('advisories_id').on(table.id),
    index('advisories_aliases').using('gin', sql`(${table.document} -> 'aliases') jsonb_path_ops`),
  ],
)

/** Unreadable feed records. Their last readable versions stay stored. */
export const advisoryUnreadable = pgTable(
  'advisory_unreadable',
  {
    feedId: integer('feed_id')
      .notNull()
      .references(() => advisoryFeeds.id, { onDelete: 'cascade' }),
    /** Record ID, or the file name if the ID is unknown. */
    id: text('id').notNull(),
    /** The listing's `modified` time when the record was last fetched individually. */
    listed: moment('listed'),
    problem: text('problem').notNull(),
    /** Normalized names of the packages in the record. */
    packages: text('packages').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.feedId, table.id] })],
)

/** One `affected` entry of an advisory: a package and its vulnerable versions. */
export const advisoryAffected = pgTable(
  'advisory_affected',
  {
    key: bigserial('key', { mode: 'number' }).primaryKey(),
    feedId: integer('feed_id').notNull(),
    advisoryId: text('advisory_id').notNull(),
    ecosystem: text('ecosystem').notNull(),
    /** Package name, normalized for its ecosystem. */
    packageName: text('package_name').notNull(),
    /** The entry as published. */
    entry: jsonb('entry').notNull(),
  },
  (table) => [
    index('advisory_affected_package').on(table.ecosystem, table.packageName),
    index('advisory_affected_advisory').on(table.feedId, table.advisoryId),
  ],
)

/** Exploitation feeds, `KEV_URL` and `EPSS_URL`, and the results of their last sync. */
export const exploitationFeeds = pgTable('exploitation_feeds', {
  id: text('id', { enum: ['kev', 'epss'] }).primaryKey(),
  /** End of the last successful sync. Null before the first. */
  syncedAt: moment('synced_at'),
  /** Publication date as stated by the feed. */
  publishedOn: date('published_on', { mode: 'string' }),
  records: integer('records').notNull().default(0),
  /** SHA-256 of the downloaded file, which caches compare. */
  digest: text('digest'),
  lastAttemptAt: moment('last_attempt_at'),
  /** Reason why the last attempt failed. Null after a success. */
  lastError: text('last_error'),
})

/** CISA's catalog of known exploited vulnerabilities. */
export const knownExploited = pgTable('known_exploited', {
  cve: text('cve').primaryKey(),
  addedAt: date('added_at', { mode: 'string' }).notNull(),
  /** True if ransomware is known to use the vulnerability. */
  ransomware: boolean('ransomware').notNull(),
})

/** FIRST's EPSS: the probability that each CVE is exploited within 30 days. */
export const exploitPredictions = pgTable('exploit_predictions', {
  cve: text('cve').primaryKey(),
  score: doublePrecision('score').notNull(),
  percentile: doublePrecision('percentile').notNull(),
})
