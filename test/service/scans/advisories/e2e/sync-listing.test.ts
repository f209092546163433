import { beforeEach, describe, expect, it } from 'vitest'
import { advisoryState } from '../../../../../src/service/scans/advisories/state.ts'
import { syncEcosystem } from '../../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { testDatabase } from '../../../../support/test-database.ts'
import { affects, osvRecord, type RecordParts } from '../support/feed-folder.ts'
import { type FeedServer, feedServer, listingOf, loopbackSync } from '../support/feed-server.ts'
import { forgetFeeds, storedAdvisories } from '../support/stored-advisories.ts'

const database = await testDatabase()
const { sql } = database
const options = { signal: new AbortController().signal }
const numbered = (count: number, parts: Partial<RecordParts> = {}) =>
  Array.from({ length: count }, (_, index): RecordParts => ({
    affected: [affects(`package-${index}`)],
    ...parts,
    id: `A-${String(index).padStart(4, '0')}`,
  }))
const newer = { modified: '2025-02-01T00:00:00.123456Z' }

beforeEach(() => forgetFeeds(database))

/** A feed with these records that was synced once. */
async function syncedFeed(records: readonly RecordParts[]) {
  const feed = await feedServer()
  const sync = loopbackSync(database, [feed.base])
  feed.publish(records)
  expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({ complete: true, feeds: [{ outcome: 'imported' }] })
  feed.asked()
  return { feed, sync, again: async () => (await syncEcosystem(sync, 'npm', options)).feeds[0] }
}

/** Returns what a first sync of the same feed stores. */
async function fresh(feed: FeedServer): Promise<unknown> {
  await forgetFeeds(database)
  feed.fault = () => undefined
  expect(await syncEcosystem(loopbackSync(database, [feed.base]), 'npm', options)).toMatchObject({ complete: true })
  return storedAdvisories(database)
}

describe('following a listing', () => {
  it('asks for nothing but the listing when nothing changed, and by its ETag', async () => {
    const { feed, sync, again } = await syncedFeed(numbered(3))
    const before = await advisoryState(sync, 'npm')
    expect(await again()).toMatchObject({ outcome: 'unchanged' })
    expect(feed.asked()).toEqual(['npm/modified_id.csv'])
    expect(Date.parse((await advisoryState(sync, 'npm')).date?.syncedAt ?? '')).toBeGreaterThan(
      Date.parse(before.date?.syncedAt ?? ''),
    )
  })

  it('fetches what was added and changed, and removes what is gone from both', async () => {
    const { feed, again } = await syncedFeed(numbered(100))
    const records: RecordParts[] = [
      ...numbered(98),
      { id: 'A-0007', ...newer, affected: [affects('other')] },
      { id: 'B-1', affected: [affects('new')] },
      { id: 'B-2', ...newer, withdrawn: '2025-02-02T00:00:00Z' },
    ]
    feed.publish([...new Map(records.map((record) => [record.id, record])).values()])
    expect(await again()).toMatchObject({
      outcome: 'updated',
      before: 100,
      added: 2,
      changed: 1,
      removed: 2,
      unreadable: 0,
    })
    expect(feed.asked().toSorted()).toEqual([
      'npm/A-0007.json',
      'npm/A-0098.json',
      'npm/A-0099.json',
      'npm/B-1.json',
      'npm/B-2.json',
      'npm/modified_id.csv',
    ])
    const stored = await storedAdvisories(database)
    expect(stored).toEqual(await fresh(feed))
    expect(await sql`select withdrawn is not null as withdrawn from advisories where id = 'B-2'`).toEqual([
      { withdrawn: true },
    ])
  })

  it('is not led astray by records from the future', async () => {
    const future = { id: 'F-1', modified: '2099-01-01T00:00:00Z' }
    const { feed, again } = await syncedFeed([...numbered(5), future])
    feed.publish([...numbered(5), future, { id: 'B-1', modified: '2024-01-01T00:00:00Z' }])
    expect(await again()).toMatchObject({ outcome: 'updated', added: 1, changed: 0 })
    expect(feed.asked()).toEqual(['npm/modified_id.csv', 'npm/B-1.json'])
  })

  it('takes the whole export when much changed', async () => {
    const { feed, again } = await syncedFeed(numbered(300))
    feed.publish(numbered(300, newer))
    expect(await again()).toMatchObject({ outcome: 'imported', changed: 300 })
    expect(feed.asked()).toEqual(['npm/modified_id.csv', 'npm/all.zip', 'npm/modified_id.csv'])
  })

  it('reads the whole export after a week, and finds changes that no listing contains', async () => {
    const { feed, again } = await syncedFeed(numbered(60))
    const silent = [
      ...numbered(59).slice(1),
      { id: 'A-0000', summary: 'changed without a newer modified' },
      { id: 'A-0059', affected: [affects('package-59')] },
    ]
    feed.publish(silent)
    expect(await again()).toMatchObject({ outcome: 'unchanged' })
    await sql`update advisory_feeds set full_at = full_at - interval '7 days'`
    expect(await again()).toMatchObject({ outcome: 'imported', added: 0, changed: 1, removed: 0 })
    expect(await storedAdvisories(database)).toEqual(await fresh(feed))
    feed.asked()
    await sql`update advisory_feeds set full_at = full_at - interval '7 days'`
    expect(await again()).toMatchObject({ outcome: 'unchanged' })
    expect(feed.asked()).toEqual(['npm/all.zip', 'npm/modified_id.csv'])
  })

  it('catches up with a listing that is ahead of the export, at once', async () => {
    const feed = await feedServer()
    const sync = loopbackSync(database, [feed.base])
    feed.publish([...numbered(9), { id: 'B-1', ...newer }])
    feed.put('npm/all.zip', undefined)
    const old = await feedServer()
    old.publish(numbered(9))
    feed.put('npm/all.zip', Buffer.from(await (await fetch(`${old.base}/npm/all.zip`)).arrayBuffer()))
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      feeds: [{ outcome: 'imported', before: 0, added: 10 }],
    })
  })

  it('works from the export alone where there is no listing, by its ETag', async () => {
    const { feed, again } = await syncedFeed(numbered(3))
    feed.put('npm/modified_id.csv', undefined)
    expect(await again()).toMatchObject({ outcome: 'unchanged' })
    feed.asked()
    feed.publish(numbered(4))
    feed.put('npm/modified_id.csv', undefined)
    expect(await again()).toMatchObject({ outcome: 'imported', added: 1 })
    expect(feed.asked()).toEqual(['npm/modified_id.csv', 'npm/all.zip', 'npm/modified_id.csv'])
  })

  it('reads rows of all ecosystems, in any order, with garbage between them', async () => {
    const { feed, again } = await syncedFeed(numbered(60))
    const records: RecordParts[] = [...numbered(60), { id: 'B-1' }, { id: '__proto__' }, { id: 'constructor' }]
    feed.publish(records)
    const rows = records.map((record) => `${String(osvRecord(record).modified)},npm/${record.id}`)
    const garbage = [
      '',
      'nonsense',
      ',',
      'not-a-time,B-7',
      '2025-01-01T00:00:00Z,',
      '2025-01-01T00:00:00Z,npm/../../etc',
      `2025-01-01T00:00:00Z,${'x'.repeat(2_000_000)}`,
      '2025-13-45T99:00:00Z,B-8',
      '\0\u{1}',
    ]
    feed.put(
      'npm/modified_id.csv',
      [...rows.slice(0, 30), ...garbage, '2025-01-01T00:00:00Z,PyPI/P-1', ...rows.slice(30)].join('\r\n'),
    )
    expect(await again()).toMatchObject({ outcome: 'updated', added: 3, removed: 0 })
    expect(feed.asked().toSorted()).toEqual([
      'npm/B-1.json',
      'npm/__proto__.json',
      'npm/constructor.json',
      'npm/modified_id.csv',
    ])
  })

  it('keeps a record that the listing lacks while it is still there', async () => {
    const { feed, again } = await syncedFeed(numbered(60))
    feed.put('npm/modified_id.csv', listingOf(numbered(58)))
    expect(await again()).toMatchObject({ outcome: 'updated', removed: 0 })
    expect(await sql`select count(*)::int as count from advisories`).toEqual([{ count: 60 }])
  })

  it('asks again for a record that is older than listed, but not for ever', async () => {
    const { feed, again } = await syncedFeed(numbered(3))
    const now = new Date(Date.now() - 60_000).toISOString()
    const listing = (modified: string) =>
      feed.put('npm/modified_id.csv', `${modified},A-0000\n2025-01-01T00:00:00Z,A-0001\n2025-01-01T00:00:00Z,A-0002\n`)
    listing(now)
    for (let round = 0; round < 2; round += 1) {
      expect(await again()).toMatchObject({ outcome: 'updated', changed: 0 })
      expect(feed.asked()).toEqual(['npm/modified_id.csv', 'npm/A-0000.json'])
    }
    listing('2025-06-01T00:00:00Z')
    expect(await again()).toMatchObject({ outcome: 'updated' })
    feed.asked()
    listing('2025-06-01T00:00:00.000Z')
    expect(await again()).toMatchObject({ outcome: 'updated' })
    expect(feed.asked()).toEqual(['npm/modified_id.csv'])
  })

  it('is of the moment before the oldest record that is listed and not to be had, until it is', async () => {
    const { feed, sync, again } = await syncedFeed(numbered(60))
    const syncedAt = async () => (await advisoryState(sync, 'npm')).date?.syncedAt ?? ''
    const before = await syncedAt()
    const listed = [...numbered(60), { id: 'B-1', modified: '2025-06-01T00:00:00Z' }]
    feed.publish(listed)
    feed.put('npm/B-1.json', undefined)
    const attempt = (await advisoryState(sync, 'npm')).lastAttemptAt
    expect(await again()).toMatchObject({ outcome: 'updated', added: 0 })
    expect(await syncedAt()).toBe(before)
    expect((await advisoryState(sync, 'npm')).lastAttemptAt?.getTime()).toBeGreaterThan(attempt?.getTime() ?? Infinity)
    // All listed records before that time are stored.
    await sql`update advisory_feeds set synced_at = '2025-05-01'`
    expect(await again()).toMatchObject({ outcome: 'imported' })
    await sql`update advisory_feeds set synced_at = now() - interval '2 hours'`
    const hourAgo = new Date(Date.now() - 60 * 60_000).toISOString()
    feed.publish([...numbered(60), { id: 'B-1', modified: hourAgo }])
    feed.put('npm/B-1.json', undefined)
    expect(await again()).toMatchObject({ outcome: 'updated' })
    expect(await syncedAt()).toBe(hourAgo)
    feed.publish([...numbered(60), { id: 'B-1', modified: hourAgo }])
    expect(await again()).toMatchObject({ outcome: 'updated' })
    expect((await syncedAt()) > hourAgo).toBe(true)
  })

  it('keeps what it had of a record that cannot be read any more, and asks for it once', async () => {
    const { feed, again } = await syncedFeed(numbered(3))
    feed.publish([...numbered(3).slice(1), { id: 'A-0000', ...newer }, { id: 'B-1', ...newer }])
    feed.put(
      'npm/A-0000.json',
      '{"id": "A-0000", "modified": 7, "affected": [{"package": {"ecosystem": "npm", "name": "package-0"}}]}',
    )
    feed.put('npm/B-1.json', JSON.stringify(osvRecord({ id: 'B-2' })))
    expect(await again()).toMatchObject({ outcome: 'updated', added: 0, changed: 0, unreadable: 2 })
    expect(await sql`select id, problem, packages from advisory_unreadable order by id`).toEqual([
      { id: 'A-0000', problem: 'no usable modified', packages: ['package-0'] },
      { id: 'B-1', problem: 'a record with another id, B-2', packages: [] },
    ])
    expect(await sql`select count(*)::int as count from advisory_affected where package_name = 'package-0'`).toEqual([
      { count: 1 },
    ])
    expect(await sql`select records, unreadable from advisory_feeds`).toEqual([{ records: 3, unreadable: 2 }])
    feed.asked()
    feed.put(
      'npm/modified_id.csv',
      `${listingOf([...numbered(3).slice(1), { id: 'A-0000', ...newer }, { id: 'B-1', ...newer }])}\n\n`,
    )
    expect(await again()).toMatchObject({ unreadable: 0 })
    expect(feed.asked()).toEqual(['npm/modified_id.csv'])
    const healed = [...numbered(3).slice(1), { id: 'A-0000', modified: '2025-03-01T00:00:00Z' }]
    feed.publish(healed)
    expect(await again()).toMatchObject({ outcome: 'updated', changed: 1 })
    expect(await sql`select id from advisory_unreadable`).toEqual([{ id: 'B-1' }])
  })
})

describe('trouble with a listing', () => {
  const shrunk =
    'it was rejected. If they were really removed, run "assay advisories sync --service --accept-removals".'
  it.each<[string, (feed: FeedServer) => void, string, string]>([
    [
      'that shrinks by half',
      (feed) => feed.publish(numbered(300)),
      'shrunk',
      `300 of 600 known advisories are missing in the new listing; ${shrunk}`,
    ],
    [
      'that is a web page',
      (feed) => feed.put('npm/modified_id.csv', '<!doctype html>\n'.repeat(60)),
      'broken-listing',
      '60 of the 60 rows in the listing of the advisory feed cannot be parsed.',
    ],
    [
      'that is empty',
      (feed) => feed.put('npm/modified_id.csv', ''),
      'broken-listing',
      '0 of the 0 rows in the listing of the advisory feed cannot be parsed.',
    ],
    [
      'of a million rows and more',
      (feed) => feed.put('npm/modified_id.csv', '2025-01-01T00:00:00Z,A-0000\n'.repeat(1_000_001)),
      'too-large',
      'The listing of the advisory feed has more than 1000000 rows.',
    ],
    [
      'that answers with 500',
      (feed) =>
        void (feed.fault = (path, response) =>
          path.endsWith('.csv') ? (response.writeHead(500).end(), true) : undefined),
      'unreachable',
      'The advisory feed returned status 500.',
    ],
    [
      'that redirects for ever',
      (feed) =>
        void (feed.fault = (path, response) =>
          path.endsWith('.csv') ? (response.writeHead(302, { location: `/${path}` }).end(), true) : undefined),
      'unreachable',
      'The advisory feed could not be reached (too-many-redirects).',
    ],
    [
      'that is cut off',
      (feed) => {
        feed.publish(numbered(601))
        feed.bytesLeft = 5_000
      },
      'unreachable',
      'The advisory feed could not be reached (connection-failed).',
    ],
  ])('%s is named, and nothing is lost', async (_what, break_, code, error) => {
    const { feed, sync, again } = await syncedFeed(numbered(600))
    const before = { rows: await storedAdvisories(database), date: (await advisoryState(sync, 'npm')).date }
    break_(feed)
    expect(await again()).toMatchObject({ outcome: 'failed', code, error })
    const state = await advisoryState(sync, 'npm')
    expect({ rows: await storedAdvisories(database), date: state.date }).toEqual(before)
    expect(state).toMatchObject({ complete: true, lastError: error })
  })

  it('gives way to the export after a day', async () => {
    const { feed, again } = await syncedFeed(numbered(60))
    feed.publish(numbered(61))
    feed.put('npm/modified_id.csv', 'x\n'.repeat(100))
    expect(await again()).toMatchObject({ outcome: 'failed', code: 'broken-listing' })
    await sql`update advisory_feeds set synced_at = synced_at - interval '25 hours'`
    expect(await again()).toMatchObject({ outcome: 'imported', added: 1 })
  })

  it('is overruled by an operator who knows that the records are gone', async () => {
    const { feed, sync } = await syncedFeed(numbered(600))
    feed.publish(numbered(300))
    expect(await syncEcosystem(sync, 'npm', { ...options, acceptRemovals: true })).toMatchObject({
      feeds: [{ outcome: 'imported', removed: 300 }],
    })
    expect(await storedAdvisories(database)).toEqual(await fresh(feed))
  })
})

describe('trouble with single records', () => {
  it('stores what could be fetched, says why it is not all, and goes on from there', async () => {
    const { feed, sync, again } = await syncedFeed(numbered(500))
    feed.publish([...numbered(500), ...Array.from({ length: 190 }, (_, index) => ({ id: `B-${index}` }))])
    let served = 0
    feed.fault = (path, response) =>
      path.includes('B-') && ++served > 100 ? (response.writeHead(500).end(), true) : undefined
    const error =
      'Not all changed advisories could be fetched: The advisory feed returned status 500. The ' +
      'fetched advisories are stored, and the next sync continues from there.'
    expect(await again()).toMatchObject({ outcome: 'failed', code: 'unreachable', error })
    expect(await sql`select count(*)::int as count from advisories`).toEqual([{ count: 600 }])
    expect(served).toBeLessThan(125)
    expect((await advisoryState(sync, 'npm')).lastError).toBe(error)
    feed.fault = () => undefined
    feed.asked()
    expect(await again()).toMatchObject({ outcome: 'updated', added: 90 })
    expect(feed.asked()).toHaveLength(91)
    expect(await storedAdvisories(database)).toEqual(await fresh(feed))
  })

  it('bounds what one record may be', async () => {
    const { feed, again } = await syncedFeed(numbered(3))
    feed.publish([...numbered(3), { id: 'B-1' }, { id: 'B-2' }])
    feed.put('npm/B-1.json', Buffer.alloc(50 * 1024 * 1024, ' '))
    expect(await again()).toMatchObject({ outcome: 'updated', added: 1, unreadable: 1 })
    expect(await sql`select id, problem from advisory_unreadable`).toEqual([
      { id: 'B-1', problem: 'it exceeds the size limit for a record' },
    ])
  })
})
