import type { Database } from '../../src/db/client.ts'
import { claimDue, findDueLanes, findStarts, lockLanes, releaseExpiredLeases } from '../../src/db/webhook-claims.ts'
import { freshCluster } from '../fresh-installation.ts'
import { type BenchPart, measurement } from '../measurement.ts'
import { fillDeliveries } from './webhooks/fill-deliveries.ts'

const rounds = 50

/** From `count` lanes, beginning with this one, as many as a host may have at once. */
const wishes = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ lane: `host:a:${(first + index) % 1_000}`, room: 4, atOnce: 4, kind: 'good', kindRoom: 500 }))

/** What looking for webhooks to send costs, with a million deliveries that have ended and 100,000 that wait in 1,000 lanes. */
export const webhooks: BenchPart = {
  id: 'webhooks',
  async *run() {
    await using cluster = await freshCluster()
    await using client = await cluster.database()
    const now = await fillDeliveries(client, { finished: 1_000_000, waiting: 100_000, lanes: 1_000 })
    const leaseUntil = new Date(now.getTime() + 35_000)
    const claim = (count: number) => async (tx: Database, round: number) => {
      const wanted = wishes(round * count, count)
      await lockLanes(tx, wanted.map(({ lane }) => lane))
      await claimDue(tx, wanted, { room: 500, now, leaseUntil })
    }
    const asked: readonly (readonly [string, (tx: Database, round: number) => Promise<unknown>])[] = [
      ['claim what is due in one lane', claim(1)],
      ['claim what is due in 100 lanes', claim(100)],
      ['count the attempts of a minute of one host, of 6,000', (tx) => findStarts(tx, ['host:a:1'], { since: new Date(now.getTime() - 60_000), leaseMs: 35_000 })],
      ['find every lane in which something is due', (tx) => findDueLanes(tx, now)],
      ['release leases that are over', (tx) => releaseExpiredLeases(tx, now)],
    ]
    for (const [measure, ask] of asked) {
      const samples: number[] = []
      for (let round = 0; round <= rounds; round += 1) {
        const start = performance.now()
        await client.db.transaction((tx) => ask(tx, round))
        if (round > 0) samples.push(performance.now() - start)
      }
      yield measurement({ measure, unit: 'ms', samples })
    }
  },
}
