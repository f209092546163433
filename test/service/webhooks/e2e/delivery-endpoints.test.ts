import { Writable } from 'node:stream'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { webhookEndpoints } from '../../../../src/service/db/webhooks/schema.ts'
import { deliveryLimits } from '../../../../src/service/webhooks/delivery-limits.ts'
import type { Deliveries } from '../../../../src/service/webhooks/deliver.ts'
import { resendFailed } from '../../../../src/service/webhooks/resend.ts'
import { tidyWebhooks } from '../../../../src/service/webhooks/tidy-webhooks.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { type TlsCertificate, trustedCertificate } from '../../../support/tls-certificate.ts'
import { deliveriesOf, type DeliverySetup, deliverySetup } from '../delivery-setup.ts'
import { behaviours, startReceiver } from '../receiver.ts'

withRealSockets()

const database = await testDatabase()
let setup: DeliverySetup
let certificate: TlsCertificate
let deliveries: Deliveries
let logged = ''

beforeAll(async () => {
  certificate = await trustedCertificate()
  const log = pino(
    { level: 'warn' },
    new Writable({
      write: (chunk, _encoding, done) => {
        logged += String(chunk)
        done()
      },
    }),
  )
  setup = await deliverySetup(database, { log })
  setup.clock.stop(new Date('2032-01-01T00:00:00Z'))
  deliveries = await setup.start()
})
afterAll(() => setup[Symbol.asyncDispose]())

const minute = 60_000
const day = 24 * 60 * minute
async function endpointRow(id: string) {
  const [row] = await setup.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  return row
}

/** Sends due deliveries, and waits until each delivery of an event has had this number of attempts. */
async function sweepUntil(eventId: string, attempts: number) {
  await deliveries.sweep()
  return vi.waitFor(
    async () => {
      const all = await deliveriesOf(setup, eventId)
      if (all.length === 0 || all.some((delivery) => delivery.attempts !== attempts))
        throw new Error(`${all.map((delivery) => delivery.attempts).join()} attempts`)
      return all
    },
    { timeout: 20_000, interval: 10 },
  )
}

async function failForGood(eventId: string) {
  await sweepUntil(eventId, 2)
  for (const [index, minutes] of [1, 5, 30].entries()) {
    setup.clock.forward(minutes * minute)
    await sweepUntil(eventId, 3 + index)
  }
}

describe('an endpoint', () => {
  it('is failing from its first bad attempt to its next good one', async () => {
    let status = 500
    await using receiver = await startReceiver(
      certificate,
      (_received, response) => void response.writeHead(status).end(),
    )
    const accountId = await setup.account()
    const id = await setup.endpoint(accountId, receiver.url)
    const [event] = await setup.send(accountId, [{ endpointId: id }])
    const began = setup.clock.now()
    await sweepUntil(event?.id ?? '', 2)
    await vi.waitFor(async () =>
      expect(await endpointRow(id)).toMatchObject({ failingSince: began, lastSucceededAt: null, disabledAt: null }),
    )
    setup.clock.forward(minute)
    await sweepUntil(event?.id ?? '', 3)
    await vi.waitFor(async () => expect(await endpointRow(id)).toMatchObject({ failingSince: began }))
    status = 200
    setup.clock.forward(5 * minute)
    await sweepUntil(event?.id ?? '', 4)
    await vi.waitFor(async () =>
      expect(await endpointRow(id)).toMatchObject({ failingSince: null, lastSucceededAt: setup.clock.now() }),
    )
  })

  it(
    'that fails for three days is switched off, the log and the other endpoints hear of it, what waits ends, ' +
      'and one call recovers all',
    async () => {
      let status = 500
      await using receiver = await startReceiver(
        certificate,
        (_received, response) => void response.writeHead(status).end(),
      )
      await using another = await startReceiver(certificate)
      const accountId = await setup.account()
      const id = await setup.endpoint(accountId, receiver.url)
      await setup.endpoint(accountId, another.url)
      const target = [{ endpointId: id }]
      const began = setup.clock.now()
      const [first] = await setup.send(accountId, target)
      await failForGood(first?.id ?? '')
      expect(await endpointRow(id)).toMatchObject({ disabledAt: null, failingSince: began })

      setup.clock.forward(deliveryLimits.disableAfterMs - 36 * minute - 36 * minute)
      const [second] = await setup.send(accountId, target)
      await failForGood(second?.id ?? '')
      await vi.waitFor(async () =>
        expect(await endpointRow(id)).toMatchObject({
          disabledAt: setup.clock.now(),
          disabledReason: 'failing',
          failingSince: began,
        }),
      )
      const warnings = logged
        .split('\n')
        .filter((line) => line.includes('webhook endpoint disabled'))
        .map((line): unknown => JSON.parse(line))
      expect(warnings).toEqual([expect.objectContaining({ level: 40, webhookId: id, accountId })])
      await deliveries.sweep()
      await vi.waitFor(() => expect(another.received).toHaveLength(1), { timeout: 20_000 })
      expect(JSON.parse(another.received[0]?.body ?? '')).toMatchObject({
        event: 'endpoint.disabled',
        data: {
          webhookId: id,
          url: receiver.url,
          failingSince: began.toISOString(),
          failedDeliveries: 2,
          lastFailure: 'The receiver returned status 500',
        },
      })

      // Nothing is sent while the endpoint is disabled, and waiting deliveries do not stay waiting.
      const seen = receiver.received.length
      const [third] = await setup.send(accountId, target)
      expect(await sweepUntil(third?.id ?? '', 1)).toMatchObject([
        {
          status: 'failed',
          nextAttemptAt: null,
          made: [
            {
              status: null,
              failure: 'The endpoint was disabled, so the event was not sent; enable the endpoint and resend the event',
            },
          ],
        },
      ])
      expect(receiver.received).toHaveLength(seen)

      status = 200
      await setup.sql`update webhook_endpoints set disabled_at = null, disabled_reason = null, failing_since = null
        where id = ${id}`
      expect(
        await resendFailed(setup, setup.db, { accountId, endpointId: id, since: began, now: setup.clock.now() }),
      ).toBe(3)
      await deliveries.sweep()
      await vi.waitFor(
        async () => {
          const all = await Promise.all([first, second, third].map((event) => deliveriesOf(setup, event?.id ?? '')))
          expect(all.flat().map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
        },
        { timeout: 20_000 },
      )
      expect(new Set(receiver.received.slice(seen).map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([first?.id, second?.id, third?.id]),
      )
    },
  )
})

describe('a process', () => {
  it('that stops waits for attempts that come to an end, and gives the others back', async () => {
    await using slow = await startReceiver(
      certificate,
      (_received, response) => void setTimeout(() => response.end(), 300),
    )
    await using hanging = await startReceiver(certificate, behaviours.hang())
    const accountId = await setup.account()
    const [event] = await setup.send(accountId, [
      { endpointId: await setup.endpoint(accountId, slow.url) },
      { endpointId: await setup.endpoint(accountId, hanging.url) },
    ])
    const stopping = await setup.start({ limits: { ...deliveryLimits, stopTimeoutMs: 3_000 } })
    await stopping.sweep()
    await vi.waitFor(() => expect([slow.received.length, hanging.received.length]).toEqual([1, 1]), { timeout: 20_000 })
    await stopping[Symbol.asyncDispose]()
    const all = await deliveriesOf(setup, event?.id ?? '')
    expect(
      all
        .map(({ status, attempts, leaseUntil, nextAttemptAt }) => ({
          status,
          attempts,
          isDue: leaseUntil === null && nextAttemptAt !== null,
        }))
        .toSorted((a, b) => a.attempts - b.attempts),
    ).toEqual([
      { status: 'waiting', attempts: 0, isDue: true },
      { status: 'delivered', attempts: 1, isDue: false },
    ])
    stopping.poll(all.map(({ lane }) => lane))
    await stopping.sweep()
    expect(stopping.underWay).toBe(0)
    await setup.sql`delete from webhook_events where id = ${event?.id ?? ''}`
  })

  it('that died leaves nothing behind: what it did not record is made again when its lease is over', async () => {
    await using receiver = await startReceiver(certificate)
    const accountId = await setup.account()
    const [event] = await setup.send(accountId, [{ endpointId: await setup.endpoint(accountId, receiver.url) }])
    const lease = new Date(setup.clock.now().getTime() + 35_000)
    await setup.sql`update webhook_deliveries set next_attempt_at = null, lease_until = ${lease.toISOString()}
      where event_id = ${event?.id ?? ''}`
    setup.clock.forward(34_999)
    await deliveries.sweep()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(receiver.received).toEqual([])
    setup.clock.forward(1)
    expect(await sweepUntil(event?.id ?? '', 1)).toMatchObject([{ status: 'delivered', made: [{ number: 0 }] }])
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([event?.id])
    expect(logged).toContain('unrecorded webhook attempts repeated')
  })

  it('records what it can, whatever cannot be recorded', async () => {
    await using receiver = await startReceiver(certificate, (_received, response) => void response.end('unrecordable'))
    await using another = await startReceiver(certificate)
    // Simulates a value that the database rejects. No real response is known to cause one.
    await setup.sql`alter table webhook_attempts add constraint test_unrecordable check
      (response_head <> 'unrecordable')`
    const accountId = await setup.account()
    const [bad] = await setup.send(accountId, [{ endpointId: await setup.endpoint(accountId, receiver.url) }])
    await deliveries.sweep()
    await vi.waitFor(() => expect(logged).toContain('test_unrecordable'), { timeout: 20_000 })
    const [good] = await setup.send(accountId, [{ endpointId: await setup.endpoint(accountId, another.url) }])
    expect(await sweepUntil(good?.id ?? '', 1)).toMatchObject([{ status: 'delivered' }])
    expect(another.received).toHaveLength(1)
    await setup.sql`alter table webhook_attempts drop constraint test_unrecordable`
    expect(await sweepUntil(bad?.id ?? '', 1)).toMatchObject([
      { status: 'delivered', made: [{ responseHead: 'unrecordable' }] },
    ])
    expect(receiver.received).toHaveLength(1)
  })

  it('that records after its lease was over records nothing', async () => {
    const release: (() => void)[] = []
    await using receiver = await startReceiver(
      certificate,
      (_received, response) => void release.push(() => response.end()),
    )
    const accountId = await setup.account()
    const [event] = await setup.send(accountId, [{ endpointId: await setup.endpoint(accountId, receiver.url) }])
    await deliveries.sweep()
    await vi.waitFor(() => expect(release).toHaveLength(1), { timeout: 20_000 })
    // Meanwhile, another process has taken it over.
    const lease = new Date(setup.clock.now().getTime() + 60_000)
    await setup.sql`update webhook_deliveries set lease_until = ${lease.toISOString()}
      where event_id = ${event?.id ?? ''}`
    release[0]?.()
    await vi.waitFor(() => expect(deliveries.underWay).toBe(0), { timeout: 20_000 })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await deliveriesOf(setup, event?.id ?? '')).toMatchObject([
      { status: 'waiting', attempts: 0, leaseUntil: lease, made: [] },
    ])
    await setup.sql`delete from webhook_events where id = ${event?.id ?? ''}`
  })
})

describe('tidying', () => {
  it('removes what is older than 30 days, in batches, and nothing that waits', async () => {
    await using receiver = await startReceiver(certificate)
    const accountId = await setup.account()
    const target = [{ endpointId: await setup.endpoint(accountId, receiver.url) }]
    const old = await setup.send(accountId, target, 3)
    await setup.sql`update webhook_deliveries set status = 'delivered', next_attempt_at = null, ended_at = now()
      where event_id in ${setup.sql(old.slice(0, 2).map(({ id }) => id))}`
    await setup.sql`update webhook_deliveries set next_attempt_at = '2090-01-01' where event_id = ${old[2]?.id ?? ''}`
    await setup.sql`insert into webhook_events (id, account_id, event, body, created_at)
      select 'evt_' || n, ${accountId}, 'ping', '{}', ${setup.clock.now().toISOString()}
      from generate_series(1, 2500) n`
    setup.clock.forward(30 * day - 1)
    const left = async () =>
      (await setup.sql`select id from webhook_events where account_id = ${accountId}`).map(({ id }) => String(id))
    await tidyWebhooks(setup.db, setup.clock.now(), new AbortController().signal)
    expect(await left()).toHaveLength(2_503)
    setup.clock.forward(2)
    await tidyWebhooks(setup.db, setup.clock.now(), new AbortController().signal)
    expect(await left()).toEqual([old[2]?.id])
    expect(await deliveriesOf(setup, old[0]?.id ?? '')).toEqual([])
  })
})
