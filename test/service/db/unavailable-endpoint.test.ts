import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { withFeedLock } from '../../../src/service/db/advisories/feeds.ts'
import { openDatabase } from '../../../src/service/db/client.ts'
import { createNotifications } from '../../../src/service/db/notifications.ts'
import { isDatabaseAway } from '../../../src/service/db/query-error.ts'
import { primaryPosition } from '../../../src/service/db/replica/log-positions.ts'
import { openStateConnection } from '../../../src/service/db/replica/state-connection.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { startBrokenEndpoint } from '../../support/broken-endpoint.ts'
import { testDatabase } from '../../support/test-database.ts'

const { url, sql } = await testDatabase()
const endpoint = await startBrokenEndpoint(url, 'open')
const through = endpoint.through(url)
afterAll(() => endpoint[Symbol.asyncDispose]())
beforeEach(() => endpoint.become('open'))

const windowMs = 2_000
const codeOf = (error: unknown) => (error as { code?: string }).code

/** Repeats a query without a pause until the window ends. Returns the errors. */
async function errorsInWindow(ask: () => PromiseLike<unknown>): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const end = performance.now() + windowMs; performance.now() < end;)
    await ask().then(
      () => errors.push('answered'),
      (error: unknown) => errors.push(error),
    )
  return errors
}

describe('an endpoint that accepts connections and closes them', () => {
  it.each([
    ['one server', '', 'CONNECTION_CLOSED'],
    ['the server that accepts writes', '?target_session_attrs=read-write', 'NO_PRIMARY'],
  ])('gets few connections from a pool for %s, whose queries fail as if refused', async (_name, parameter, code) => {
    endpoint.become('closing')
    await using client = openDatabase(`${through}${parameter}`, { maxConnections: 4, applicationName: 'test' })
    const askers = Array.from({ length: 6 }, () => errorsInWindow(() => client.sql`select 1`))
    const errors = (await Promise.all(askers)).flat()
    expect(errors.length).toBeGreaterThan(0)
    expect(errors.filter((error) => !isDatabaseAway(error))).toEqual([])
    expect(new Set(errors.map(codeOf))).toEqual(new Set([code]))
    // Four places, each with a pause of at least 25 ms first and at least half a second after the fifth failure.
    expect(endpoint.connections()).toBeLessThan(60)
    endpoint.become('open')
    expect([...(await client.sql`select 1 as one`)]).toEqual([{ one: 1 }])
  })

  it('gets few connections too if it rejects them because there are too many', async () => {
    endpoint.become('full')
    await using client = openDatabase(through, { maxConnections: 4, applicationName: 'test' })
    const askers = Array.from({ length: 6 }, () => errorsInWindow(() => client.sql`select 1`))
    const errors = (await Promise.all(askers)).flat()
    expect(new Set(errors.map(codeOf))).toEqual(new Set(['53300']))
    expect(endpoint.connections()).toBeLessThan(60)
    endpoint.become('open')
    expect([...(await client.sql`select 1 as one`)]).toEqual([{ one: 1 }])
  })

  it('is tried once more before a query fails, so a single lost connection fails none', async () => {
    endpoint.become('closing')
    await using client = openDatabase(through, { maxConnections: 1, applicationName: 'test' })
    const query = client.sql`select 1 as one`.execute()
    await expect.poll(() => endpoint.connections(), { interval: 1 }).toBe(1)
    endpoint.become('open')
    expect([...(await query)]).toEqual([{ one: 1 }])
  })

  it('gets few connections from the session that listens, which hears again afterward', async () => {
    await using client = openDatabase(through, { maxConnections: 1, applicationName: 'test' })
    await using notifications = createNotifications(client.db)
    const heard: string[] = []
    notifications.add({ channel: 'caller_changed', told: (payload) => void heard.push(payload), interrupted() {} })
    await notifications.hearing()
    endpoint.become('closing')
    await expect.poll(() => notifications.isHearing).toBe(false)
    // As requests do, while the session is lost.
    const errors = await errorsInWindow(() => notifications.hearing())
    expect(new Set(errors.map(codeOf))).toEqual(new Set(['CONNECTION_CLOSED']))
    expect(endpoint.connections()).toBeLessThan(20)
    endpoint.become('open')
    await expect.poll(() => notifications.isHearing, { timeout: 10_000 }).toBe(true)
    await sql`select pg_notify('caller_changed', 'again')`
    await expect.poll(() => heard).toEqual(['again'])
  })

  it('gets few connections from the session that asks for the state of a server', async () => {
    endpoint.become('closing')
    await using state = openStateConnection(through)
    const errors = await errorsInWindow(() => primaryPosition(state.sql))
    expect(new Set(errors.map(codeOf))).toEqual(new Set(['CONNECTION_CLOSED']))
    expect(endpoint.connections()).toBeLessThan(60)
  })

  it('gets few connections from the queue, which works again afterward', async () => {
    await using queue = await openQueue({ url: through, log: pino({ level: 'silent' }) })
    const done: unknown[] = []
    await queue.work('abandon-scan', async (payload) => void done.push(payload))
    endpoint.become('closing')
    await pause(windowMs)
    expect(endpoint.connections()).toBeLessThan(60)
    endpoint.become('open')
    await using client = openDatabase(url, { maxConnections: 1, applicationName: 'test' })
    await queue.enqueue(client.db, 'abandon-scan', { scanId: 'scan_after' })
    await expect.poll(() => done, { timeout: 10_000 }).toEqual([{ scanId: 'scan_after' }])
  })
})

describe('an endpoint that accepts connections and never responds', () => {
  it('does not delay the end of the session that listens', async () => {
    endpoint.become('silent')
    await using client = openDatabase(through, { maxConnections: 1, applicationName: 'test' })
    const notifications = createNotifications(client.db)
    const attempt = notifications.hearing().then(() => 'hearing', codeOf)
    await expect.poll(() => endpoint.connections()).toBe(1)
    await notifications[Symbol.asyncDispose]()
    expect(await attempt).toBe('CONNECTION_DESTROYED')
    await expect(notifications.hearing()).rejects.toThrow(/aborted/)
    expect(endpoint.connections()).toBe(1)
  })

  it('does not delay the end of a sync that waits for the lock of its feed', async () => {
    endpoint.become('silent')
    await using client = openDatabase(through, { maxConnections: 1, applicationName: 'test' })
    const stopping = new AbortController()
    const sync = withFeedLock(client.sql, 1, stopping.signal, async () => 'synced').catch((error: unknown) => error)
    await expect.poll(() => endpoint.connections()).toBe(1)
    stopping.abort(new Error('service stopping'))
    expect(await sync).toEqual(new Error('service stopping'))
  })

  it('does not delay the end of the queue, whose connections no longer respond', async () => {
    const queue = await openQueue({ url: through, log: pino({ level: 'silent' }) })
    await queue.work('abandon-scan', async () => {})
    endpoint.freeze()
    const depths = queue.depths().then(
      () => 'answered',
      () => 'failed',
    )
    await queue[Symbol.asyncDispose]()
    expect(await depths).toBe('failed')
  }, 60_000)
})

describe.each(['closing', 'silent'])('a process with sessions at an endpoint that is %s', (mode) => {
  it('ends by itself after it has ended them', async () => {
    const program = fileURLToPath(new URL('end-sessions.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program, url, mode], { timeout: 25_000 })
    expect(JSON.parse(stdout)).toEqual({ pool: 'rejected', session: 'rejected', several: 'rejected' })
  })
})
