import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { syncEcosystem } from '../../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { testDatabase } from '../../../../support/test-database.ts'
import { zip } from '../../../../support/zip.ts'
import { type FeedServer, feedServer, loopbackSync } from '../support/feed-server.ts'
import { realExport, recordsOf } from '../support/real-exports.ts'
import { forgetFeeds } from '../support/stored-advisories.ts'

const older = realExport('osv-snapshot-2024-10-10/PyPI/all.zip')
const newer = realExport('osv/PyPI/all.zip')
const database = await testDatabase()
const { sql } = database
const options = { signal: new AbortController().signal }

/** Returns one line for all stored data, because 16,000 records are too many to compare one by one. */
async function fingerprint(): Promise<unknown> {
  const [advisories] =
    await sql`select count(*)::int as count, md5(string_agg(row(id, modified, withdrawn, digest, document)::text, E'\n'
      order by id)) as sum from advisories`
  const [affected] =
    await sql`select count(*)::int as count, md5(string_agg(row(advisory_id, package_name, entry)::text, E'\n'
      order by advisory_id, package_name, entry::text)) as sum from advisory_affected`
  return { advisories, affected, feeds: await sql`select records, unreadable, newest_modified from advisory_feeds` }
}

const sync = (feed: FeedServer) => syncEcosystem(loopbackSync(database, [feed.base]), 'PyPI', options)

/** Publishes unmodified records. The listing contains their own modification times. */
function publish(feed: FeedServer, records: ReadonlyMap<string, Buffer>): void {
  feed.put('PyPI/all.zip', zip([...records].map(([id, content]) => ({ name: `${id}.json`, content }))))
  feed.put(
    'PyPI/modified_id.csv',
    [...records].map(([id, content]) => `${String(JSON.parse(content.toString()).modified)},${id}`).join('\n'),
  )
  for (const [id, content] of records) feed.put(`PyPI/${id}.json`, content)
}

describe.skipIf(!older || !newer)('real exports of PyPI', () => {
  it('synced one after the other leave what the newer alone does', async () => {
    const feed = await feedServer()
    feed.put('PyPI/all.zip', readFileSync(newer ?? ''))
    await sync(feed)
    const expected = await fingerprint()
    expect(expected).toMatchObject({ advisories: { count: 16_482 } })

    await forgetFeeds(database)
    feed.put('PyPI/all.zip', readFileSync(older ?? ''))
    await sync(feed)
    feed.put('PyPI/all.zip', readFileSync(newer ?? ''))
    expect(await sync(feed)).toMatchObject({ feeds: [{ outcome: 'imported', before: 2_661 }] })
    expect(await fingerprint()).toEqual(expected)
  }, 120_000)

  it('followed by their listing, record by record, leave the same', async () => {
    const [old, now] = [await recordsOf(older ?? ''), await recordsOf(newer ?? '')]
    // Few enough changes to fetch records one by one: some are as in the older export, some are missing, and some are
    // no longer published.
    const moment = (content: Buffer | undefined) =>
      new Date(JSON.parse(content?.toString() ?? 'null')?.modified).getTime()
    const touched = [...now.keys()].filter((id) => old.has(id) && moment(old.get(id)) !== moment(now.get(id)))
    expect(touched.length).toBeGreaterThan(20)
    const others = [...now.keys()].filter((id) => !old.has(id)).slice(0, 4_000)
    const target = new Map([...touched.slice(10), ...others].map((id) => [id, now.get(id) ?? Buffer.of()]))
    const start = new Map([...target, ...touched.map((id) => [id, old.get(id) ?? Buffer.of()] as const)])
    for (const id of others.slice(0, 140)) start.delete(id)

    const feed = await feedServer()
    publish(feed, target)
    await forgetFeeds(database)
    await sync(feed)
    const expected = await fingerprint()

    await forgetFeeds(database)
    publish(feed, start)
    await sync(feed)
    publish(feed, target)
    for (const id of touched.slice(0, 10)) feed.put(`PyPI/${id}.json`, undefined)
    expect(await sync(feed)).toMatchObject({
      feeds: [{ outcome: 'updated', added: 140, changed: touched.length - 10, removed: 10 }],
    })
    expect(await fingerprint()).toEqual(expected)
  }, 120_000)
})
