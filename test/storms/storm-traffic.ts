import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect, vi } from 'vitest'
import type { DatabaseClient } from '../../src/db/client.ts'
import { openQueue } from '../../src/queue/queue.ts'
import { sendEvents } from '../../src/webhooks/send-events.ts'
import { exampleEvent } from '../webhooks/delivery-setup.ts'
import type { Receiver } from '../webhooks/receiver.ts'
import { persistently } from './kill-processes.ts'

/** What traffic goes through while something breaks. */
export interface StormTarget {
  /** Past whatever breaks, as far as that goes. */
  readonly database: DatabaseClient & { readonly url: string }
  readonly receiver: Receiver
  /** Of the web process at this moment. */
  readonly address: () => string
  readonly key: string
  /** On the clock of `Date`: whoever repeats gives up then. */
  readonly deadline: number
}

/** Four clients that submit scans of a package with a flaw, and repeat what they got no answer to. Resolves to the ids of the scans. */
export async function submitScans(target: StormTarget, count: number): Promise<string[]> {
  const lanes = await Promise.all([...'abcd'].map(async (_name, lane) => {
    const ids: string[] = []
    for (let number = lane; number < count; number += 4) {
      const idempotencyKey = randomUUID()
      ids.push(await persistently(() => submitScan(target, idempotencyKey), target.deadline))
    }
    return ids
  }))
  return lanes.flat()
}

/** Submits one scan, of that package unless told otherwise; throws what it was answered unless it was accepted. */
export async function submitScan({ address, key, receiver }: Pick<StormTarget, 'address' | 'key' | 'receiver'>, idempotencyKey: string = randomUUID(), url = 'https://www.npmjs.com/package/server'): Promise<string> {
  const response = await fetch(`${address()}/api/v1/scans/url`, { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': idempotencyKey }, body: JSON.stringify({ url, force: true, webhook: receiver.url }), signal: AbortSignal.timeout(30_000) })
  const body = await response.json() as { data?: { scanId?: string } }
  if (response.status !== 202 || body.data?.scanId === undefined) throw new Error(`a scan was answered with ${response.status}: ${JSON.stringify(body)}`)
  return body.data.scanId
}

/** Sends events to the receiver, ten in a transaction. Resolves to their ids. */
export async function sendDeliveries({ database, receiver, deadline }: StormTarget, count: number): Promise<string[]> {
  const [account] = await persistently(() => database.sql<{ id: string }[]>`select id from accounts where name = 'local'`, deadline)
  const events = Array.from({ length: count }, () => exampleEvent(account?.id ?? '', new Date()))
  for (let start = 0; start < events.length; start += 10) {
    await persistently(async () => {
      await using queue = await openQueue({ url: database.url, log: pino({ level: 'silent' }) })
      await database.db.transaction((tx) => sendEvents({ queue }, tx, events.slice(start, start + 10).map((event) => ({ event, receivers: [{ url: receiver.url }] }))))
    }, deadline)
  }
  return events.map(({ id }) => id)
}

/** Waits until every scan, delivery and check has ended; resolves to the seconds that took. */
export async function untilSettled({ database, deadline }: StormTarget): Promise<number> {
  const startedAt = performance.now()
  await vi.waitFor(async () => {
    const [row] = await database.sql<{ scans: number; deliveries: number; checks: number }[]>`select
      (select count(*)::int from scans where status in ('pending', 'scanning')) as scans,
      (select count(*)::int from webhook_deliveries where status = 'waiting') as deliveries,
      (select count(*)::int from github_checks where concluded_at is null) as checks`
    expect({ ...row }).toEqual({ scans: 0, deliveries: 0, checks: 0 })
  }, { timeout: Math.max(deadline - Date.now(), 1_000), interval: 500 })
  return Math.round((performance.now() - startedAt) / 1_000)
}

/** Holds what is stored and what arrived against what was sent: nothing lost, nothing failed, nothing under two ids. Resolves to the counts. */
export async function expectNothingLost({ database, receiver }: StormTarget, sent: { readonly scans: readonly string[]; readonly events: readonly string[] }) {
  const scans = await database.sql<{ id: string; status: string; attempts: number }[]>`select scans.id, status, attempts from scans join accounts on accounts.id = account_id where name = 'local'`
  const deliveries = await database.sql<{ id: string; status: string }[]>`select event_id as id, status from webhook_deliveries where url = ${receiver.url}`
  const arrived = Map.groupBy(receiver.received, ({ headers }) => String(headers['webhook-id']))
  const counts = { scans: scans.length, failedScans: scans.filter(({ status }) => status === 'failed').length, scansStartedAgain: scans.filter(({ attempts }) => attempts > 1).length, deliveries: deliveries.length, posts: receiver.received.length }

  expect(scans.map(({ id }) => id).toSorted()).toEqual(sent.scans.toSorted())
  expect(new Set(sent.scans).size).toBe(sent.scans.length)
  expect(scans.filter(({ status }) => status !== 'completed')).toEqual([])
  expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([])
  expect([...arrived.keys()].toSorted()).toEqual([...new Set(deliveries.map(({ id }) => id))].toSorted())
  expect(sent.events.filter((id) => !arrived.has(id))).toEqual([])
  for (const posts of arrived.values()) expect(new Set(posts.map(({ body }) => body)).size).toBe(1)
  return counts
}

/** One line of the summary: which storm it was, and what it counted. */
export function tellOutcome(storm: string, figures: object): void {
  process.stdout.write(`storm ${storm}: ${JSON.stringify(figures)}\n`)
}
