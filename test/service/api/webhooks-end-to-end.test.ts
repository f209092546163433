import { createHmac } from 'node:crypto'
import pino from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { permissions } from '../../../src/service/accounts/permissions.ts'
import { deliveryLimits } from '../../../src/service/webhooks/delivery-limits.ts'
import { createAddressPolicy } from '../../../src/engine/net/address-policy.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { startDeliveries } from '../../../src/service/webhooks/deliver.ts'
import { withRealSockets } from '../../engine/net/loopback.ts'
import { testApi } from '../../support/test-api.ts'
import { trustedCertificate } from '../../support/tls-certificate.ts'
import { type Received, type Receiver, startReceiver } from '../webhooks/receiver.ts'

withRealSockets()

const api = await testApi()
const owner = await api.account('owner', permissions)
const stack = new AsyncDisposableStack()
let receiver: Receiver
let isWell = true

beforeAll(async () => {
  receiver = stack.use(
    await startReceiver(
      await trustedCertificate(),
      (_received, response) => void response.writeHead(isWell ? 200 : 503).end(isWell ? 'thanks' : 'not now'),
    ),
  )
  const network = stack.use(
    createNetwork({
      allowedNetworks: [{ purpose: 'webhook', cidr: '127.0.0.1/32' }],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    }),
  )
  const deliveries = stack.use(
    startDeliveries({
      db: api.db,
      queue: api.queue,
      network,
      addressPolicy: createAddressPolicy([]),
      masterKey: api.masterKey,
      log: pino({ level: 'silent' }),
      now: () => new Date(),
      limits: deliveryLimits,
    }),
  )
  await api.queue.work('deliver-webhooks', async ({ lanes }) => deliveries.poll(lanes))
})
afterAll(() => stack.disposeAsync())

const isBy = ({ body, headers }: Received, secret: unknown) =>
  headers['x-scanner-signature'] === `sha256=${createHmac('sha256', String(secret)).update(body).digest('hex')}`

it(
  'what is made over the API delivers: signed with the secret that was shown, logged, recovered after days of ' +
    'failures',
  async () => {
    const { webhookId, webhookSecret } = (
      await owner.call('POST', '/api/v1/webhooks', { url: `https://inside.example:${receiver.port}/hook` })
    ).json.data
    const at = `/api/v1/webhooks/${String(webhookId)}`
    const ping = async () => String((await owner.call('POST', `${at}/ping`)).json.data.deliveryId)
    const until = (deliveryId: string, state: object) =>
      vi.waitFor(
        async () => expect((await owner.call('GET', `${at}/deliveries/${deliveryId}`)).json.data).toMatchObject(state),
        { timeout: 30_000, interval: 50 },
      )

    const first = await ping()
    await until(first, {
      event: 'ping',
      status: 'delivered',
      attemptCount: 1,
      attempts: [{ number: 0, status: 200, responseHead: 'thanks' }],
    })
    const [heard] = receiver.received
    if (!heard) throw new Error('nothing came')
    expect(isBy(heard, webhookSecret)).toBe(true)
    expect(
      new Webhook(String(webhookSecret)).verify(heard.body, heard.headers as Record<string, string>),
    ).toMatchObject({
      event: 'ping',
      data: { webhookId },
    })
    expect((await owner.call('GET', `${at}/deliveries/${first}`)).json.data.body).toBe(heard.body)

    const rotated = (await owner.call('POST', `${at}/secret/rotate`, { overlapSeconds: 0 })).json.data.webhookSecret
    expect((await owner.call('POST', `${at}/deliveries/${first}/redeliver`)).status).toBe(202)
    await until(first, { status: 'delivered', attemptCount: 2 })
    const again = receiver.received[1]
    if (!again) throw new Error('nothing came again')
    expect([again.body === heard.body, isBy(again, rotated), isBy(again, webhookSecret)]).toEqual([true, true, false])

    isWell = false
    const missed = await ping()
    await until(missed, {
      status: 'waiting',
      attemptCount: 2,
      attempts: [{ status: 503, responseHead: 'not now' }, { number: 1 }],
    })
    // The state after days: the rest of the schedule failed too, and the endpoint was disabled.
    await api.sql`update webhook_deliveries set status = 'failed', step = 5, next_attempt_at = null,
      lease_until = null, ended_at = now() where id = ${missed}`
    await api.sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'failing'
      where id = ${String(webhookId)}`
    isWell = true
    expect((await owner.call('POST', `${at}/recover`, {})).json.data).toMatchObject({ count: 1 })
    await until(missed, { status: 'delivered', attemptCount: 3 })
    const endpoint = (await owner.call('GET', at)).json.data
    expect([endpoint.enabled, 'failingSince' in endpoint, typeof endpoint.lastSucceededAt]).toEqual([
      true,
      false,
      'string',
    ])
  },
)
