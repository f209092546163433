import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { webhookSecretOf } from '../../../../src/service/accounts/create-account.ts'
import { findAccount } from '../../../../src/service/db/accounts/accounts.ts'
import { webhookDeliveries } from '../../../../src/service/db/webhooks/schema.ts'
import { removeWebhookEndpoint } from '../../../../src/service/db/webhooks/endpoints.ts'
import { urlLimits } from '../../../../src/engine/sources/url-limits.ts'
import { assay } from '../../../../src/engine/model/product.ts'
import { webhookUrlProblem } from '../../../../src/engine/net/webhook-url.ts'
import { sendEvents } from '../../../../src/service/webhooks/send-events.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { recordedDatabase } from '../../../support/recorded-database.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { type TlsCertificate, trustedCertificate } from '../../../support/tls-certificate.ts'
import { deliveriesOf, type DeliverySetup, deliverySetup, exampleEvent } from '../delivery-setup.ts'
import { behaviours, startReceiver } from '../receiver.ts'

withRealSockets()

const database = await testDatabase()
let setup: DeliverySetup
let certificate: TlsCertificate

beforeAll(async () => {
  certificate = await trustedCertificate()
  setup = await deliverySetup(database, { limits: { attemptTimeoutMs: 2_000 } })
  await setup.start({ isWoken: true })
})
afterAll(() => setup[Symbol.asyncDispose]())

/** Returns the only delivery of an event after this number of attempts has ended. */
const afterAttempts = async (eventId: string | undefined, attempts: number) =>
  vi.waitFor(
    async () => {
      const [delivery] = await deliveriesOf(setup, eventId ?? '')
      if (delivery?.attempts !== attempts) throw new Error(`${delivery?.attempts} attempts`)
      return delivery
    },
    { timeout: 20_000, interval: 20 },
  )

const sendTo = async (url: string) => {
  const accountId = await setup.account()
  const [event] = await setup.send(accountId, [{ url }])
  if (!event) throw new Error('nothing was sent')
  return event
}

describe('a delivery', () => {
  it('is made as soon as its transaction commits, and never where it does not', async () => {
    await using receiver = await startReceiver(certificate, behaviours.answer(200, 'thanks'))
    const accountId = await setup.account()
    const event = await sendTo(receiver.url)
    const delivery = await afterAttempts(event.id, 1)
    expect(delivery).toMatchObject({
      status: 'delivered',
      endpointId: null,
      url: receiver.url,
      leaseUntil: null,
      nextAttemptAt: null,
      made: [{ number: 0, status: 200, failure: null, responseHead: 'thanks' }],
    })
    expect(delivery.endedAt).not.toBeNull()
    const rolledBack = setup.db.transaction(async (tx) => {
      await sendEvents({ queue: setup.queue }, tx, [
        { event: { ...event, id: 'evt_never', accountId }, receivers: [{ url: receiver.url }] },
      ])
      throw new Error('changed our mind')
    })
    await expect(rolledBack).rejects.toThrow('changed our mind')
    expect(await deliveriesOf(setup, 'evt_never')).toEqual([])
    expect(receiver.received).toHaveLength(1)
  })

  it('sends the stored text byte for byte, with its type, its sender and its signatures', async () => {
    await using receiver = await startReceiver(certificate)
    const event = await sendTo(`${receiver.url}?token=t&x=%20`)
    await afterAttempts(event.id, 1)
    const [received] = receiver.received
    expect(received?.body).toBe(event.body)
    expect(received?.path).toBe('/hook?token=t&x=%20')
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': `Assay-Webhooks/${assay.version}`,
      'content-length': String(Buffer.byteLength(event.body)),
      'webhook-id': event.id,
    })
    const account = await findAccount(setup.db, event.accountId)
    if (!account) throw new Error('the account is gone')
    expect(received?.headers['x-scanner-signature']).toBe(
      `sha256=${createHmac('sha256', webhookSecretOf(setup, account)).update(event.body).digest('hex')}`,
    )
  })

  it('is sent to every receiver once, however often it is requested', async () => {
    await using first = await startReceiver(certificate)
    await using second = await startReceiver(certificate)
    const accountId = await setup.account()
    const receivers = [
      { url: first.url },
      { endpointId: await setup.endpoint(accountId, first.url) },
      { endpointId: await setup.endpoint(accountId, second.url) },
    ]
    const [event] = await setup.send(accountId, receivers)
    if (!event) throw new Error('nothing was sent')
    await sendEvents(setup, setup.db, [
      { event: { ...event, body: 'another' }, receivers: [...receivers, ...receivers] },
    ])
    await vi.waitFor(
      async () =>
        expect((await deliveriesOf(setup, event.id)).map(({ status }) => status)).toEqual([
          'delivered',
          'delivered',
          'delivered',
        ]),
      { timeout: 20_000 },
    )
    await sendEvents(setup, setup.db, [{ event, receivers }])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([first.received, second.received].map((all) => all.map(({ body }) => body))).toEqual([
      [event.body, event.body],
      [event.body],
    ])
  })

  it('to an endpoint of another account, or to a deleted one, is not created', async () => {
    await using receiver = await startReceiver(certificate)
    const [accountId, other] = [await setup.account(), await setup.account()]
    const [event] = await setup.send(accountId, [
      { endpointId: await setup.endpoint(other, receiver.url) },
      { endpointId: '00000000-0000-4000-8000-000000000000' },
    ])
    expect(await deliveriesOf(setup, event?.id ?? '')).toEqual([])
  })

  it('can go to every address that a submission may name, however long its host is in ASCII', async () => {
    // Each character from U+3300 to U+3357 is a word, and maps to several letters.
    const host = Array.from({ length: 675 }, () =>
      String.fromCodePoint(0x3300 + Math.floor(Math.random() * 0x58)),
    ).join('')
    const url = `https://${host}/`
    expect([
      Buffer.byteLength(url) <= urlLimits.maxUrlBytes,
      webhookUrlProblem(url, setup.addressPolicy),
      (URL.parse(url)?.hostname.length ?? 0) > 2_800,
    ]).toEqual([true, undefined, true])
    const { made } = await afterAttempts((await sendTo(url)).id, 2)
    expect(made.map(({ status }) => status)).toEqual([null, null])
  })

  it('to an endpoint that is being deleted is not created, and fails no transaction', async () => {
    await using receiver = await startReceiver(certificate)
    const accountId = await setup.account()
    const [going, staying] = [
      await setup.endpoint(accountId, receiver.url),
      await setup.endpoint(accountId, receiver.url),
    ]
    const event = exampleEvent(accountId, setup.now())
    const isLocked = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const removal = setup.db.transaction(async (tx) => {
      await removeWebhookEndpoint(tx, accountId, going)
      isLocked.resolve()
      await mayEnd.promise
    })
    await isLocked.promise
    const sending = setup.db.transaction((tx) =>
      sendEvents(setup, tx, [{ event, receivers: [{ endpointId: going }, { endpointId: staying }] }]),
    )
    await vi.waitFor(
      async () =>
        expect(
          await setup.sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        ).not.toHaveLength(0),
      { timeout: 20_000 },
    )
    mayEnd.resolve()
    await Promise.all([removal, sending])
    expect((await deliveriesOf(setup, event.id)).map(({ endpointId }) => endpointId)).toEqual([staying])
  })

  it('stores 10,000 events for four receivers in few statements and one job', async () => {
    const accountId = await setup.account()
    const receivers = [{ url: 'https://receiver.invalid/' }]
    for (let count = 0; count < 3; count += 1) receivers.push({ url: `https://receiver${count}.invalid/` })
    const { db, statements } = recordedDatabase(database.url)
    // Due in many years, so that no process takes them.
    const events = Array.from({ length: 10_000 }, () => exampleEvent(accountId, new Date('2090-01-01')))
    await db.transaction((tx) =>
      sendEvents(
        setup,
        tx,
        events.map((event) => ({ event, receivers })),
      ),
    )
    expect(statements.filter((text) => text.includes('insert into webhook_events'))).toHaveLength(10)
    expect(statements.filter((text) => text.includes('insert into webhook_deliveries'))).toHaveLength(8)
    expect(statements.length).toBeLessThan(30)
    expect(await setup.db.$count(webhookDeliveries)).toBeGreaterThanOrEqual(40_000)
    await setup.sql`delete from webhook_events where created_at >= '2090-01-01'`
    // Takes 8 s on an idle machine.
  }, 120_000)
})

describe('of answers', () => {
  it.each([200, 201, 202, 204, 299])('%i is success', async (status) => {
    await using receiver = await startReceiver(certificate, behaviours.answer(status))
    expect(await afterAttempts((await sendTo(receiver.url)).id, 1)).toMatchObject({
      status: 'delivered',
      made: [{ status, failure: null }],
    })
  })

  it.each([304, 400, 401, 403, 404, 410, 418, 429, 500, 503])(
    '%i is a failure with the full schedule',
    async (status) => {
      await using receiver = await startReceiver(certificate, behaviours.answer(status))
      expect(await afterAttempts((await sendTo(receiver.url)).id, 2)).toMatchObject({
        status: 'waiting',
        step: 2,
        made: [{ status }, { status }],
      })
    },
  )

  it.each([301, 302, 303, 307, 308])('%i is a failure, and is not followed', async (status) => {
    await using elsewhere = await startReceiver(certificate)
    await using receiver = await startReceiver(
      certificate,
      (_received, response) => void response.writeHead(status, { location: elsewhere.url }).end(),
    )
    expect(await afterAttempts((await sendTo(receiver.url)).id, 2)).toMatchObject({
      status: 'waiting',
      made: [{ status, failure: `The receiver returned status ${status}; redirects are not followed` }, { status }],
    })
    expect(elsewhere.received).toEqual([])
  })

  it('the first KiB is kept as text, and a body without end is success', async () => {
    await using endless = await startReceiver(certificate, behaviours.streamEndlessly())
    await using binary = await startReceiver(
      certificate,
      (_received, response) =>
        void response.end(Buffer.concat([Buffer.from([0, 0xff, 0x41]), Buffer.from('é'.repeat(1_000))])),
    )
    const [first, second] = [await sendTo(endless.url), await sendTo(binary.url)]
    expect(await afterAttempts(first.id, 1)).toMatchObject({
      status: 'delivered',
      made: [{ responseHead: 'x'.repeat(1024) }],
    })
    // The limit cuts the last character.
    expect(await afterAttempts(second.id, 1)).toMatchObject({
      status: 'delivered',
      made: [{ responseHead: `\u{FFFD}\u{FFFD}A${'é'.repeat(510)}` }],
    })
    await vi.waitFor(() => expect(endless.open()).toBe(0), { timeout: 10_000 })
  })

  it.each([
    ['none at all', behaviours.hang(), /did not respond completely within 2 s/],
    ['a body that does not come to its end', behaviours.stall(), /did not respond completely within 2 s/],
    [
      'a head that comes in drops',
      behaviours.drip('HTTP/1.1 200 OK\r\nx-slow: ', 'x'),
      /did not respond completely within 2 s/,
    ],
    [
      'a body that comes in drops',
      behaviours.drip('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', 'x'),
      /did not respond completely within 2 s/,
    ],
    [
      'interim answers without end',
      behaviours.drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      /did not respond completely within 2 s/,
    ],
    [
      'a head of a MiB',
      behaviours.drip(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(1024 * 1024)}`, 'x'),
      /sent a response that is not HTTP \(HPE_HEADER_OVERFLOW\)|closed the connection/,
    ],
    ['a broken connection', behaviours.reset(), /closed the connection/],
  ] as const)('%s is a failure', async (_case, answer, failure) => {
    await using receiver = await startReceiver(certificate, answer)
    const delivery = await afterAttempts((await sendTo(receiver.url)).id, 2)
    expect(delivery).toMatchObject({
      status: 'waiting',
      made: [{ status: null, failure: expect.stringMatching(failure) }, { status: null }],
    })
  })

  it('failures name no path, no query and no secret', async () => {
    await using receiver = await startReceiver(certificate, behaviours.reset())
    const delivery = await afterAttempts((await sendTo(`${receiver.url}/s3cret?token=s3cret`)).id, 2)
    expect(JSON.stringify(delivery.made)).not.toContain('s3cret')
  })

  it('none is had where the receiver is not one', async () => {
    for (const [url, failure] of [
      ['http://127.0.0.1/', 'The URL should start with https://'],
      ['https://u:p@127.0.0.1/', 'The URL should not contain user information'],
      ['nothing', 'The URL should be a complete URL that starts with https://'],
      ['https://127.0.0.1:1/', '127.0.0.1:1 refuses connections'],
    ] as const) {
      const { made } = await afterAttempts((await sendTo(url)).id, 2)
      expect(made.map(({ failure }) => failure)).toEqual([
        expect.stringContaining(failure),
        expect.stringContaining(failure),
      ])
      expect(JSON.stringify(made)).not.toContain('u:p')
    }
  })
})
