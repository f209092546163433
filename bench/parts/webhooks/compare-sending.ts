import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseClient } from '../../../src/service/db/client.ts'
import { sendEvents } from '../../../src/service/webhooks/send-events.ts'
import { trustedCertificate } from '../../../test/support/tls-certificate.ts'
import { deliverySetup, exampleEvent } from '../../../test/service/webhooks/delivery-setup.ts'
import { type Receiver, startReceiver } from '../../../test/service/webhooks/receiver.ts'
import { quantile } from '../../../test/service/webhooks/storm/run-storm.ts'

const receiversAtOnce = 10
const eventsOfRound = 400
const pacedOfRound = 100
const paceMs = 20
const rounds = 3

/**
 * Results by round for deliveries, and for bare POSTs of the same bodies over the same network to the same receivers.
 */
export interface Sending {
  readonly perSecond: { readonly deliveries: number[]; readonly bare: number[] }
  /** The p95 of each round, from the start of the transaction or the call to the arrival, at 50 events per second. */
  readonly p95Ms: { readonly deliveries: number[]; readonly bare: number[] }
}

/**
 * Sends to healthy receivers in this process, alternating between complete deliveries and bare POSTs. The first round
 * is the warm-up.
 */
export async function compareSending(database: DatabaseClient & { readonly url: string }): Promise<Sending> {
  await using stack = new AsyncDisposableStack()
  const certificate = await trustedCertificate()
  const receivers: Receiver[] = []
  for (let count = 0; count < receiversAtOnce; count += 1) receivers.push(stack.use(await startReceiver(certificate)))
  const setup = stack.use(await deliverySetup(database))
  const accountId = await setup.account()
  const targets = await Promise.all(
    receivers.map(async ({ url }) => ({ url, endpointId: await setup.endpoint(accountId, url) })),
  )
  stack.use(await setup.start({ isWoken: true }))

  const received = () => receivers.reduce((sum, one) => sum + one.received.length, 0)
  const targetOf = (number: number) => targets[number % targets.length] ?? { url: '', endpointId: '' }
  const deliver = async (count: number, first: number) => {
    const addressed = Array.from({ length: count }, (_, index) => ({
      event: exampleEvent(accountId, new Date()),
      receivers: [{ endpointId: targetOf(first + index).endpointId }],
    }))
    await setup.db.transaction((tx) => sendEvents(setup, tx, addressed))
    return addressed.map(({ event }) => event.id)
  }
  const postBare = async (number: number) => {
    const { id, body } = exampleEvent(accountId, new Date())
    const sentAt = performance.now()
    await setup.network.post({
      purpose: 'webhook',
      url: targetOf(number).url,
      headers: { 'content-type': 'application/json', 'webhook-id': id },
      body,
      maxBytes: 1_024,
      cutBody: true,
    })
    return { id, sentAt }
  }
  /** Waits for this number of further arrivals. Returns the elapsed time. */
  const timed = async (count: number, send: () => Promise<unknown>) => {
    const before = received()
    const start = performance.now()
    await send()
    while (received() < before + count) await wait(2)
    return (performance.now() - start) / 1_000
  }
  const p95Of = (sentAt: ReadonlyMap<string, number>) => {
    const arrivals = receivers.flatMap((one) =>
      one.received.flatMap(({ headers, atMs }) => {
        const at = sentAt.get(String(headers['webhook-id']))
        return at === undefined ? [] : [atMs - at]
      }),
    )
    return quantile(arrivals, 0.95)
  }
  /** Sends one event at a time at a steady pace, without waiting for earlier arrivals. */
  const paced = async (send: (number: number) => Promise<{ id: string; sentAt: number }>) => {
    const sent: Promise<{ id: string; sentAt: number }>[] = []
    await timed(pacedOfRound, async () => {
      for (let number = 0; number < pacedOfRound; number += 1) {
        sent.push(send(number))
        await wait(paceMs)
      }
      await Promise.all(sent)
    })
    return p95Of(new Map((await Promise.all(sent)).map(({ id, sentAt }) => [id, sentAt])))
  }

  const sending: Sending = { perSecond: { deliveries: [], bare: [] }, p95Ms: { deliveries: [], bare: [] } }
  for (let round = 0; round <= rounds; round += 1) {
    const delivered = await timed(eventsOfRound, () => deliver(eventsOfRound, 0))
    const numbers = Array.from({ length: eventsOfRound }, (_, number) => number).values()
    // The concurrency limit of endpoints: eight each.
    const bare = await timed(eventsOfRound, () =>
      Promise.all(
        Array.from({ length: 8 * receiversAtOnce }, async () => {
          for (const number of numbers) await postBare(number)
        }),
      ),
    )
    const deliveredP95 = await paced(async (number) => {
      const sentAt = performance.now()
      const [id = ''] = await deliver(1, number)
      return { id, sentAt }
    })
    const bareP95 = await paced(postBare)
    if (round === 0) continue
    sending.perSecond.deliveries.push(eventsOfRound / delivered)
    sending.perSecond.bare.push(eventsOfRound / bare)
    sending.p95Ms.deliveries.push(deliveredP95)
    sending.p95Ms.bare.push(bareP95)
  }
  return sending
}
