import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { permissions } from '../../../src/service/accounts/permissions.ts'
import { deliveryLogLimits } from '../../../src/service/api/v1/delivery-log-limits.ts'
import { webhookEventType } from '../../../src/service/webhooks/catalogue.ts'
import { outgoingEvent } from '../../../src/service/webhooks/event-message.ts'
import type { Receiver } from '../../../src/service/webhooks/outgoing-event.ts'
import { sendEvents } from '../../../src/service/webhooks/send-events.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const owner = await api.account('owner', permissions)
const path = '/api/v1/webhooks'

interface Delivery {
  readonly deliveryId: string
  readonly eventId: string
  readonly event: string
  readonly status: string
  readonly attemptCount: number
  readonly attempts: { number: number; status?: number; failure?: string; responseHead?: string }[]
  readonly nextAttemptAt?: string
  readonly endedAt?: string
}

async function endpointOf({ call } = owner): Promise<string> {
  return String((await call('POST', path, { url: 'https://hooks.example/' })).json.data.webhookId)
}

async function submitted(webhook: string): Promise<string> {
  return String(
    (await owner.call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/x', webhook })).json.data
      .scanId,
  )
}

/** Creates a delivery of the example of an event. No worker sends it. */
async function sent(
  receiver: Receiver,
  { scanId, createdAt = new Date() }: { scanId?: string; createdAt?: Date } = {},
): Promise<string> {
  const event = outgoingEvent({
    accountId: owner.accountId,
    event: 'scan.failed',
    subject: randomUUID(),
    data: webhookEventType('scan.failed').example,
    createdAt,
    ...(scanId !== undefined && { scanId }),
  })
  await sendEvents(api, api.db, [{ event, receivers: [receiver] }])
  return event.id
}

/** Stores what a worker writes after every attempt at an event failed. */
async function failedForGood(eventId: string, { attempts = 5, endedAt = new Date() } = {}): Promise<void> {
  await api.sql`
    insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status, failure, response_head)
    select id, number, now(), 12, 500, 'the receiver answered 500', 'no <b>thanks</b>'
    from webhook_deliveries, generate_series(0, ${attempts - 1}::int) number where event_id = ${eventId}`
  await api.sql`update webhook_deliveries set status = 'failed', attempts = ${attempts}, step = 5,
    next_attempt_at = null, ended_at = ${endedAt.toISOString()} where event_id = ${eventId}`
}

const failing = (webhookId: string, since: string) =>
  api.sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'failing', failing_since = ${since}
    where id = ${webhookId}`
const logOf = async (webhookId: string, query = '') =>
  (await owner.call('GET', `${path}/${webhookId}/deliveries${query}`)).json.data.deliveries as Delivery[]
const deliveryOf = async (webhookId: string, eventId: string) =>
  (await logOf(webhookId, '?limit=100')).find((delivery) => delivery.eventId === eventId) ??
  expect.fail('there is no such delivery')

describe('POST /api/v1/webhooks/:webhookId/ping', () => {
  it('addresses a ping to the endpoint, which the log has at once', async () => {
    const webhookId = await endpointOf()
    await owner.call('PATCH', `${path}/${webhookId}`, { events: ['scan.failed'] })
    const answer = await owner.call('POST', `${path}/${webhookId}/ping`)
    expect(answer.status, answer.text).toBe(202)
    const { deliveryId, eventId } = answer.json.data as object as Delivery
    expect(answer.headers.get('location')).toBe(`${path}/${webhookId}/deliveries/${deliveryId}`)
    expect(await logOf(webhookId)).toEqual([
      {
        deliveryId,
        eventId,
        event: 'ping',
        status: 'waiting',
        attemptCount: 0,
        attempts: [],
        nextAttemptAt: expect.any(String),
        createdAt: expect.any(String),
      },
    ])
    expect((await owner.call('POST', `${path}/${webhookId}/ping`)).json.data.eventId).not.toBe(eventId)
    expect(
      await api.sql`select 1 from pgboss.job where name = 'deliver-webhooks'
        and data->'lanes' ? ${`endpoint:${webhookId}`}`,
    ).toHaveLength(2)
  })

  it('is a conflict while the endpoint is disabled', async () => {
    const webhookId = await endpointOf()
    await owner.call('PATCH', `${path}/${webhookId}`, { enabled: false })
    expect((await owner.call('POST', `${path}/${webhookId}/ping`)).json.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Enable it first'),
    })
    expect(await logOf(webhookId)).toEqual([])
  })
})

describe('GET /api/v1/webhooks/:webhookId/deliveries', () => {
  it('lists newest first with attempts, page by page, by status and by event', async () => {
    const webhookId = await endpointOf()
    const old = await sent({ endpointId: webhookId }, { createdAt: new Date('2026-11-01T00:00:00Z') })
    const middle = await sent({ endpointId: webhookId }, { createdAt: new Date('2026-11-02T00:00:00Z') })
    const { eventId: newest } = (await owner.call('POST', `${path}/${webhookId}/ping`)).json.data as object as Delivery
    await failedForGood(middle)
    const ids = async (query: string) => (await logOf(webhookId, query)).map(({ eventId }) => eventId)
    expect([await ids(''), await ids('?limit=2'), await ids('?limit=2&page=2')]).toEqual([
      [newest, middle, old],
      [newest, middle],
      [old],
    ])
    expect([
      await ids('?status=failed'),
      await ids('?status=waiting'),
      await ids('?status=delivered'),
      await ids('?event=ping'),
    ]).toEqual([[middle], [newest, old], [], [newest]])
    const { json, headers } = await owner.call('GET', `${path}/${webhookId}/deliveries?status=waiting&limit=1`)
    expect(json.data.pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2 })
    expect(headers.get('link')).toContain('status=waiting')
    const { attempts, ...failed } = await deliveryOf(webhookId, middle)
    expect(failed).toMatchObject({
      event: 'scan.failed',
      status: 'failed',
      attemptCount: 5,
      endedAt: expect.any(String),
    })
    expect(failed).not.toHaveProperty('nextAttemptAt')
    expect(attempts.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4])
    expect(attempts[4]).toEqual({
      number: 4,
      startedAt: expect.any(String),
      durationMs: 12,
      status: 500,
      failure: 'the receiver answered 500',
      responseHead: 'no <b>thanks</b>',
    })
    expect((await owner.call('GET', `${path}/${webhookId}/deliveries?status=lost`)).json.error.details[0]?.path).toBe(
      'query.status',
    )
  })

  it('shows the last attempts of what was sent again and again', async () => {
    const webhookId = await endpointOf()
    const eventId = await sent({ endpointId: webhookId })
    await failedForGood(eventId, { attempts: 150 })
    const { maxListedAttempts: listedAttempts, maxAttempts: attempts } = deliveryLogLimits
    const listed = await deliveryOf(webhookId, eventId)
    expect([listed.attemptCount, listed.attempts.map(({ number }) => number)]).toEqual([
      150,
      Array.from({ length: listedAttempts }, (_, index) => 150 - listedAttempts + index),
    ])
    const alone = (await owner.call('GET', `${path}/${webhookId}/deliveries/${listed.deliveryId}`)).json
      .data as object as Delivery
    expect([alone.attempts.length, alone.attempts[0]?.number, alone.attempts.at(-1)?.number]).toEqual([
      attempts,
      150 - attempts,
      149,
    ])
  })
})

describe('GET /api/v1/webhooks/:webhookId/deliveries/:deliveryId', () => {
  it('shows the very bytes that are sent', async () => {
    const webhookId = await endpointOf()
    const eventId = await sent({ endpointId: webhookId })
    const { deliveryId } = await deliveryOf(webhookId, eventId)
    const { status, json, headers } = await owner.call('GET', `${path}/${webhookId}/deliveries/${deliveryId}`)
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^W\//)
    const [row] = await api.sql`select body from webhook_events where id = ${eventId}`
    expect(json.data.body).toBe(row?.body)
    expect(JSON.parse(String(json.data.body))).toMatchObject({
      id: eventId,
      event: 'scan.failed',
      data: webhookEventType('scan.failed').example,
    })
  })

  it('knows a delivery by its own endpoint only', async () => {
    const [webhookId, other] = [await endpointOf(), await endpointOf()]
    const { deliveryId } = await deliveryOf(webhookId, await sent({ endpointId: webhookId }))
    expect((await owner.call('GET', `${path}/${other}/deliveries/${deliveryId}`)).status).toBe(404)
    expect((await owner.call('POST', `${path}/${other}/deliveries/${deliveryId}/redeliver`)).status).toBe(404)
    expect((await owner.call('GET', `${path}/${webhookId}/deliveries/x`)).status).toBe(404)
  })
})

describe('POST …/redeliver', () => {
  it('makes what has ended due again with the same event, and leaves alone what waits', async () => {
    const webhookId = await endpointOf()
    const eventId = await sent({ endpointId: webhookId })
    const { deliveryId } = await deliveryOf(webhookId, eventId)
    const again = () => owner.call('POST', `${path}/${webhookId}/deliveries/${deliveryId}/redeliver`)
    expect((await again()).json.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('is still pending'),
    })
    await failedForGood(eventId)
    const { status, json } = await again()
    expect([status, json.data]).toEqual([
      202,
      expect.objectContaining({
        deliveryId,
        eventId,
        status: 'waiting',
        attemptCount: 5,
        nextAttemptAt: expect.any(String),
      }),
    ])
    expect((await again()).status).toBe(409)
    await api.sql`update webhook_deliveries set status = 'delivered', next_attempt_at = null, ended_at = now()
      where id = ${deliveryId}`
    expect((await again()).status).toBe(202)
  })

  it('is a conflict while the endpoint is disabled', async () => {
    const webhookId = await endpointOf()
    const eventId = await sent({ endpointId: webhookId })
    await failedForGood(eventId)
    await failing(webhookId, '2026-11-01T00:00:00Z')
    const { deliveryId } = await deliveryOf(webhookId, eventId)
    expect((await owner.call('POST', `${path}/${webhookId}/deliveries/${deliveryId}/redeliver`)).json.error.code).toBe(
      'CONFLICT',
    )
    expect(await deliveryOf(webhookId, eventId)).toMatchObject({ status: 'failed' })
  })
})

describe('POST …/recover', () => {
  it('enables an endpoint that failed for days, and makes due again what it has missed, in one call', async () => {
    const webhookId = await endpointOf()
    const [before, missed, alsoMissed] = [
      await sent({ endpointId: webhookId }),
      await sent({ endpointId: webhookId }),
      await sent({ endpointId: webhookId }),
    ]
    await failedForGood(before, { endedAt: new Date('2026-11-10T00:00:00Z') })
    await failedForGood(missed, { endedAt: new Date('2026-11-18T00:00:00Z') })
    await failedForGood(alsoMissed, { endedAt: new Date('2026-11-19T00:00:00Z') })
    await failing(webhookId, '2026-11-17T00:00:00Z')
    const { status, json, text } = await owner.call('POST', `${path}/${webhookId}/recover`, {})
    expect(status, text).toBe(202)
    expect(json.data).toEqual({ count: 2, since: '2026-11-17T00:00:00.000Z' })
    const states = await Promise.all(
      [before, missed, alsoMissed].map(async (eventId) => (await deliveryOf(webhookId, eventId)).status),
    )
    expect(states).toEqual(['failed', 'waiting', 'waiting'])
    expect((await owner.call('GET', `${path}/${webhookId}`)).json.data).toMatchObject({ enabled: true })
  })

  it('takes another time, and needs one where the last attempt went well', async () => {
    const webhookId = await endpointOf()
    const eventId = await sent({ endpointId: webhookId })
    await failedForGood(eventId, { endedAt: new Date('2026-11-10T00:00:00Z') })
    const recover = (body: object) => owner.call('POST', `${path}/${webhookId}/recover`, body)
    const lacking = await recover({})
    expect([lacking.status, lacking.json.error.details[0]?.path]).toEqual([400, 'body.since'])
    expect((await recover({ since: '2026-11-11T00:00:00+01:00' })).json.data).toEqual({
      count: 0,
      since: '2026-11-10T23:00:00.000Z',
    })
    expect((await recover({ since: '2026-11-10T00:00:00Z' })).json.data.count).toBe(1)
    for (const since of ['yesterday', '2026-11-10', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', 0])
      expect((await recover({ since })).json.error.details[0]?.path).toBe('body.since')
  })

  it('leaves off what the account itself switched off', async () => {
    const webhookId = await endpointOf()
    await owner.call('PATCH', `${path}/${webhookId}`, { enabled: false })
    expect(
      (await owner.call('POST', `${path}/${webhookId}/recover`, { since: '2026-11-10T00:00:00Z' })).json.error.code,
    ).toBe('CONFLICT')
    expect((await owner.call('GET', `${path}/${webhookId}`)).json.data.enabled).toBe(false)
  })
})

describe('GET /api/v1/scans/:scanId/deliveries', () => {
  it('shows what was sent to the webhook of the submission, without its address and without endpoints', async () => {
    const scanId = await submitted('https://hooks.example/ad-hoc?token=only-for-hooks')
    expect((await owner.call('GET', `/api/v1/scans/${scanId}/deliveries`)).json.data).toEqual({
      deliveries: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0 },
    })
    const eventId = await sent({ url: 'https://hooks.example/ad-hoc?token=only-for-hooks' }, { scanId })
    await sent({ endpointId: await endpointOf() }, { scanId })
    await failedForGood(eventId)
    const { json, text } = await owner.call('GET', `/api/v1/scans/${scanId}/deliveries`)
    expect(json.data.deliveries).toEqual([
      expect.objectContaining({ eventId, event: 'scan.failed', status: 'failed', attemptCount: 5 }),
    ])
    expect(text).not.toContain('only-for-hooks')
    const reader = await api.account('reader', ['scans:read'])
    expect((await reader.call('GET', `/api/v1/scans/${scanId}/deliveries`)).status).toBe(404)
  })
})
