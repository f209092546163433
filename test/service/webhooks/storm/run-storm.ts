import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { DatabaseClient } from '../../../../src/service/db/client.ts'
import { deliveryLimits } from '../../../../src/service/webhooks/delivery-limits.ts'
import { sendEvents } from '../../../../src/service/webhooks/send-events.ts'
import type { TlsCertificate } from '../../../support/tls-certificate.ts'
import { deliverySetup, exampleEvent } from '../delivery-setup.ts'
import { type Answer, behaviours, type Receiver, startReceiver } from '../receiver.ts'

/** Number of receivers of each kind, and number of events for each receiver. */
export interface Storm {
  readonly healthy: number
  readonly hanging: number
  readonly failing: number
  readonly resetting: number
  readonly streaming: number
  readonly eventsEach: number
  /** Timeout of attempts in the first part, which measures healthy receivers. */
  readonly attemptMs: number
}

export interface StormResult {
  /** Milliseconds from before the commit to the arrival, for every event to a healthy receiver. */
  readonly latenciesMs: readonly number[]
  /** Events that reached healthy receivers, and the number of distinct ones. */
  readonly healthyReceived: number
  readonly healthyDistinct: number
  readonly sendingMs: number
  readonly maxUnderWay: number
  /**
   * Used JavaScript heap after a garbage collection: before the storm, when the healthy receivers had their events, and
   * at the end.
   */
  readonly heapMiB: { readonly start: number; healthy: number; end: number }
  readonly rssMiB: { readonly start: number; readonly most: number; readonly end: number }
  /** Deliveries by status, and attempts, after all schedules have ended. */
  readonly delivered: number
  readonly failed: number
  readonly waiting: number
  readonly attempts: number
  /** Failed deliveries with a number of attempts other than five. */
  readonly oddlyFailed: number
}

/** After the healthy receivers have their events, the others may fail faster. */
const laterAttemptMs = 300

/**
 * Sends to many receivers at once, most of them faulty, with one transaction per event, and measures the healthy ones.
 * It then advances the clock until every schedule has ended. Every receiver has an account. Every second one is the
 * `webhook` of a submission, and the others are endpoints. `onHealthy` receives the latencies before the rest of the
 * storm ends.
 */
export async function runStorm(
  database: DatabaseClient & { readonly url: string },
  certificate: TlsCertificate,
  storm: Storm,
  onHealthy: (latenciesMs: readonly number[]) => void = () => {},
): Promise<StormResult> {
  await using stack = new AsyncDisposableStack()
  const bounds = { ...deliveryLimits, attemptTimeoutMs: storm.attemptMs }
  const setup = stack.use(await deliverySetup(database))
  const kinds: readonly (readonly [number, () => Answer])[] = [
    [storm.healthy, () => behaviours.answer(200, 'ok')],
    [storm.hanging, behaviours.hang],
    [storm.failing, () => behaviours.answer(500)],
    [storm.resetting, behaviours.reset],
    [storm.streaming, behaviours.streamEndlessly],
  ]
  const receivers: Receiver[] = []
  for (const [count, behaviour] of kinds)
    for (let index = 0; index < count; index += 1)
      receivers.push(stack.use(await startReceiver(certificate, behaviour())))
  const targets = await Promise.all(
    receivers.map(async ({ url }, index) => {
      const accountId = await setup.account()
      return { accountId, receiver: index % 2 === 0 ? { url } : { endpointId: await setup.endpoint(accountId, url) } }
    }),
  )
  const healthy = receivers.slice(0, storm.healthy)
  // Added after the receivers, so that it is disposed before them.
  const deliveries = stack.use(await setup.start({ limits: bounds, isWoken: true }))

  const heap = { start: heapMiB(), healthy: 0, end: 0 }
  const rss = { start: rssMiB(), most: 0, end: 0 }
  let maxUnderWay = 0
  const watch = setInterval(() => {
    rss.most = Math.max(rss.most, rssMiB())
    maxUnderWay = Math.max(maxUnderWay, deliveries.underWay)
  }, 50)
  stack.defer(() => clearInterval(watch))

  const sentAt = new Map<string, number>()
  const start = performance.now()
  const unsent = Array.from({ length: storm.eventsEach }, () => targets)
    .flat()
    .values()
  const send = async () => {
    for (const { accountId, receiver } of unsent) {
      const event = exampleEvent(accountId, setup.now())
      await setup.db.transaction(async (tx) => {
        await sendEvents(setup, tx, [{ event, receivers: [receiver] }])
        sentAt.set(event.id, performance.now())
      })
    }
  }
  await Promise.all([send(), send(), send(), send()])
  const sendingMs = performance.now() - start

  const received = () => healthy.flatMap((one) => one.received)
  for (
    const end = performance.now() + 60_000;
    received().length < storm.healthy * storm.eventsEach && performance.now() < end;
  )
    await wait(20)
  const latenciesMs = received().map(
    ({ headers, atMs }) => atMs - (sentAt.get(String(headers['webhook-id'])) ?? Number.NaN),
  )
  onHealthy(latenciesMs)
  heap.healthy = heapMiB()

  bounds.attemptTimeoutMs = laterAttemptMs
  const waiting = async () =>
    Number((await setup.sql`select count(*) from webhook_deliveries where status = 'waiting'`)[0]?.['count'])
  while ((await waiting()) > 0) {
    // Only between attempts, because advancing the clock would expire their leases.
    for (let quiet = 0; quiet < 5; quiet = deliveries.underWay === 0 ? quiet + 1 : 0) await wait(50)
    setup.clock.forward(60_000)
    await deliveries.sweep()
  }
  rss.end = rssMiB()
  heap.end = heapMiB()
  const [counts] = await setup.sql`
    select count(*) filter (where status = 'delivered') as delivered, count(*)
    filter (where status = 'failed') as failed, count(*) filter (where status = 'waiting') as waiting,
      count(*) filter (where status = 'failed' and attempts <> 5) as odd, (select count(*)
      from webhook_attempts) as attempts
    from webhook_deliveries`
  const all = received()
  return {
    latenciesMs,
    healthyReceived: all.length,
    healthyDistinct: new Set(all.map(({ headers }) => headers['webhook-id'])).size,
    sendingMs,
    maxUnderWay,
    heapMiB: heap,
    rssMiB: rss,
    delivered: Number(counts?.['delivered']),
    failed: Number(counts?.['failed']),
    waiting: Number(counts?.['waiting']),
    attempts: Number(counts?.['attempts']),
    oddlyFailed: Number(counts?.['odd']),
  }
}

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

function heapMiB(): number {
  if (typeof collect === 'function') collect()
  return Math.round(process.memoryUsage().heapUsed / 1024 ** 2)
}

const rssMiB = () => Math.round(process.memoryUsage.rss() / 1024 ** 2)

/** Returns the latency that this share of all latencies does not exceed. */
export function quantile(latenciesMs: readonly number[], share: number): number {
  return Math.round(
    latenciesMs.toSorted((a, b) => a - b)[Math.max(Math.ceil(latenciesMs.length * share) - 1, 0)] ?? Number.NaN,
  )
}
