import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import express from 'express'
import { tidyAccounts } from '../../../src/service/accounts/tidy-accounts.ts'
import { ApiError } from '../../../src/service/api/api-error.ts'
import {
  sendEventStream,
  type StreamPace,
  type StreamPart,
  acquireStreamSlot,
} from '../../../src/service/api/event-stream.ts'
import { openDatabase } from '../../../src/service/db/client.ts'
import { releaseStreamSlot, renewStreamSlot, insertStreamSlot } from '../../../src/service/db/open-streams.ts'
import { eventStreamLimits } from '../../../src/service/api/event-stream-limits.ts'
import { testDatabase } from '../../support/test-database.ts'

const database = await testDatabase()
const other = openDatabase(database.url, { maxConnections: 4, applicationName: 'another process' })
afterAll(() => other[Symbol.asyncDispose]())

const minute = 60_000
const place = (subject: string) => ({ id: randomUUID(), subject })
const newSubject = () => `account:${randomUUID()}`
const openOf = async (subject: string) =>
  Number(
    (await database.sql`select count(*)::int as open from open_streams where subject = ${subject} and until > now()`)[0]
      ?.open,
  )

describe('places of a subject', () => {
  it('are given to exactly as many as there may be, of two processes that ask at once', async () => {
    const subject = newSubject()
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        insertStreamSlot([database, other][index % 2]?.db ?? database.db, place(subject), { most: 10, forMs: minute }),
      ),
    )
    expect(taken.filter(Boolean)).toHaveLength(10)
    expect(await openOf(subject)).toBe(10)
    expect(await insertStreamSlot(database.db, place(newSubject()), { most: 1, forMs: minute })).toBe(true)
  })

  it('are free again when one is freed, and when the lease of a dead process is over', async () => {
    const subject = newSubject()
    const [first, second] = [place(subject), place(subject)]
    expect(await insertStreamSlot(database.db, first, { most: 1, forMs: 400 })).toBe(true)
    expect(await insertStreamSlot(other.db, second, { most: 1, forMs: minute })).toBe(false)
    await vi.waitFor(
      async () => expect(await insertStreamSlot(other.db, second, { most: 1, forMs: minute })).toBe(true),
      { timeout: 10_000 },
    )
    // An expired holder has lost its slot, even if the slot was freed again.
    expect(await renewStreamSlot(database.db, first, { forMs: minute })).toBe(false)
    await releaseStreamSlot(other.db, second)
    expect(await renewStreamSlot(other.db, second, { forMs: minute })).toBe(false)
    expect(await insertStreamSlot(database.db, place(subject), { most: 1, forMs: minute })).toBe(true)
  })

  it('are two for an address without a key', async () => {
    const subject = `address:203.0.113.${Math.floor(Math.random() * 250)}`
    for (let stream = 0; stream < eventStreamLimits.maxPerAddress; stream += 1)
      await acquireStreamSlot(database.db, subject)
    await expect(acquireStreamSlot(other.db, subject)).rejects.toThrow(ApiError)
    await expect(acquireStreamSlot(other.db, subject)).rejects.toThrow(
      'This IP address (without an API key) has reached the limit of 2 open streams',
    )
  })

  it('are forgotten when their time is over, and not before', async () => {
    const [subject, dead] = [newSubject(), newSubject()]
    await insertStreamSlot(database.db, place(subject), { most: 1, forMs: minute })
    await insertStreamSlot(database.db, place(dead), { most: 1, forMs: 1 })
    await pause(50)
    await tidyAccounts(database.db, new Date())
    expect(
      await database.sql`select subject from open_streams where subject in ${database.sql([subject, dead])}`,
    ).toEqual([{ subject }])
  })
})

/** Serves a stream that never ends, and opens it. */
async function openEndless(pace: StreamPace, parts: () => AsyncIterable<StreamPart> = endless) {
  const subject = newSubject()
  const taken = await acquireStreamSlot(database.db, subject, pace)
  const app = express().get('/', (_request, response) =>
    sendEventStream(response, parts(), { db: database.db, place: taken, pace }),
  )
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { subject, id: taken.id, response }
}

async function* endless(): AsyncIterable<StreamPart> {
  for (;;) {
    yield 'heartbeat'
    await pause(20)
  }
}

describe('a stream', () => {
  it('keeps its place beyond the lease, and frees it when its reader goes', async () => {
    const { subject, response } = await openEndless({ maxDurationMs: minute, permissionCheckMs: 50, leaseMs: 3_000 })
    await pause(4_000)
    expect(await openOf(subject)).toBe(1)
    await response.body?.cancel()
    await vi.waitFor(async () => expect(await openOf(subject)).toBe(0), { timeout: 10_000 })
  })

  it('ends when it has lost its place', async () => {
    const { id, response } = await openEndless({ maxDurationMs: minute, permissionCheckMs: 50, leaseMs: minute })
    await database.sql`delete from open_streams where id = ${id}`
    await expect(response.text()).rejects.toThrow()
  })

  it('is cut off after its time, although its reader takes nothing', async () => {
    async function* flood(): AsyncIterable<StreamPart> {
      for (;;) yield { id: 1, event: 'finding', data: 'x'.repeat(100_000) }
    }
    const { subject, response } = await openEndless(
      { maxDurationMs: 300, permissionCheckMs: 100, leaseMs: minute },
      flood,
    )
    await vi.waitFor(async () => expect(await openOf(subject)).toBe(0), { timeout: 10_000 })
    await expect(response.text()).rejects.toThrow()
  })
})
