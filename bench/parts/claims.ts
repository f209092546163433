import { freshCluster } from '../fresh-installation.ts'
import { type BenchPart, measurement } from '../measurement.ts'
import { addWaitingScans, claimWithWorkers } from './claims/claim-with-workers.ts'

const seconds = Number(process.env['CLAIMS_SECONDS'] ?? 60)
const accounts = 40
const scansOfAccount = 1_000
const atOnce = { ofAll: 400, ofAccount: 12 }

/** Target: the fleet of docs/explanation/scale.md starts this number of scans per second. */
const target = { perSecond: 173, unevenness: 0.1 }

/**
 * Measures how many scans simulated workers claim, and whether accounts with equal rights get equal shares.
 * `CLAIMS_SECONDS` changes the time, for experiments.
 */
export const claims: BenchPart = {
  id: 'claims',
  async *run() {
    await using cluster = await freshCluster({ max_connections: '450' })
    for (const workers of [10, 100, 400]) {
      await using database = await cluster.database()
      await addWaitingScans(database.sql, accounts, scansOfAccount)
      const { perSecond, databaseCpuMs, unevenness, mostOfAccount } = await claimWithWorkers(database, {
        workers,
        scanMs: 0,
        seconds,
        atOnce,
      })
      if (mostOfAccount > atOnce.ofAccount) throw new Error(`an account ran ${mostOfAccount} scans at a time`)
      const who = `${workers} workers, ${accounts} accounts`
      yield measurement({
        measure: `claims per second, ${who}`,
        unit: 'claims/s',
        samples: [perSecond],
        peer: { name: 'limit', median: target.perSecond },
      })
      yield measurement({
        measure: `CPU of PostgreSQL per claim and end of a scan, ${who}`,
        unit: 'ms',
        samples: [databaseCpuMs],
      })
      yield measurement({
        measure: `difference between the largest and the smallest share of an account, ${who}`,
        unit: 'of the mean',
        samples: [unevenness],
        peer: { name: 'limit', median: target.unevenness },
      })
    }
  },
}
