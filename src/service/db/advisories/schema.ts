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

/** Tables of advisories and of known exploitation. */

/** One ecosystem of one advisory feed, `OSV_URL`'s `<base>/<ecosystem>`, and how its last sync went. */
export const advisoryFeeds = pgTable(
  'advisory_feeds',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    base: text('base').notNull(),
    ecosystem: text('ecosystem').notNull(),
    /** End of the last sync that brought a full state; null before the first. */
    syncedAt: moment('synced_at'),
    /** Newest `modified` that is not after `syncedAt`. */
    newestModified: moment('newest_modified'),
    records: integer('records').notNull().default(0),
    /** Records that could not be read, named in the log. */
    unreadable: integer('unreadable').notNull().default(0),
    /** Grows with every change of the feed's records; caches compare it. */
    generation: bigint('generation', { mode: 'number' }).notNull().default(0),
    /** When the records were last those of a whole export; null before the first. */
    fullAt: moment('full_at'),
    /**
     * SHA-256 of the export whose records these are: an equal one is not imported again. Null once single records were
     * taken.
     */
    exportDigest: text('export_digest'),
    /** Its `ETag`, where the server gave one. */
    exportEtag: text('export_etag'),
    /**
     * SHA-256 of the listing with which the records agree: an equal one is not compared again. Null while they do not.
     */
    listingDigest: text('listing_digest'),
    listingEtag: text('listing_etag'),
    /** End of the last attempt; null while the first one runs. */
    lastAttemptAt: moment('last_attempt_at'),
    /** Why the last attempt failed; null after one that went well. */
    lastError: text('last_error'),
  },
  (table) => [unique('advisory_feeds_base_ecosystem').on(table.base, table.ecosystem)],
)

/** A record of a feed without its `affected` part, which is `advisory_affected`. */
export const advisories = pgTable(
  'advisories',
  {
    feedId: integer('feed_id')
      .notNull()
      .references(() => advisoryFeeds.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    modified: moment('modified').notNull(),
    withdrawn: moment('withdrawn'),
    /** What the feed's listing gave for `modified` when the record was last fetched alone; null: the same. */
    listed: moment('listed'),
    /** SHA-256 of what is stored of the record, base64url: some feeds change records without a newer `modified`. */
    digest: text('digest').notNull(),
    /** The record as published, `affected` left out. */
    document: jsonb('document').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feedId, table.id] }),
    index('advisories_id').on(table.id),
    index('advisories_aliases').using('gin', sql`(${table.document} -> 'aliases') jsonb_path_ops`),
  ],
)

/** Records of a feed that could not be read; what was stored of them before still stands. */
export const advisoryUnreadable = pgTable(
  'advisory_unreadable',
  {
    feedId: integer('feed_id')
      .notNull()
      .references(() => advisoryFeeds.id, { onDelete: 'cascade' }),
    /** Of the record, or the name of its file where that is all that is known. */
    id: text('id').notNull(),
    /** What the feed's listing gave for `modified` when it was last fetched alone. */
    listed: moment('listed'),
    problem: text('problem').notNull(),
    /** The packages that it is about, as far as it says so, in normal form. */
    packages: text('packages').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.feedId, table.id] })],
)

/** One `affected` entry of an advisory: a package and the versions of it that have the flaw. */
export const advisoryAffected = pgTable(
  'advisory_affected',
  {
    key: bigserial('key', { mode: 'number' }).primaryKey(),
    feedId: integer('feed_id').notNull(),
    advisoryId: text('advisory_id').notNull(),
    ecosystem: text('ecosystem').notNull(),
    /** Package name in the ecosystem's normal form. */
    packageName: text('package_name').notNull(),
    /** The entry as published. */
    entry: jsonb('entry').notNull(),
  },
  (table) => [
    index('advisory_affected_package').on(table.ecosystem, table.packageName),
    index('advisory_affected_advisory').on(table.feedId, table.advisoryId),
  ],
)

/** Feeds that tell what is exploited, `KEV_URL` and `EPSS_URL`, and how their last sync went. */
export const exploitationFeeds = pgTable('exploitation_feeds', {
  id: text('id', { enum: ['kev', 'epss'] }).primaryKey(),
  /** End of the last sync that brought a full state; null before the first. */
  syncedAt: moment('synced_at'),
  /** The date that the feed gives itself. */
  publishedOn: date('published_on', { mode: 'string' }),
  records: integer('records').notNull().default(0),
  /** SHA-256 of the file that the rows were read from; caches compare it. */
  digest: text('digest'),
  lastAttemptAt: moment('last_attempt_at'),
  /** Why the last attempt failed; null after one that went well. */
  lastError: text('last_error'),
})

/** CISA's catalogue of exploited flaws. */
export const knownExploited = pgTable('known_exploited', {
  cve: text('cve').primaryKey(),
  addedAt: date('added_at', { mode: 'string' }).notNull(),
  /** Known to be used by ransomware. */
  ransomware: boolean('ransomware').notNull(),
})

/** FIRST's EPSS: how likely each CVE is to be exploited within 30 days. */
export const exploitPredictions = pgTable('exploit_predictions', {
  cve: text('cve').primaryKey(),
  score: doublePrecision('score').notNull(),
  percentile: doublePrecision('percentile').notNull(),
})
