import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withFeedLock } from '../../../src/service/db/advisories/feeds.ts'
import { accounts } from '../../../src/service/db/accounts/schema.ts'
import { openDatabase } from '../../../src/service/db/client.ts'
import { migrateDatabase } from '../../../src/service/db/migrate.ts'
import { createNotifications } from '../../../src/service/db/notifications.ts'
import { areSameDatabase, findPooling } from '../../../src/service/db/find-pooling.ts'
import { isDatabaseAway } from '../../../src/service/db/query-error.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { checkDatabaseUrls } from '../../../src/service/startup/check-database-urls.ts'
import { startBrokenEndpoint } from '../../support/broken-endpoint.ts'
import { hasPooler, type Pooler, startPooler } from '../../support/pooler.ts'
import { testDatabase } from '../../support/test-database.ts'

const { url: directUrl, sql } = await testDatabase()
const other = await testDatabase()
/** Fewer sessions than clients. */
const poolSize = 3
let pooler: Pooler
let session: Pooler
const log = pino({ level: 'silent' })

// Skipped where PgBouncer is not installed.
describe.skipIf(!hasPooler)('PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    pooler = await startPooler(directUrl, { pool_mode: 'transaction', default_pool_size: poolSize })
    session = await startPooler(directUrl, {
      pool_mode: 'session',
      ignore_startup_parameters: 'plan_cache_mode',
    })
  })
  afterAll(async () => {
    await Promise.all([pooler, session].map((one) => one[Symbol.asyncDispose]()))
  })

  it('is distinguished from session mode and from the server itself, also while others use it', async () => {
    await using busy = openDatabase(pooler.url, { maxConnections: 4, applicationName: 'busy', directUrl })
    const over = new AbortController()
    const load = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) await busy.sql`select 1`
    })
    const found = [
      await findPooling(pooler.url, 'DATABASE_URL'),
      await findPooling(session.url, 'DATABASE_URL'),
      await findPooling(directUrl, 'DATABASE_URL'),
    ]
    over.abort()
    await Promise.all(load)
    expect(found).toEqual(['transaction', 'session', 'none'])
    expect(await findPooling(pooler.url, 'DATABASE_URL')).toBe('transaction')
  })

  it('is not confused with a pooler in session mode that has no session left', async () => {
    await using full = await startPooler(directUrl, { pool_mode: 'session', default_pool_size: 1 })
    expect(await findPooling(full.url, 'DATABASE_URL')).toBe('session')
    await using impatient = await startPooler(directUrl, {
      pool_mode: 'session',
      default_pool_size: 1,
      query_wait_timeout: 1,
    })
    expect(await findPooling(impatient.url, 'DATABASE_URL')).toBe('session')
  })

  it('is recognized behind a load balancer with several poolers', async () => {
    await using second = await startPooler(directUrl, { pool_mode: 'transaction' })
    await using balancer = await startBrokenEndpoint(pooler.url, 'open')
    balancer.alternateWith(second.url)
    expect(await findPooling(balancer.through(directUrl), 'DATABASE_URL')).toBe('transaction')
  })

  it('is refused without a direct URL, and as the direct URL', async () => {
    await expect(checkDatabaseUrls(pooler.url, undefined)).rejects.toThrow(
      /^DATABASE_URL: This URL leads to a connection pooler in transaction mode\..* add the line DATABASE_DIRECT_URL/,
    )
    await expect(checkDatabaseUrls(pooler.url, pooler.url)).rejects.toThrow(
      /^DATABASE_DIRECT_URL: This URL leads to a connection pooler in transaction mode\..* In the line DATABASE_DIRECT/,
    )
    await checkDatabaseUrls(pooler.url, directUrl)
    await checkDatabaseUrls(pooler.url, session.url)
    await checkDatabaseUrls(session.url, undefined)
    await checkDatabaseUrls(directUrl, undefined)
  })

  it('is distinguished from statement mode, which is refused in both settings', async () => {
    await using statement = await startPooler(directUrl, { pool_mode: 'statement' })
    expect(await findPooling(statement.url, 'DATABASE_URL')).toBe('statement')
    for (const direct of [undefined, directUrl])
      await expect(checkDatabaseUrls(statement.url, direct)).rejects.toThrow(
        /^DATABASE_URL: This URL leads to a connection pooler in statement mode.* Set pool_mode = transaction/,
      )
    await expect(checkDatabaseUrls(pooler.url, statement.url)).rejects.toThrow(
      /^DATABASE_DIRECT_URL: This URL leads to a connection pooler in statement mode\./,
    )
  })

  it('is refused with the direct URL of another database', async () => {
    expect(await areSameDatabase(pooler.url, directUrl)).toBe(true)
    await expect(checkDatabaseUrls(pooler.url, other.url)).rejects.toThrow(
      /^DATABASE_DIRECT_URL: This URL and DATABASE_URL lead to different databases/,
    )
  })

  it('is refused with a wrong password, or an address without a server, of the direct URL', async () => {
    const wrong = Object.assign(new URL(directUrl), { password: 'wrong-password' }).href
    await expect(checkDatabaseUrls(pooler.url, wrong)).rejects.toThrow(
      /^DATABASE_DIRECT_URL: Assay cannot connect to this database: password authentication failed/,
    )
    const closed = Object.assign(new URL(directUrl), { port: '1' }).href
    await expect(checkDatabaseUrls(pooler.url, closed)).rejects.toThrow(/^DATABASE_DIRECT_URL: .*ECONNREFUSED/)
    await expect(checkDatabaseUrls(closed, directUrl)).rejects.toThrow(/^DATABASE_URL: .*ECONNREFUSED/)
  })

  it('is refused with a readable message if no host of the direct URL accepts writes', async () => {
    const closed = Object.assign(new URL(directUrl), { port: '1' }).href
    const several = `${closed}?target_session_attrs=read-write`
    const error: unknown = await checkDatabaseUrls(pooler.url, several).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      heading: 'Database unavailable',
      message: expect.stringMatching(
        /^DATABASE_DIRECT_URL: .* No host in DATABASE_DIRECT_URL accepts writes \([^)]*\)\. Start Assay again when/,
      ),
    })
    await expect(migrateDatabase(several, 'DATABASE_DIRECT_URL')).rejects.toThrow(/^No host in DATABASE_DIRECT_URL /)
    const wrong = Object.assign(new URL(directUrl), { password: 'wrong-password' }).href
    await expect(checkDatabaseUrls(pooler.url, wrong)).rejects.toMatchObject({ heading: 'Invalid settings' })
  })

  it('serves more clients than it has sessions, with queries and transactions', async () => {
    await using client = openDatabase(pooler.url, { maxConnections: 12, applicationName: 'test', directUrl })
    await using second = openDatabase(pooler.url, { maxConnections: 12, applicationName: 'test', directUrl })
    const names = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const { db } = index % 2 === 0 ? client : second
        return db.transaction(async (tx) => {
          const [row] = await tx
            .insert(accounts)
            .values({
              id: crypto.randomUUID(),
              name: `pooled ${index}`,
              plan: 'free',
              webhookSecretSealed: Buffer.of(1),
            })
            .returning({ name: accounts.name })
          // The same text in many sessions, with values of several types.
          await tx.execute('select array[1, 2] as list')
          return row?.name
        })
      }),
    )
    expect(new Set(names).size).toBe(60)
    const lists = await Promise.all(
      Array.from({ length: 40 }, (_, index) => client.sql`select ${[index, 2]}::int[] as list, ${'text'} as text`),
    )
    expect(lists.map(([row]) => row?.['list'][0])).toEqual(lists.map((_, index) => index))
    const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`select count(*)::int from pg_stat_activity
      where application_name = 'test' and datname = current_database() and state is not null`
    // Four more belong to the pool of this file.
    expect(count).toBeLessThanOrEqual(poolSize + 4)
  })

  it('answers a query that is asked while its only connection is busy', async () => {
    await using client = openDatabase(pooler.url, { maxConnections: 1, applicationName: 'test', directUrl })
    await client.sql`select 1`
    const busy = client.sql`select pg_sleep(0.3)`.execute()
    await pause(100)
    // A query with parameters is sent in two parts. The pooler would take the connection to the server away between
    // them, when the previous query ends.
    expect([...(await client.sql`select ${7}::int as value`)]).toEqual([{ value: 7 }])
    await busy
    await expect(client.db.transaction((tx) => tx.execute('select 8 as value'))).resolves.toMatchObject([{ value: 8 }])
  })

  it('counts as an unavailable database while it accepts no more clients', async () => {
    await using full = await startPooler(directUrl, { pool_mode: 'transaction', max_client_conn: 1 })
    await using first = openDatabase(full.url, { maxConnections: 1, applicationName: 'test', directUrl })
    await using second = openDatabase(full.url, { maxConnections: 1, applicationName: 'test', directUrl })
    await first.sql`select 1`
    const error: unknown = await second.sql`select 1`.catch((reason: unknown) => reason)
    expect([error, isDatabaseAway(error)]).toEqual([expect.objectContaining({ code: '08P01' }), true])
  })

  it('reports commits to the session that listens, which is not pooled', async () => {
    await using client = openDatabase(pooler.url, { maxConnections: 2, applicationName: 'test', directUrl })
    await using notifications = createNotifications(client.db)
    const heard: string[] = []
    notifications.add({ channel: 'caller_changed', told: (payload) => void heard.push(payload), interrupted() {} })
    await notifications.hearing()
    await client.sql`select pg_notify('caller_changed', 'pooled')`
    await expect.poll(() => heard).toEqual(['pooled'])
  })

  it('does not hold the locks of feeds, of which one process has each', async () => {
    await using client = openDatabase(pooler.url, { maxConnections: 2, applicationName: 'test', directUrl })
    const { signal } = new AbortController()
    let inside = 0
    let most = 0
    const sync = async () => {
      most = Math.max(most, ++inside)
      // Longer than the interval at which the others look for the lock.
      await pause(400)
      inside -= 1
    }
    await Promise.all([1, 2, 3].map(() => withFeedLock(client.sql, 7, signal, sync)))
    expect(most).toBe(1)
    const locks = await sql`select from pg_locks where locktype = 'advisory' and objid = 7`
    expect(locks.length).toBe(0)
  })

  it('keeps the lock of a feed while the event loop is busy for seconds', async () => {
    await using client = openDatabase(pooler.url, { maxConnections: 2, applicationName: 'test', directUrl })
    await using notifications = createNotifications(client.db)
    let interruptions = 0
    notifications.add({ channel: 'scan_changed', told() {}, interrupted: () => void (interruptions += 1) })
    await notifications.hearing()
    interruptions = 0
    const held = await withFeedLock(client.sql, 8, new AbortController().signal, async () => {
      for (const end = performance.now() + 4_000; performance.now() < end;);
      await pause(100)
      return sql`select from pg_locks where locktype = 'advisory' and objid = 8 and granted`
    })
    expect([held.length, interruptions, notifications.isHearing]).toEqual([1, 0, true])
  })

  it('passes jobs on at once, and leaves no setting of the queue in the sessions of others', async () => {
    await using client = openDatabase(pooler.url, { maxConnections: 4, applicationName: 'test', directUrl })
    await using queue = await openQueue({ url: pooler.url, directUrl, log })
    const done = new Set<unknown>()
    await queue.work('abandon-scan', async (payload) => void done.add(payload))
    const ids = Array.from({ length: 40 }, (_, index) => `scan_${index}`)
    await Promise.all(ids.map((scanId) => queue.enqueue(client.db, 'abandon-scan', { scanId })))
    await expect.poll(() => done.size, { timeout: 10_000 }).toBe(ids.length)
    const listening = await sql`select query from pg_stat_activity
      where datname = current_database() and application_name = 'assay queue' and query ~* '^listen'`
    expect(listening.length).toBe(1)
    const settings = await Promise.all(Array.from({ length: 20 }, () => client.sql`show enable_nestloop`))
    expect(new Set(settings.map(([row]) => row?.['enable_nestloop']))).toEqual(new Set(['on']))
  })

  it('can restart while a process runs', async () => {
    await using client = openDatabase(pooler.url, { maxConnections: 4, applicationName: 'test', directUrl })
    await using queue = await openQueue({ url: pooler.url, directUrl, log })
    const done: unknown[] = []
    await queue.work('abandon-scan', async (payload) => void done.push(payload))
    await using notifications = createNotifications(client.db)
    await notifications.hearing()
    await pooler.stop()
    await expect(client.sql`select 1`).rejects.toThrow()
    // The direct session does not depend on the pooler.
    expect(notifications.isHearing).toBe(true)
    await pooler.start()
    await expect
      .poll(
        () =>
          queue.enqueue(client.db, 'abandon-scan', { scanId: 'scan_restarted' }).then(
            () => true,
            () => false,
          ),
        {
          timeout: 15_000,
        },
      )
      .toBe(true)
    await expect.poll(() => done, { timeout: 15_000 }).toContainEqual({ scanId: 'scan_restarted' })
  })
})
