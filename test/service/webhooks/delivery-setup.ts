import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pino, { type Logger } from 'pino'
import { createAccount } from '../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { generateWebhookSecret, sealWebhookSecret } from '../../../src/service/accounts/sealed-secrets.ts'
import type { DatabaseClient } from '../../../src/service/db/client.ts'
import { listAttempts } from '../../../src/service/db/webhooks/attempts.ts'
import { insertWebhookEndpoint } from '../../../src/service/db/webhooks/endpoints.ts'
import { webhookDeliveries } from '../../../src/service/db/webhooks/schema.ts'
import { deliveryLimits } from '../../../src/service/webhooks/delivery-limits.ts'
import type { Resolve } from '../../../src/engine/net/address-guard.ts'
import { createAddressPolicy } from '../../../src/engine/net/address-policy.ts'
import type { AllowedNetwork } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { type Deliveries, startDeliveries } from '../../../src/service/webhooks/deliver.ts'
import type { DeliveryContext, DeliveryLimits } from '../../../src/service/webhooks/delivery-context.ts'
import type { OutgoingEvent, Receiver } from '../../../src/service/webhooks/outgoing-event.ts'
import { sendEvents } from '../../../src/service/webhooks/send-events.ts'

/** A running clock that can be advanced. */
export interface TestClock {
  readonly now: () => Date
  /** Stops the clock, at this time if one is given. */
  stop(at?: Date): void
  forward(ms: number): void
}

export function testClock(): TestClock {
  let aheadMs = 0
  let stopped: number | undefined
  return {
    now: () => new Date(stopped ?? Date.now() + aheadMs),
    stop: (at) => void (stopped = (at ?? new Date(Date.now() + aheadMs)).getTime()),
    forward: (ms) => void (stopped === undefined ? (aheadMs += ms) : (stopped += ms)),
  }
}

const loopback: readonly AllowedNetwork[] = [{ purpose: 'webhook', cidr: '127.0.0.1/32' }]

interface SetupOptions {
  readonly log?: Logger
  readonly allowedNetworks?: readonly AllowedNetwork[]
  readonly resolve?: Resolve
  /** Overrides of the default limits. */
  readonly limits?: Partial<DeliveryLimits>
}

/** Everything that delivers webhooks on a database, with loopback allowed for receivers. Dispose to stop. */
export async function deliverySetup(
  database: DatabaseClient & { readonly url: string },
  { log = pino({ level: 'silent' }), allowedNetworks = loopback, resolve, limits: otherLimits = {} }: SetupOptions = {},
) {
  await using stack = new AsyncDisposableStack()
  const { db, sql } = database
  const clock = testClock()
  const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
  const queue = stack.use(await openQueue({ url: database.url, log }))
  const network = stack.use(createNetwork({ allowedNetworks, ...(resolve && { resolve }) }))
  const context: DeliveryContext = {
    db,
    queue,
    network,
    addressPolicy: createAddressPolicy(allowedNetworks),
    masterKey,
    log,
    now: clock.now,
    limits: { ...deliveryLimits, ...otherLimits },
  }
  const running = stack.move()

  return {
    ...context,
    context,
    sql,
    clock,
    /** Starts a process that delivers until it is disposed. Jobs wake it if `isWoken`. */
    async start({
      isWoken = false,
      ...other
    }: Partial<DeliveryContext> & { isWoken?: boolean } = {}): Promise<Deliveries> {
      const deliveries = running.use(startDeliveries({ ...context, ...other }))
      if (isWoken) await queue.work('deliver-webhooks', async ({ lanes }) => deliveries.poll(lanes))
      return deliveries
    },
    async account(): Promise<string> {
      const account = await createAccount({ db, masterKey }, { name: randomUUID(), plan: 'pro' })
      if (!account) throw new Error('the name is taken')
      return account.id
    },
    async endpoint(accountId: string, url: string): Promise<string> {
      const id = randomUUID()
      await insertWebhookEndpoint(db, {
        id,
        accountId,
        url,
        events: [],
        secretSealed: sealWebhookSecret(masterKey, id, generateWebhookSecret()),
        createdAt: clock.now(),
      })
      return id
    },
    /** Sends each of `count` new events to all of `receivers`. */
    async send(accountId: string, receivers: readonly Receiver[], count = 1): Promise<OutgoingEvent[]> {
      const events = Array.from({ length: count }, () => exampleEvent(accountId, clock.now()))
      await db.transaction((tx) =>
        sendEvents(
          { queue },
          tx,
          events.map((event) => ({ event, receivers })),
        ),
      )
      return events
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export type DeliverySetup = Awaited<ReturnType<typeof deliverySetup>>

/** A stored event. Deliveries do not depend on its body. */
export function exampleEvent(accountId: string, createdAt: Date): OutgoingEvent {
  const id = `evt_${randomBytes(32).toString('base64url')}`
  return {
    id,
    accountId,
    event: 'ping',
    body: JSON.stringify({ id, event: 'ping', timestamp: createdAt.toISOString(), data: { text: 'münchen \u2028' } }),
    scanId: null,
    createdAt,
  }
}

/** Returns the stored deliveries of an event with their attempts. */
export async function deliveriesOf({ db }: Pick<DeliverySetup, 'db'>, eventId: string) {
  const deliveries = await db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.eventId, eventId))
    .orderBy(webhookDeliveries.createdAt, webhookDeliveries.id)
  const attempts = await listAttempts(
    db,
    deliveries.map(({ id }) => id),
    { most: 100 },
  )
  return deliveries.map((delivery) => ({ ...delivery, made: attempts.get(delivery.id) ?? [] }))
}
