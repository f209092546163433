import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { claimDue, findDueDestinations, lockDestinations } from '../../../../src/service/db/webhooks/claims.ts'
import { deliveryLimits } from '../../../../src/service/webhooks/delivery-limits.ts'
import { claimDestinations } from '../../../../src/service/webhooks/claim-destinations.ts'
import { boundsOf, destinationOf, tenantOf } from '../../../../src/service/webhooks/destination.ts'
import { DestinationStandings } from '../../../../src/service/webhooks/destination-standing.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { type TlsCertificate, trustedCertificate } from '../../../support/tls-certificate.ts'
import { type DeliverySetup, deliverySetup } from '../delivery-setup.ts'
import { type Answer, behaviours, type Receiver, startReceiver } from '../receiver.ts'

withRealSockets()

const database = await testDatabase()
let setup: DeliverySetup
let certificate: TlsCertificate

beforeAll(async () => {
  certificate = await trustedCertificate()
  setup = await deliverySetup(database)
})
afterAll(() => setup[Symbol.asyncDispose]())

/** A receiver that responds on request. */
async function patientReceiver(): Promise<Receiver & { release(): void }> {
  const waiting: (() => void)[] = []
  const answer: Answer = (_received, response) => void waiting.push(() => response.end())
  return Object.assign(await startReceiver(certificate, answer), {
    release: () => {
      for (const go of waiting.splice(0)) go()
    },
  })
}

const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 25_000, interval: 10 })

describe('a lane', () => {
  it('is an endpoint, or all of a host that an account named', () => {
    expect(destinationOf('a', { endpointId: 'e' })).toBe('endpoint:e')
    for (const url of ['https://Hooks.example/x', 'https://hooks.example:8443/y?z', 'https://hooks.example./'])
      expect(destinationOf('a', { url })).toBe('host:a:hooks.example')
    expect(destinationOf('b', { url: 'https://hooks.example/' })).toBe('host:b:hooks.example')
    expect([boundsOf('endpoint:e'), boundsOf('host:a:x')]).toEqual([
      { atOnce: 8, aMinute: undefined },
      { atOnce: 4, aMinute: 60 },
    ])
  })

  it('of a host shares with the other hosts of its account, which a submission may name without end', () => {
    expect([
      tenantOf(destinationOf('a', { url: 'https://one.example/' })),
      tenantOf(destinationOf('a', { url: 'https://two.example/' })),
      tenantOf(destinationOf('b', { url: 'https://one.example/' })),
      tenantOf(destinationOf('a', { endpointId: 'e' })),
    ]).toEqual(['host:a', 'host:a', 'host:b', undefined])
  })

  it.each([
    ['an endpoint', 8],
    ['a host', 4],
  ])('of %s has at most %i attempts under way, in all processes together, and gets there', async (kind, atOnce) => {
    await using receiver = await patientReceiver()
    await using first = await setup.start()
    await using second = await setup.start()
    const accountId = await setup.account()
    const target =
      kind === 'a host' ? { url: receiver.url } : { endpointId: await setup.endpoint(accountId, receiver.url) }
    const events = await setup.send(accountId, [target], 40)
    const lane = destinationOf(accountId, target)
    for (let patience = 20; receiver.received.length < events.length; patience -= 1) {
      first.poll([lane])
      second.poll([lane])
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(receiver.open()).toBeLessThanOrEqual(atOnce)
      // Few deliveries start at first. They must end before more start.
      if (receiver.open() < atOnce && patience > 0) continue
      receiver.release()
      patience = 20
    }
    expect(receiver.maxOpen()).toBe(atOnce)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set(events.map(({ id }) => id)),
    )
    receiver.release()
  })

  it(
    'of a host begins at most 60 attempts a minute from one account, and goes on by itself; other accounts ' +
      'have a minute of their own',
    async () => {
      await using receiver = await startReceiver(certificate)
      const { clock } = setup
      clock.stop(new Date('2031-01-01T00:00:00Z'))
      await using deliveries = await setup.start()
      await using another = await setup.start()
      const [accountId, other] = [await setup.account(), await setup.account()]
      await setup.send(accountId, [{ url: receiver.url }], 70)
      await deliveries.sweep()
      await another.sweep()
      await until(() => receiver.received.length === 60)
      clock.forward(30_000)
      await setup.send(other, [{ url: receiver.url }], 5)
      await deliveries.sweep()
      await until(() => receiver.received.length === 65)
      // Sends nothing to the first account before its minute is over.
      clock.forward(29_999)
      await deliveries.sweep()
      await another.sweep()
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(receiver.received).toHaveLength(65)
      const jobs = await setup.sql`select distinct start_after::text as at from pgboss.job
          where name = 'deliver-webhooks' and start_after > '2031-01-01' and start_after < '2031-01-02'`
      expect(jobs.map(({ at }) => new Date(String(at)).toISOString())).toEqual(['2031-01-01T00:01:00.000Z'])
      clock.forward(1)
      deliveries.poll([destinationOf(accountId, { url: receiver.url })])
      await until(() => receiver.received.length === 75)
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(75)
      const [spent] = await setup.sql`select count(*) from webhook_attempts join webhook_deliveries on id = delivery_id
          where url = ${receiver.url} and number > 0`
      expect(Number(spent?.['count'])).toBe(0)
    },
  )

  it('with 2,000 events is not before one with a single one', async () => {
    const accountId = await setup.account()
    const [long, short] = [
      await setup.endpoint(accountId, 'https://127.0.0.1:1/'),
      await setup.endpoint(accountId, 'https://127.0.0.1:1/'),
    ]
    await setup.send(accountId, [{ endpointId: long }], 2_000)
    await setup.send(accountId, [{ endpointId: short }])
    const wish = (endpointId: string, room: number) => ({
      lane: destinationOf(accountId, { endpointId }),
      room,
      atOnce: 8,
      kind: 'good',
      kindRoom: 100,
      share: endpointId,
      shareRoom: 100,
    })
    const now = setup.clock.now()
    const claims = await setup.db.transaction((tx) =>
      claimDue(tx, [wish(long, 8), wish(short, 8)], { room: 3, now, leaseUntil: new Date(now.getTime() + 1_000) }),
    )
    expect(claims.filter(({ lane }) => lane === wish(short, 1).lane)).toHaveLength(1)
    expect(claims).toHaveLength(3)
    expect(await findDueDestinations(setup.db, now)).toEqual(expect.arrayContaining([wish(long, 1).lane]))
    await setup.sql`delete from webhook_endpoints where account_id = ${accountId}`
  })

  it('is claimed by one process at a time, without deadlock in whichever order', async () => {
    const accountId = await setup.account()
    const ids = await Promise.all(Array.from({ length: 6 }, () => setup.endpoint(accountId, 'https://127.0.0.1:1/')))
    await setup.send(
      accountId,
      ids.map((endpointId) => ({ endpointId })),
      20,
    )
    const now = setup.clock.now()
    const claimAll = (order: readonly string[]) =>
      setup.db.transaction(async (tx) => {
        const lanes = order.map((endpointId) => destinationOf(accountId, { endpointId }))
        await lockDestinations(tx, lanes)
        return claimDue(
          tx,
          lanes.map((lane) => ({ lane, room: 8, atOnce: 8, kind: 'good', kindRoom: 1_000, share: lane, shareRoom: 8 })),
          { room: 1_000, now, leaseUntil: new Date(now.getTime() + 60_000) },
        )
      })
    const claims = (
      await Promise.all([claimAll(ids), claimAll(ids.toReversed()), claimAll(ids), claimAll(ids.toReversed())])
    ).flat()
    expect(claims).toHaveLength(48)
    expect(new Set(claims.map(({ id }) => id)).size).toBe(48)
    await setup.sql`delete from webhook_endpoints where account_id = ${accountId}`
  })
})

describe('the attempts of a process', () => {
  it('leave room for good receivers, however many others hang', () => {
    const standings = new DestinationStandings({
      ...deliveryLimits,
      maxConcurrentAttempts: 20,
      maxFailingAttempts: 5,
      maxUnprovenAttempts: 10,
    })
    standings.began('good', '0')
    standings.ended('good', '0', true)
    standings.began('failing', '0')
    standings.ended('failing', '0', false)
    expect([standings.kindOf('good'), standings.kindOf('failing'), standings.kindOf('new')]).toEqual([
      'good',
      'failing',
      'unproven',
    ])
    for (let index = 0; index < 10; index += 1) standings.began(`new${index}`, '0')
    for (let index = 0; index < 5; index += 1) standings.began('failing', String(index))
    expect(standings.rooms()).toEqual({ all: 5, good: 5, unproven: 0, failing: 0 })
    expect(standings.underWay).toBe(15)
  })

  it('leave room for good receivers also when unknown ones begin to hang one after the other', async () => {
    const standings = new DestinationStandings({
      ...deliveryLimits,
      maxConcurrentAttempts: 20,
      maxFailingAttempts: 5,
      maxUnprovenAttempts: 10,
      slowAfterMs: 20,
    })
    for (let index = 0; index < 10; index += 1) standings.began(`first${index}`, '0')
    await vi.waitFor(() => expect(standings.kindOf('first9')).toBe('failing'))
    expect(standings.rooms()).toMatchObject({ all: 10, good: 10, unproven: 5 })
    for (let index = 0; index < 5; index += 1) standings.began(`second${index}`, '0')
    await vi.waitFor(() => expect(standings.kindOf('second4')).toBe('failing'))
    expect(standings.rooms()).toMatchObject({ all: 5, good: 5, unproven: 0 })
  })

  it('go to the hosts of one account in part only, and to all of them in the end', async () => {
    await using refusing = await deliverySetup(database, {
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      limits: { maxSubmittedHostAttempts: 5 },
    })
    const [accountId, other] = [await refusing.account(), await refusing.account()]
    const urls = Array.from({ length: 12 }, (_, index) => `https://host${index}.example:1/`)
    const events = await refusing.send(
      accountId,
      urls.map((url) => ({ url })),
      2,
    )
    await refusing.send(other, [{ url: 'https://host0.example:1/' }])
    const lanes = [
      ...urls.map((url) => destinationOf(accountId, { url })),
      destinationOf(other, { url: 'https://host0.example:1/' }),
    ]

    const standings = new DestinationStandings(refusing.limits)
    const { claimed, crowdedOut } = await claimDestinations(refusing.context, lanes, standings)
    expect(
      Map.groupBy(claimed, ({ delivery }) => delivery.accountId)
        .values()
        .map(({ length }) => length)
        .toArray()
        .toSorted(),
    ).toEqual([1, 5])
    expect(crowdedOut.toSorted()).toEqual(lanes.slice(0, 12).toSorted())
    for (const { delivery } of claimed) standings.began(delivery.lane, delivery.id)
    expect([standings.roomOfShare(tenantOf(lanes[0] ?? '')), standings.roomOfShare(tenantOf(lanes[12] ?? ''))]).toEqual(
      [0, 4],
    )
    for (const { delivery } of claimed) standings.ended(delivery.lane, delivery.id, true)
    expect(standings.roomOfShare(tenantOf(lanes[0] ?? ''))).toBe(5)
    await refusing.sql`update webhook_deliveries set lease_until = null
      where account_id in ${refusing.sql([accountId, other])}`

    await using deliveries = await refusing.start({ limits: { ...deliveryLimits, maxSubmittedHostAttempts: 2 } })
    await deliveries.sweep()
    // Each delivery was attempted, and retried at once.
    const made = async () =>
      (
        await refusing.sql`select attempts from webhook_deliveries
          where event_id in ${refusing.sql(events.map(({ id }) => id))}`
      ).map(({ attempts }) => Number(attempts))
    await vi.waitFor(async () => expect(await made()).toEqual(Array.from({ length: 24 }, () => 2)), {
      timeout: 25_000,
      interval: 50,
    })
    await refusing.sql`delete from webhook_events where account_id in ${refusing.sql([accountId, other])}`
  })

  it('that say nothing of a receiver change nothing for it', () => {
    const standings = new DestinationStandings(deliveryLimits)
    for (const [index, isGood] of [true, true, undefined].entries()) {
      standings.began('lane', String(index))
      standings.ended('lane', String(index), isGood)
    }
    expect([standings.kindOf('lane'), standings.roomOf('lane', 8), standings.underWay]).toEqual(['good', 4, 0])
  })

  it('grow with each good one of a lane, and are few again after bad ones', () => {
    const standings = new DestinationStandings(deliveryLimits)
    const rooms = [true, true, true, true, true, true, true, false, false, false].map((isGood, index) => {
      const room = standings.roomOf('lane', 8)
      standings.began('lane', String(index))
      standings.ended('lane', String(index), isGood)
      return room
    })
    expect(rooms).toEqual([2, 3, 4, 5, 6, 7, 8, 8, 4, 2])
    expect(standings.roomOf('lane', 8)).toBe(2)
  })

  it('count a lane as failing once one of them is slow', async () => {
    const standings = new DestinationStandings({ ...deliveryLimits, slowAfterMs: 20 })
    standings.began('lane', '0')
    standings.ended('lane', '0', true)
    standings.began('lane', '1')
    expect(standings.kindOf('lane')).toBe('good')
    await vi.waitFor(() => expect(standings.kindOf('lane')).toBe('failing'))
  })

  it('that are all taken by receivers which hang go to others as they end, and nothing is passed over', async () => {
    await using hanging = await startReceiver(certificate, behaviours.hang())
    await using good = await startReceiver(certificate)
    const accountId = await setup.account()
    const bad = await Promise.all(Array.from({ length: 12 }, () => setup.endpoint(accountId, hanging.url)))
    const fine = await Promise.all(Array.from({ length: 3 }, () => setup.endpoint(accountId, good.url)))
    await setup.send(
      accountId,
      bad.map((endpointId) => ({ endpointId })),
      2,
    )
    await setup.send(
      accountId,
      fine.map((endpointId) => ({ endpointId })),
      5,
    )
    await using deliveries = await setup.start({
      limits: {
        ...deliveryLimits,
        maxConcurrentAttempts: 6,
        maxUnprovenAttempts: 4,
        maxFailingAttempts: 2,
        attemptTimeoutMs: 500,
        stopTimeoutMs: 100,
      },
    })
    await deliveries.sweep()
    await until(() => good.received.length === 15)
    await until(
      () =>
        new Set(hanging.received.map(({ headers }) => headers['webhook-id'])).size === 2 &&
        hanging.received.length >= 24,
    )
    expect(hanging.maxOpen()).toBeLessThanOrEqual(12)
  })
})
