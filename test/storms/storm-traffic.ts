import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect, vi } from 'vitest'
import type { DatabaseClient } from '../../src/service/db/client.ts'
import { openQueue } from '../../src/service/queue/queue.ts'
import { sendEvents } from '../../src/service/webhooks/send-events.ts'
import { exampleEvent } from '../service/webhooks/delivery-setup.ts'
import type { Receiver } from '../service/webhooks/receiver.ts'
import { persistently } from './kill-processes.ts'

/** Receives the traffic while something breaks. */
export interface StormTarget {
  /** A direct connection that avoids the broken parts if possible. */
  readonly database: DatabaseClient & { readonly url: string }
  readonly receiver: Receiver
  /** Current address of the web process. */
  readonly address: () => string
  readonly key: string
  /** The account's endpoint at the receiver, for all events. */
  readonly endpointId: string
  /** Time on the clock of `Date` when repeated requests give up. */
  readonly deadline: number
}

/**
 * Number of submissions of each kind with a receiver. A host gets at most 60 attempts a minute, and an endpoint as many
 * as it accepts.
 */
const namingReceiver = 10

/**
 * Runs four clients that submit scans of a vulnerable package, and repeat requests without a response. Resolves to the
 * IDs of the scans.
 */
export async function submitScans(target: StormTarget, count: number): Promise<string[]> {
  const lanes = await Promise.all(
    [...'abcd'].map(async (_name, lane) => {
      const ids: string[] = []
      for (let number = lane; number < count; number += 4) {
        const idempotencyKey = randomUUID()
        ids.push(
          await persistently(
            () => submitScan(target, { idempotencyKey, isReceiverNamed: number < namingReceiver }),
            target.deadline,
          ),
        )
      }
      return ids
    }),
  )
  return lanes.flat()
}

/** Submits one scan, by default of that package and with a separate receiver. Throws the response if it is rejected. */
export async function submitScan(
  target: Pick<StormTarget, 'address' | 'key' | 'receiver'>,
  {
    idempotencyKey = randomUUID(),
    url = 'https://www.npmjs.com/package/server',
    isReceiverNamed = true,
  }: { readonly idempotencyKey?: string; readonly url?: string; readonly isReceiverNamed?: boolean } = {},
): Promise<string> {
  const response = await post(
    target,
    '/api/v1/scans/url',
    { url, force: true, ...(isReceiverNamed && { webhook: new URL('/named', target.receiver.url).href }) },
    { 'idempotency-key': idempotencyKey },
  )
  const body = (await response.json()) as { data?: { scanId?: string } }
  if (response.status !== 202 || body.data?.scanId === undefined)
    throw new Error(`a scan was answered with ${response.status}: ${JSON.stringify(body)}`)
  return body.data.scanId
}

/** Creates the endpoint of a target. */
export async function registerEndpoint(target: Pick<StormTarget, 'address' | 'key' | 'receiver'>): Promise<string> {
  const response = await post(target, '/api/v1/webhooks', { url: target.receiver.url })
  const body = (await response.json()) as { data?: { webhookId?: string } }
  if (body.data?.webhookId === undefined)
    throw new Error(`an endpoint was answered with ${response.status}: ${JSON.stringify(body)}`)
  return body.data.webhookId
}

function post(
  { address, key }: Pick<StormTarget, 'address' | 'key'>,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${address()}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
}

/** Sends events to the endpoint, ten per transaction, each after `untilDue` resolves. Resolves to their IDs. */
export async function sendDeliveries(
  { database, endpointId, deadline }: StormTarget,
  count: number,
  untilDue: (part: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const [account] = await persistently(
    () => database.sql<{ id: string }[]>`select id from accounts where name = 'local'`,
    deadline,
  )
  const events = Array.from({ length: count }, () => exampleEvent(account?.id ?? '', new Date()))
  await using queue = await persistently(
    () => openQueue({ url: database.url, log: pino({ level: 'silent' }) }),
    deadline,
  )
  for (let start = 0; start < events.length; start += 10) {
    await untilDue(start / count)
    await persistently(
      () =>
        database.db.transaction((tx) =>
          sendEvents(
            { queue },
            tx,
            events.slice(start, start + 10).map((event) => ({ event, receivers: [{ endpointId }] })),
          ),
        ),
      deadline,
    )
  }
  return events.map(({ id }) => id)
}

/** Waits until every scan, delivery, and check has ended. Resolves to the elapsed seconds. */
export async function untilSettled({ database, deadline }: StormTarget): Promise<number> {
  const startedAt = performance.now()
  await vi.waitFor(
    async () => {
      const [row] = await database.sql<{ scans: number; deliveries: number; checks: number }[]>`select
      (select count(*)::int from scans where status in ('pending', 'scanning')) as scans,
      (select count(*)::int from webhook_deliveries where status = 'waiting') as deliveries,
      (select count(*)::int from github_checks where concluded_at is null) as checks`
      expect({ ...row }).toEqual({ scans: 0, deliveries: 0, checks: 0 })
    },
    { timeout: Math.max(deadline - Date.now(), 1_000), interval: 500 },
  )
  return Math.round((performance.now() - startedAt) / 1_000)
}

/**
 * Compares what is stored and what arrived with what was sent: nothing is lost, nothing failed, and nothing has two
 * IDs. Reports the counts before it checks them, and resolves to them.
 */
export async function expectNothingLost(
  { database, receiver, endpointId }: StormTarget,
  sent: { readonly scans: readonly string[]; readonly events: readonly string[] },
  tell: (counts: object) => void = () => {},
) {
  const scans = await database.sql<
    { id: string; status: string; attempts: number }[]
  >`select scans.id, status, attempts from scans join accounts on accounts.id = account_id where name = 'local'`
  const named = new URL('/named', receiver.url).href
  const deliveries = await database.sql<
    { id: string; status: string }[]
  >`select 'endpoint ' || event_id as id, status from webhook_deliveries where endpoint_id = ${endpointId}
    union all select 'named ' || event_id, status from webhook_deliveries where url = ${named}`
  const arrived = Map.groupBy(
    receiver.received,
    ({ path, headers }) => `${path === '/named' ? 'named' : 'endpoint'} ${String(headers['webhook-id'])}`,
  )
  const counts = {
    scansSent: sent.scans.length,
    scansEnded: scans.filter(({ status }) => status === 'completed' || status === 'failed').length,
    scansFailed: scans.filter(({ status }) => status === 'failed').length,
    scansStartedAgain: scans.filter(({ attempts }) => attempts > 1).length,
    deliveries: deliveries.length,
    deliveriesArrived: arrived.size,
    deliveriesRepeated: receiver.received.length - arrived.size,
    idsWithTwoBodies: [...arrived.values()].filter((posts) => new Set(posts.map(({ body }) => body)).size > 1).length,
  }

  tell(counts)
  expect(scans.map(({ id }) => id).toSorted()).toEqual(sent.scans.toSorted())
  expect(new Set(sent.scans).size).toBe(sent.scans.length)
  expect(scans.filter(({ status }) => status !== 'completed')).toEqual([])
  expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([])
  expect([...arrived.keys()].toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted())
  expect(sent.events.filter((id) => !arrived.has(`endpoint ${id}`))).toEqual([])
  expect(counts.idsWithTwoBodies).toBe(0)
  return counts
}

/** Prints one line of the summary: the name of the storm, and its counts. */
export function tellOutcome(storm: string, figures: object): void {
  process.stdout.write(`storm ${storm}: ${JSON.stringify(figures)}\n`)
}
