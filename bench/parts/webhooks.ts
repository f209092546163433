import type { Database } from '../../src/service/db/client.ts'
import {
  claimDue,
  findDueDestinations,
  findStarts,
  lockDestinations,
  releaseExpiredLeases,
} from '../../src/service/db/webhooks/claims.ts'
import { freshCluster } from '../fresh-installation.ts'
import { type BenchPart, measurement, median } from '../measurement.ts'
import { compareSending } from './webhooks/compare-sending.ts'
import { fillDeliveries } from './webhooks/fill-deliveries.ts'

const rounds = 50

/** Claim requests for `count` lanes, starting with this one. Limits are those of a host. */
const wishes = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    lane: `host:a:${(first + index) % 1_000}`,
    room: 4,
    atOnce: 4,
    kind: 'good',
    kindRoom: 500,
    share: 'host:a',
    shareRoom: 500,
  }))

/** Limit for each of these measures: a tenth of the second in which healthy receivers get their deliveries. */
const limitMs = 100

/**
 * Measures finding due webhooks among a million ended deliveries and 100,000 waiting ones in 1,000 lanes. Also compares
 * sending with bare POSTs.
 */
export const webhooks: BenchPart = {
  id: 'webhooks',
  async *run() {
    await using cluster = await freshCluster()
    await using client = await cluster.database()
    const now = await fillDeliveries(client, { finished: 1_000_000, waiting: 100_000, lanes: 1_000 })
    const leaseUntil = new Date(now.getTime() + 35_000)
    const claim = (count: number) => async (tx: Database, round: number) => {
      const wanted = wishes(round * count, count)
      await lockDestinations(
        tx,
        wanted.map(({ lane }) => lane),
      )
      await claimDue(tx, wanted, { room: 500, now, leaseUntil })
    }
    const asked: readonly (readonly [string, (tx: Database, round: number) => Promise<unknown>])[] = [
      ['claim what is due in one lane', claim(1)],
      ['claim what is due in 100 lanes', claim(100)],
      [
        'count the attempts of a minute of one host, of 6,000',
        (tx) => findStarts(tx, ['host:a:1'], { since: new Date(now.getTime() - 60_000), leaseMs: 35_000 }),
      ],
      ['find every lane in which something is due', (tx) => findDueDestinations(tx, now)],
      ['release leases that are over', (tx) => releaseExpiredLeases(tx, now)],
    ]
    for (const [measure, ask] of asked) {
      const samples: number[] = []
      for (let round = 0; round <= rounds; round += 1) {
        const start = performance.now()
        await client.db.transaction((tx) => ask(tx, round))
        if (round > 0) samples.push(performance.now() - start)
      }
      yield measurement({
        measure: `${measure}, at 1,000,000 ended and 100,000 waiting deliveries`,
        unit: 'ms',
        samples,
        peer: { name: 'limit', median: limitMs },
      })
    }
    // An empty database, because waiting deliveries in the filled one would be sent too.
    await using empty = await cluster.database()
    const { perSecond, p95Ms } = await compareSending(empty)
    const bare = 'bare POSTs by the same network to the same receivers'
    yield measurement({
      measure: 'deliver to 10 healthy receivers',
      unit: 'deliveries/s',
      samples: perSecond.deliveries,
      peer: { name: bare, median: median(perSecond.bare) },
    })
    yield measurement({
      measure: 'from the transaction to the arrival, 50 events a second',
      unit: 'ms p95',
      samples: p95Ms.deliveries,
      peer: { name: bare, median: median(p95Ms.bare) },
    })
  },
}
