import { beforeEach, describe, expect, it } from 'vitest'
import { advisoryState } from '../../../../src/service/scans/advisories/state.ts'
import { syncEcosystem } from '../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { advisorySync } from './support/advisory-sync.ts'
import { affects, exportZip, feedFolder, osvRecord, type RecordParts } from './support/feed-folder.ts'
import { zip } from '../../../support/zip.ts'

const database = await testDatabase()
const { sql } = database
const options = { signal: new AbortController().signal }

beforeEach(async () => {
  await sql`delete from advisory_feeds`
  await sql`delete from advisory_affected`
})

/** Returns all stored data, without generated numbers. */
async function stored(): Promise<unknown> {
  return {
    advisories: await sql`select id, modified, withdrawn, digest, document from advisories order by feed_id, id`,
    affected: await sql`select advisory_id, ecosystem, package_name, entry from advisory_affected
        order by feed_id, advisory_id, key`,
    feeds: await sql`select records, unreadable, newest_modified, export_digest from advisory_feeds order by id`,
  }
}

const ids = async () => (await sql<{ id: string }[]>`select id from advisories order by id`).map(({ id }) => id)
const generation = async () =>
  (await sql<{ generation: string }[]>`select generation from advisory_feeds`).map((row) => Number(row.generation))
const numbered = (count: number, parts: Partial<RecordParts> = {}) =>
  Array.from({ length: count }, (_, index): RecordParts => ({
    affected: [affects(`package-${index}`)],
    ...parts,
    id: `A-${index}`,
  }))

describe('syncing a feed', () => {
  it('stores records and packages, and says how it went', async () => {
    const feed = feedFolder()
    feed.publish([
      {
        id: 'A-1',
        summary: 'One',
        affected: [affects('a'), affects('b', { introduced: '1.0.0' }), { package: { ecosystem: 'PyPI', name: 'c' } }],
      },
      { id: 'A-2', withdrawn: '2025-01-02T00:00:00Z', modified: '2025-03-01T00:00:00Z' },
      { id: 'A-3', modified: '2999-01-01T00:00:00Z' },
    ])
    const before = Date.now()
    const sync = advisorySync(database, [feed.base])
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      ecosystem: 'npm',
      complete: true,
      feeds: [{ base: feed.base, outcome: 'imported', before: 0, added: 3, changed: 0, removed: 0, unreadable: 0 }],
    })
    expect(
      await sql`select id, withdrawn is not null as withdrawn, document->>'summary' as summary from advisories
        order by id`,
    ).toEqual([
      { id: 'A-1', withdrawn: false, summary: 'One' },
      { id: 'A-2', withdrawn: true, summary: null },
      { id: 'A-3', withdrawn: false, summary: null },
    ])
    expect(await sql`select advisory_id, ecosystem, package_name, entry from advisory_affected order by key`).toEqual([
      { advisory_id: 'A-1', ecosystem: 'npm', package_name: 'a', entry: affects('a') },
      { advisory_id: 'A-1', ecosystem: 'npm', package_name: 'b', entry: affects('b', { introduced: '1.0.0' }) },
    ])
    const state = await advisoryState(sync, 'npm')
    expect(state).toMatchObject({
      complete: true,
      records: 3,
      lastError: undefined,
      date: { newestModified: '2025-03-01T00:00:00.000Z' },
    })
    expect(Date.parse(state.date?.syncedAt ?? '')).toBeGreaterThanOrEqual(before - 1_000)
    expect(state.lastAttemptAt?.toISOString()).toBe(state.date?.syncedAt)
  })

  it('does not import the same export again, but moves its time', async () => {
    const feed = feedFolder()
    feed.publish(numbered(3))
    const sync = advisorySync(database, [feed.base])
    await syncEcosystem(sync, 'npm', options)
    const first = { rows: await stored(), state: await advisoryState(sync, 'npm'), generation: await generation() }
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: true,
      feeds: [{ outcome: 'unchanged' }],
    })
    const second = await advisoryState(sync, 'npm')
    expect(Date.parse(second.date?.syncedAt ?? '')).toBeGreaterThan(Date.parse(first.state.date?.syncedAt ?? ''))
    expect({ rows: await stored(), generation: await generation() }).toEqual({
      rows: first.rows,
      generation: first.generation,
    })
  })

  it('adds, changes and removes what differs, even without a newer modified', async () => {
    const feed = feedFolder()
    const sync = advisorySync(database, [feed.base])
    feed.publish([
      { id: 'A-1', affected: [affects('a')] },
      { id: 'A-2', affected: [affects('b')] },
      { id: 'A-3', affected: [affects('c')] },
    ])
    await syncEcosystem(sync, 'npm', options)
    const [key] = await sql`select key from advisory_affected where package_name = 'a'`
    feed.publish([
      { id: 'A-1', affected: [affects('a')] },
      { id: 'A-2', affected: [affects('B')], summary: 'new' },
      { id: 'A-4', affected: [affects('d')] },
    ])
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      feeds: [{ outcome: 'imported', before: 3, added: 1, changed: 1, removed: 1 }],
    })
    expect(await ids()).toEqual(['A-1', 'A-2', 'A-4'])
    expect(
      (await sql`select package_name from advisory_affected order by package_name collate "C"`).map(
        (row) => row.package_name as unknown,
      ),
    ).toEqual(['B', 'a', 'd'])
    // Unchanged records were not written again.
    expect(await sql`select key from advisory_affected where package_name = 'a'`).toEqual([key])
    expect(await generation()).toEqual([2])
  })

  it('keeps the generation when another export has the same records', async () => {
    const feed = feedFolder()
    const sync = advisorySync(database, [feed.base])
    feed.publish(numbered(3))
    await syncEcosystem(sync, 'npm', options)
    feed.publish(numbered(3).toReversed())
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      feeds: [{ outcome: 'imported', added: 0, changed: 0, removed: 0 }],
    })
    expect(await generation()).toEqual([1])
  })

  it('passes over what it cannot read, names and counts it', async () => {
    const feed = feedFolder()
    feed.publishBytes(
      zip([
        { name: 'good.json', content: JSON.stringify(osvRecord({ id: 'GOOD', affected: [affects('a')] })) },
        { name: 'text.json', content: 'no JSON' },
        { name: 'null.json', content: 'null' },
        { name: 'idless.json', content: JSON.stringify({ modified: '2025-01-01T00:00:00Z' }) },
        { name: 'types.json', content: JSON.stringify({ id: 'T', modified: 5, affected: {} }) },
        { name: 'prototype.json', content: '{"__proto__": {"id": "P", "modified": "2025-01-01T00:00:00Z"}}' },
        { name: 'again.json', content: JSON.stringify(osvRecord({ id: 'GOOD', summary: 'second' })) },
        {
          name: 'nul.json',
          content: JSON.stringify(
            osvRecord({ id: 'NUL', summary: 'a\0b \ud800', affected: [affects('nul\0'), affects('nul')] }),
          ),
        },
        { name: 'notes.txt', content: 'not counted' },
      ]),
    )
    const sync = advisorySync(database, [feed.base])
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: true,
      feeds: [{ outcome: 'imported', added: 2, unreadable: 6 }],
    })
    expect(await sql`select id, document->>'summary' as summary from advisories order by id`).toEqual([
      { id: 'GOOD', summary: null },
      { id: 'NUL', summary: 'a\u{FFFD}b \u{FFFD}' },
    ])
    expect(await sql`select package_name from advisory_affected order by package_name`).toEqual([
      { package_name: 'a' },
      { package_name: 'nul' },
    ])
    expect(sync.logged.filter(({ level }) => level === 'warn').map(({ record }) => record)).toEqual([
      'text',
      'null',
      'idless',
      'types',
      'prototype',
      'again',
    ])
    expect(await sql`select records, unreadable from advisory_feeds`).toEqual([{ records: 2, unreadable: 6 }])
  })

  it('keeps what it had of a record that cannot be read any more, and notes its packages', async () => {
    const feed = feedFolder()
    const sync = advisorySync(database, [feed.base])
    feed.publish([{ id: 'A-1', affected: [affects('a')] }, { id: 'A-2' }])
    await syncEcosystem(sync, 'npm', options)
    feed.publishBytes(
      zip([
        {
          name: 'A-1.json',
          content: JSON.stringify({
            id: 'A-1',
            modified: 'today',
            affected: [affects('a'), affects('b'), { package: { ecosystem: 'PyPI', name: 'c' } }],
          }),
        },
        { name: 'A-2.json', content: JSON.stringify(osvRecord({ id: 'A-2' })) },
      ]),
    )
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      feeds: [{ outcome: 'imported', removed: 0, unreadable: 1 }],
    })
    expect(await ids()).toEqual(['A-1', 'A-2'])
    expect(await sql`select id, problem, packages from advisory_unreadable`).toEqual([
      { id: 'A-1', problem: 'no usable modified', packages: ['a', 'b'] },
    ])
    feed.publish([{ id: 'A-2' }])
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      feeds: [{ outcome: 'imported', removed: 1, unreadable: 0 }],
    })
    expect(await sql`select 1 from advisory_unreadable`).toEqual([])
  })

  it('tells how far it is', async () => {
    const feed = feedFolder()
    feed.publish(numbered(2_500))
    const told: number[] = []
    await syncEcosystem(advisorySync(database, [feed.base]), 'npm', {
      ...options,
      onProgress: ({ records }) => told.push(records),
    })
    expect(told).toEqual([1_000, 2_000])
  })

  it('is done once by two processes at a time', async () => {
    const feed = feedFolder()
    feed.publish(numbered(500))
    const sync = advisorySync(database, [feed.base])
    const outcomes = await Promise.all([syncEcosystem(sync, 'npm', options), syncEcosystem(sync, 'npm', options)])
    expect(outcomes.map(({ feeds }) => feeds[0]?.outcome).sort()).toEqual(['imported', 'unchanged'])
    expect(await ids()).toHaveLength(500)
  })

  it('shows readers the old state until all is there', async () => {
    const feed = feedFolder()
    const sync = advisorySync(database, [feed.base])
    feed.publish([{ id: 'OLD' }])
    await syncEcosystem(sync, 'npm', options)
    feed.publish([...numbered(2_000), { id: 'OLD', summary: 'new' }])
    const seen: Promise<string[]>[] = []
    await syncEcosystem(sync, 'npm', { ...options, onProgress: () => seen.push(ids()) })
    expect(await Promise.all(seen)).toEqual([['OLD'], ['OLD']])
    expect(await ids()).toHaveLength(2_001)
  })
})

describe('a sync that fails leaves the last good state', () => {
  const good = numbered(600)

  const nothing = { before: async () => {}, after: async () => {} }

  async function expectFailure(
    publish: (feed: ReturnType<typeof feedFolder>) => void,
    code: string,
    error: string,
    trouble: { before(): PromiseLike<unknown>; after(): PromiseLike<unknown> } = nothing,
  ): Promise<void> {
    const feed = feedFolder()
    const sync = advisorySync(database, [feed.base])
    feed.publish(good)
    await syncEcosystem(sync, 'npm', options)
    const before = { rows: await stored(), state: await advisoryState(sync, 'npm') }
    publish(feed)
    await trouble.before()
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: false,
      feeds: [{ outcome: 'failed', code, error }],
    })
    await trouble.after()
    const state = await advisoryState(sync, 'npm')
    expect({ rows: await stored(), date: state.date }).toEqual({ rows: before.rows, date: before.state.date })
    expect(state).toMatchObject({ lastError: error, complete: true })
    expect(state.lastAttemptAt?.getTime()).toBeGreaterThan(before.state.lastAttemptAt?.getTime() ?? Infinity)

    expect(sync.logged.filter((entry) => entry.level === 'warn' && entry.code !== undefined)).toMatchObject([
      { base: feed.base, ecosystem: 'npm', code },
    ])

    feed.publish(numbered(601))
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: true,
      feeds: [{ outcome: 'imported', added: 1 }],
    })
    expect((await advisoryState(sync, 'npm')).lastError).toBeUndefined()
  }

  const broken = 'The advisory export is not a valid zip file.'
  it.each<[string, Buffer, string, string]>([
    ['nothing', Buffer.alloc(0), 'broken-export', broken],
    ['cut off', exportZip(good).subarray(0, 10_000), 'broken-export', broken],
    ['damaged in the midst', damage(exportZip(numbered(700))), 'broken-export', broken],
    ['without a record', zip([]), 'broken-export', 'The advisory export has no readable record.'],
    [
      'without a readable record',
      zip([{ name: 'a.json', content: '[]' }]),
      'broken-export',
      'The advisory export has no readable record.',
    ],
    [
      'hardly readable',
      zip([
        ...good.map((record) => ({ name: `${record.id}.json`, content: JSON.stringify(osvRecord(record)) })),
        ...numbered(70).map(({ id }) => ({ name: `${id}x.json`, content: id })),
      ]),
      'broken-export',
      '70 of the 670 records in the advisory export cannot be parsed.',
    ],
    [
      'a tenth gone',
      exportZip(numbered(539)),
      'shrunk',
      '61 of 600 known advisories are missing in the new export; it was rejected. If they were ' +
        'really removed, run "assay advisories sync --service --accept-removals".',
    ],
  ])('export %s', async (_what, bytes, code, error) => {
    await expectFailure((feed) => feed.publishBytes(bytes), code, error)
  })

  it('when the database refuses', async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception
      'could not extend file: No space left on device' using errcode = '53100'; end $$`
    await expectFailure(
      (feed) => feed.publish([...good, { id: 'DISK-FULL' }]),
      'internal',
      'The advisories could not be stored.',
      {
        before: () =>
          sql`create trigger refuse before insert on advisories for each row
            when (new.id = 'DISK-FULL') execute function refuse()`,
        after: () => sql`drop trigger refuse on advisories`,
      },
    )
  })

  it('takes an export that lacks a little, and small feeds that lack much', async () => {
    const feed = feedFolder()
    const sync = advisorySync(database, [feed.base])
    for (const [count, removed] of [
      [600, 0],
      [540, 60],
      [490, 50],
    ] as const) {
      feed.publish(numbered(count))
      expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({ feeds: [{ outcome: 'imported', removed }] })
    }
    await sql`delete from advisory_feeds`
    feed.publish(numbered(50))
    await syncEcosystem(sync, 'npm', options)
    feed.publish(numbered(1))
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({ feeds: [{ outcome: 'imported', removed: 49 }] })
  })

  it('when it is aborted, without calling that an error', async () => {
    const feed = feedFolder()
    feed.publish(numbered(3_000))
    const sync = advisorySync(database, [feed.base])
    const stop = new AbortController()
    await expect(
      syncEcosystem(sync, 'npm', { signal: stop.signal, onProgress: () => stop.abort(new Error('told to stop')) }),
    ).rejects.toThrow('told to stop')
    expect(await ids()).toEqual([])
    expect(await advisoryState(sync, 'npm')).toMatchObject({
      date: undefined,
      complete: false,
      lastError: undefined,
      lastAttemptAt: undefined,
    })
    expect(
      await sql`select pid from pg_stat_activity where datname = current_database()
        and state like 'idle in transaction%'`,
    ).toEqual([])
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({ complete: true })
  })
})

function damage(bytes: Buffer): Buffer {
  const at = Math.floor(bytes.length / 3)
  bytes.fill(0xaa, at, at + 50)
  return bytes
}
