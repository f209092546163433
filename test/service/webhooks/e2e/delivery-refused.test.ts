import { isIP } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Resolve } from '../../../../src/engine/net/address-guard.ts'
import type { AllowedNetwork } from '../../../../src/engine/net/allowed-networks.ts'
import type { Deliveries } from '../../../../src/service/webhooks/deliver.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { type ConnectionWatch, watchConnections } from '../../../support/connection-watch.ts'
import { literalHosts, refusedNames } from '../../../support/refused-hosts.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { type TlsCertificate, trustedCertificate } from '../../../support/tls-certificate.ts'
import { deliveriesOf, type DeliverySetup, deliverySetup } from '../delivery-setup.ts'
import { startReceiver } from '../receiver.ts'

withRealSockets()

const database = await testDatabase()
let setup: DeliverySetup
let certificate: TlsCertificate
let watch: ConnectionWatch
let deliveries: Deliveries
/** Current addresses of `git.example`. */
let addresses: readonly string[] = []
/** Filled when the port of the allowed receiver is known. The guard reads it when the network is created. */
const networks: AllowedNetwork[] = []

/** Any address notation that reaches a resolver means loopback, as with getaddrinfo. */
const resolve: Resolve = async (name) =>
  (name === 'git.example' ? addresses : (refusedNames[name.toLowerCase().replace(/\.$/, '')] ?? ['127.0.0.1'])).map(
    (address) => ({ address, family: isIP(address) }),
  )

beforeAll(async () => {
  certificate = await trustedCertificate()
  watch = await watchConnections()
})
afterAll(async () => {
  await setup[Symbol.asyncDispose]()
  await watch[Symbol.asyncDispose]()
})

/** Returns the results of the first two attempts at a URL. */
async function attemptsAt(url: string): Promise<{ status: number | null; failure: string | null }[]> {
  const accountId = await setup.account()
  const [event] = await setup.send(accountId, [{ url }])
  deliveries.poll((await deliveriesOf(setup, event?.id ?? '')).map(({ lane }) => lane))
  return vi.waitFor(
    async () => {
      const [delivery] = await deliveriesOf(setup, event?.id ?? '')
      if (!delivery || (delivery.status === 'waiting' && delivery.attempts < 2)) throw new Error('still under way')
      return delivery.made.map(({ status, failure }) => ({ status, failure }))
    },
    { timeout: 20_000, interval: 10 },
  )
}

describe('a delivery', () => {
  beforeAll(async () => {
    // The watch must see its own connections before connections to a receiver are expected.
    expect(await watch.provesItself('127.0.0.1')).toBe(true)
    const receiver = await startReceiver(certificate)
    networks.push({ purpose: 'webhook', cidr: '127.0.0.1/32', port: receiver.port })
    watch.expect('127.0.0.1', receiver.port)
    // The test's own connections to its database.
    const { hostname, port } = new URL(database.url)
    watch.expect(hostname, Number(port))
    setup = await deliverySetup(database, { allowedNetworks: networks, resolve })
    deliveries = await setup.start()
    afterAll(() => receiver[Symbol.asyncDispose]())
    // Every attempt except those to this receiver must fail.
    addresses = ['127.0.0.1']
    expect(await attemptsAt(`https://git.example:${receiver.port}/hook`)).toEqual([{ status: 200, failure: null }])
    expect(receiver.received).toHaveLength(1)
  })

  it('contacts none of the refused hosts', async () => {
    const hosts = [...literalHosts, ...Object.keys(refusedNames)]
    expect(hosts.length).toBeGreaterThan(150)
    // Twenty at a time, because each has a separate lane.
    for (let start = 0; start < hosts.length; start += 20) {
      await Promise.all(
        hosts.slice(start, start + 20).map(async (host) => {
          const made = await attemptsAt(`https://${host}:${watch.port}/`)
          expect(made, host).toHaveLength(2)
          for (const { status, failure } of made) {
            expect(status, host).toBeNull()
            expect(failure, host).toMatch(/^The URL should |cannot be fetched: the host has no public address/)
          }
        }),
      )
      expect([watch.accepted(), watch.attempts()]).toEqual([0, []])
    }
  }, 120_000)

  it.each([
    ['127.0.0.2'],
    ['::1'],
    ['169.254.169.254'],
    ['10.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['127.0.0.1', '127.0.0.2'],
    [],
  ])('is refused after the name has come to mean something else since submission: %s', async (...later) => {
    const port = networks[0]?.port ?? 0
    addresses = ['127.0.0.1']
    const accountId = await setup.account()
    const [event] = await setup.send(accountId, [
      { endpointId: await setup.endpoint(accountId, `https://git.example:${port}/hook`) },
    ])
    addresses = later
    await deliveries.sweep()
    const refused = await vi.waitFor(
      async () => {
        const [delivery] = await deliveriesOf(setup, event?.id ?? '')
        if (delivery?.attempts !== 2) throw new Error('still under way')
        return delivery
      },
      { timeout: 20_000, interval: 10 },
    )
    // The failure does not reveal what the name resolves to.
    expect(refused.made.map(({ failure }) => failure)).toEqual(
      Array.from(
        { length: 2 },
        () =>
          `git.example:${port} cannot be fetched: the host has no public address. Check the name. To allow a private ` +
          `address, the operator adds webhook=ADDRESS:${port} to ASSAY_ALLOW_NETWORKS`,
      ),
    )
    expect([watch.accepted(), watch.attempts()]).toEqual([0, []])
    // It is delivered once the name resolves to the receiver again.
    addresses = ['127.0.0.1']
    setup.clock.forward(60_000)
    await deliveries.sweep()
    await vi.waitFor(
      async () =>
        expect((await deliveriesOf(setup, event?.id ?? ''))[0]).toMatchObject({ status: 'delivered', attempts: 3 }),
      { timeout: 20_000, interval: 10 },
    )
  })
})
