import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nextAttemptAfter, retryMinutes } from '../../../../src/service/webhooks/schedule.ts'
import { resendDelivery, resendFailed } from '../../../../src/service/webhooks/resend.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { type TlsCertificate, trustedCertificate } from '../../../support/tls-certificate.ts'
import { deliveriesOf, type DeliverySetup, deliverySetup } from '../delivery-setup.ts'
import { behaviours, startReceiver } from '../receiver.ts'

withRealSockets()

const database = await testDatabase()
let setup: DeliverySetup
let certificate: TlsCertificate

beforeAll(async () => {
  certificate = await trustedCertificate()
  setup = await deliverySetup(database)
})
afterAll(() => setup[Symbol.asyncDispose]())

const minute = 60_000
const recorded = async (eventId: string, attempts: number) =>
  vi.waitFor(
    async () => {
      const [delivery] = await deliveriesOf(setup, eventId)
      expect(delivery?.attempts).toBe(attempts)
      if (!delivery) throw new Error('there is no delivery')
      return delivery
    },
    { timeout: 20_000, interval: 20 },
  )

describe('the schedule', () => {
  it('is 0, 1, 5 and 30 minutes after the end of the attempt before, and then nothing', () => {
    const end = new Date('2026-01-02T03:04:05.678Z')
    expect(retryMinutes).toEqual([0, 1, 5, 30])
    expect([1, 2, 3, 4, 5].map((failures) => nextAttemptAfter(failures, end)?.getTime())).toEqual(
      [0, 1, 5, 30]
        .map((minutes) => end.getTime() + minutes * minute)
        .concat(Number.NaN)
        .map((time) => (Number.isNaN(time) ? undefined : time)),
    )
  })

  it('is gone through to its end at every failure, with the same event each time, and then stops', async () => {
    await using receiver = await startReceiver(certificate, behaviours.answer(500, 'not today'))
    const { clock } = setup
    clock.stop(new Date('2030-01-01T00:00:00.000Z'))
    await using deliveries = await setup.start()
    const accountId = await setup.account()
    const [event] = await setup.send(accountId, [{ endpointId: await setup.endpoint(accountId, receiver.url) }])
    const id = event?.id ?? ''
    const at = (text: string) => new Date(`2030-01-01T${text}.000Z`)

    await deliveries.sweep()
    // The first attempt and the immediate retry.
    expect(await recorded(id, 2)).toMatchObject({
      status: 'waiting',
      step: 2,
      nextAttemptAt: at('00:01:00'),
      leaseUntil: null,
      endedAt: null,
    })
    clock.forward(minute - 1)
    await deliveries.sweep()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(receiver.received).toHaveLength(2)
    clock.forward(1)
    await deliveries.sweep()
    expect(await recorded(id, 3)).toMatchObject({ status: 'waiting', nextAttemptAt: at('00:06:00') })
    clock.forward(5 * minute)
    await deliveries.sweep()
    expect(await recorded(id, 4)).toMatchObject({ status: 'waiting', nextAttemptAt: at('00:36:00') })
    clock.forward(30 * minute)
    await deliveries.sweep()
    const end = await recorded(id, 5)
    expect(end).toMatchObject({
      status: 'failed',
      step: 5,
      nextAttemptAt: null,
      leaseUntil: null,
      endedAt: at('00:36:00'),
    })
    expect(
      end.made.map(({ number, status, failure, responseHead }) => ({ number, status, failure, responseHead })),
    ).toEqual(
      [0, 1, 2, 3, 4].map((number) => ({
        number,
        status: 500,
        failure: 'The receiver returned status 500',
        responseHead: 'not today',
      })),
    )
    expect(end.made.map(({ startedAt }) => startedAt)).toEqual([
      at('00:00:00'),
      at('00:00:00'),
      at('00:01:00'),
      at('00:06:00'),
      at('00:36:00'),
    ])

    clock.forward(24 * 60 * minute)
    await deliveries.sweep()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(receiver.received).toHaveLength(5)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
    expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set([event?.body]))
    // Jobs are scheduled for the next poll: one for each future time.
    const jobs = await setup.sql`select start_after from pgboss.job
        where name = 'deliver-webhooks' and start_after >= '2030-01-01' order by start_after`
    expect(jobs.map(({ start_after }) => new Date(String(start_after)))).toEqual([
      at('00:01:00'),
      at('00:06:00'),
      at('00:36:00'),
    ])
  })

  it('starts again when a delivery is requested again, and numbers continue', async () => {
    let status = 500
    await using receiver = await startReceiver(
      certificate,
      (_received, response) => void response.writeHead(status).end(),
    )
    const { db, queue, clock } = setup
    await using deliveries = await setup.start()
    const accountId = await setup.account()
    const endpointId = await setup.endpoint(accountId, receiver.url)
    const [event] = await setup.send(accountId, [{ endpointId }])
    const id = event?.id ?? ''
    const began = clock.now()
    const [row] = await setup.sql`select id from webhook_deliveries where event_id = ${id}`
    const asked = { accountId, endpointId, deliveryId: String(row?.['id']) }
    expect(await resendDelivery({ queue }, db, { ...asked, now: clock.now() })).toBe(false)
    await deliveries.sweep()
    await recorded(id, 2)
    for (const minutes of [1, 5, 30]) {
      clock.forward(minutes * minute)
      await deliveries.sweep()
      await recorded(id, 3 + [1, 5, 30].indexOf(minutes))
    }
    expect(await resendDelivery({ queue }, db, { ...asked, accountId: await setup.account(), now: clock.now() })).toBe(
      false,
    )
    expect(await resendFailed({ queue }, db, { accountId, endpointId, since: clock.now(), now: clock.now() })).toBe(1)
    await deliveries.sweep()
    // The whole schedule starts again.
    expect(await recorded(id, 7)).toMatchObject({
      status: 'waiting',
      step: 2,
      nextAttemptAt: new Date(clock.now().getTime() + minute),
    })
    status = 204
    clock.forward(minute)
    await deliveries.sweep()
    const delivered = await recorded(id, 8)
    expect(delivered).toMatchObject({ status: 'delivered', nextAttemptAt: null })
    expect(delivered.made.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(await resendFailed({ queue }, db, { accountId, endpointId, since: began, now: clock.now() })).toBe(0)
    expect(await resendDelivery({ queue }, db, { ...asked, now: clock.now() })).toBe(true)
    await deliveries.sweep()
    expect(await recorded(id, 9)).toMatchObject({ status: 'delivered' })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
  })

  it('waits for no time that a clock named which was set back since', async () => {
    let answers = 500
    await using receiver = await startReceiver(certificate, (...of) => behaviours.answer(answers, 'now')(...of))
    const { clock } = setup
    clock.stop(new Date('2030-02-01T01:00:00.000Z'))
    const accountId = await setup.account()
    const endpointId = await setup.endpoint(accountId, receiver.url)
    const [failed] = await setup.send(accountId, [{ endpointId }])
    {
      await using deliveries = await setup.start()
      await deliveries.sweep()
      expect(await recorded(failed?.id ?? '', 2)).toMatchObject({
        status: 'waiting',
        nextAttemptAt: new Date('2030-02-01T01:01:00.000Z'),
      })
    }
    const [unsent] = await setup.send(accountId, [{ endpointId }])
    clock.forward(-60 * minute)
    answers = 200
    await using deliveries = await setup.start()
    await deliveries.sweep()
    expect(await recorded(unsent?.id ?? '', 1)).toMatchObject({ status: 'delivered' })
    expect(await recorded(failed?.id ?? '', 3)).toMatchObject({ status: 'delivered' })
  })
})
