import type { DatabaseClient } from '../../../../../src/service/db/client.ts'

/** Returns all stored data of the feeds in a fixed order, without generated numbers and dates. */
export async function storedAdvisories({ sql }: DatabaseClient): Promise<unknown> {
  return {
    advisories: await sql`select id, modified, withdrawn, digest, document from advisories order by feed_id, id`,
    affected: await sql`select advisory_id, ecosystem, package_name, entry from advisory_affected
        order by feed_id, advisory_id, package_name collate "C", entry::text collate "C"`,
    unreadable: await sql`select id, problem, packages from advisory_unreadable order by feed_id, id`,
    feeds: await sql`select records, unreadable, newest_modified from advisory_feeds order by id`,
  }
}

/** Deletes every feed, as in a new database. */
export async function forgetFeeds({ sql }: DatabaseClient): Promise<void> {
  await sql`delete from advisory_feeds`
  await sql`delete from advisory_affected`
}
