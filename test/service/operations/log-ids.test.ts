import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, expect, it, vi } from 'vitest'
import { sendEvents } from '../../../src/service/webhooks/send-events.ts'
import { testApi } from '../../support/test-api.ts'
import { deliverySetup, exampleEvent } from '../webhooks/delivery-setup.ts'

let text = ''
const log = pino(
  {},
  new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk)
      done()
    },
  }),
)
const lines = () =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
const api = await testApi({ log })
const deliveries = await deliverySetup(api, { log })
afterAll(() => deliveries[Symbol.asyncDispose]())

it('leads from a request to its scan, and from the scan to each attempt to deliver what came of it', async () => {
  const { accountId, call } = await api.account('acme', ['scans:write', 'scans:read'])
  const { headers, json } = await call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/server' })
  const scanId = String(json.data['scanId'])
  await vi.waitFor(() =>
    expect(lines()).toContainEqual(
      expect.objectContaining({ msg: 'request', requestId: headers.get('x-request-id'), scanId }),
    ),
  )

  const event = { ...exampleEvent(accountId, new Date()), scanId }
  const endpointId = await deliveries.endpoint(accountId, 'https://127.0.0.1:1/')
  await api.db.transaction((tx) => sendEvents(deliveries.context, tx, [{ event, receivers: [{ endpointId }] }]))
  const process = await deliveries.start()
  await process.sweep()
  await vi.waitFor(
    () =>
      expect(lines()).toContainEqual(
        expect.objectContaining({
          msg: 'webhook attempt',
          scanId,
          eventId: event.id,
          deliveryId: expect.any(String),
          outcome: 'failed',
        }),
      ),
    { timeout: 20_000 },
  )
})
