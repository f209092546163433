import { once } from 'node:events'
import { expect, it } from 'vitest'
import { FeedLockLostError, withFeedLock } from '../../../../src/service/db/advisories/feeds.ts'
import { openDatabase } from '../../../../src/service/db/client.ts'
import { databaseFeedStore } from '../../../../src/service/scans/advisories/sync/database-feed-store.ts'
import { testDatabase } from '../../../support/test-database.ts'

const { url, db, sql } = await testDatabase()
const { signal } = new AbortController()
const feed = { base: 'https://osv.invalid', ecosystem: 'npm' } as const

/** Ends the session that holds the lock, as a restart of the server or a load balancer does. */
const endLockSession = () => sql`
  select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`

it('aborts the sync and rejects when the session that holds the lock ends', async () => {
  await using client = openDatabase(url, { maxConnections: 2, applicationName: 'test' })
  const order: string[] = []
  const first = withFeedLock(client.sql, 3, signal, async (holding) => {
    await endLockSession()
    if (!holding.aborted) await once(holding, 'abort')
    order.push('first aborted')
    // The lock is free for another process.
    await withFeedLock(client.sql, 3, signal, async () => void order.push('second inside'))
    return 'synced'
  })
  await expect(first).rejects.toThrow(FeedLockLostError)
  expect(order).toEqual(['first aborted', 'second inside'])
})

it('rejects with the loss also if the sync fails because of the abort', async () => {
  await using client = openDatabase(url, { maxConnections: 2, applicationName: 'test' })
  const sync = withFeedLock(client.sql, 4, signal, async (holding) => {
    await endLockSession()
    if (!holding.aborted) await once(holding, 'abort')
    throw new Error('download aborted')
  })
  await expect(sync).rejects.toThrow(FeedLockLostError)
})

it('aborts the sync with the signal of the caller', async () => {
  await using client = openDatabase(url, { maxConnections: 2, applicationName: 'test' })
  const stopping = new AbortController()
  const sync = withFeedLock(client.sql, 5, stopping.signal, async (holding) => {
    stopping.abort(new Error('service stopping'))
    holding.throwIfAborted()
  })
  await expect(sync).rejects.toThrow('service stopping')
})

it('stores nothing after the lock is lost', async () => {
  await using client = openDatabase(url, { maxConnections: 2, applicationName: 'test' })
  const store = databaseFeedStore({ ...client, db })
  const stored: unknown[] = []
  const sync = store.withLock(feed, signal, async (holding) => {
    await store.confirm(feed)
    stored.push('confirmed')
    await endLockSession()
    if (!holding.aborted) await once(holding, 'abort')
    const records = { rows: [], unreadable: [], gone: [] }
    const attempts = [() => store.storeFetched(feed, records), () => store.confirm(feed)]
    for (const attempt of attempts) stored.push(await attempt().catch((error: unknown) => error))
  })
  await expect(sync).rejects.toThrow(FeedLockLostError)
  expect(stored).toEqual(['confirmed', expect.any(FeedLockLostError), expect.any(FeedLockLostError)])
  // The next sync holds the lock again.
  await store.withLock(feed, signal, () => store.confirm(feed))
})
