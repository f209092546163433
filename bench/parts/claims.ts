import { freshCluster } from '../fresh-installation.ts'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { addWaitingScans, type Claims, claimWithWorkers } from './claims/claim-with-workers.ts'

const seconds = Number(process.env['CLAIMS_SECONDS'] ?? 60)
const waitingScans = 40_000
/** Not fewer than the simulated workers run. */
const wide = { ofAll: 400, ofAccount: 12 }
/** Fewer than the simulated workers could run. */
const narrow = { ofAll: 100, ofAccount: 12 }

/** Target: the fleet of docs/explanation/scale.md starts this number of scans per second. */
const target = { perSecond: 173, unevenness: 0.1 }

/** One run with simulated workers. */
interface Run {
  readonly accounts: number
  readonly workers: number
  /** Duration of a simulated scan. */
  readonly scanMs: number
  readonly isLimited: boolean
}

const runs: readonly Run[] = [
  ...[40, 1_000].flatMap((accounts) =>
    [10, 100, 400].map((workers) => ({ accounts, workers, scanMs: 0, isLimited: false })),
  ),
  { accounts: 40, workers: 400, scanMs: 1_000, isLimited: true },
]

/**
 * Measures how many scans simulated workers claim, and whether accounts with equal rights get equal shares. In the last
 * run, scans take a second, and most workers are idle because of the limits. `CLAIMS_SECONDS` changes the time, for
 * experiments.
 */
export const claims: BenchPart = {
  id: 'claims',
  async *run() {
    await using cluster = await freshCluster({ max_connections: '450' })
    for (const run of runs) {
      await using database = await cluster.database()
      await addWaitingScans(database.sql, run.accounts, waitingScans / run.accounts)
      const atOnce = run.isLimited ? narrow : wide
      yield* figuresOf(run, await claimWithWorkers(database, { ...run, seconds, atOnce }))
    }
  },
}

function figuresOf(
  { accounts, workers, isLimited }: Run,
  { perSecond, databaseCpuMs, unevenness, meanRunning }: Claims,
): Measurement[] {
  const limits = isLimited ? `, at most ${narrow.ofAll} scans of a second` : ''
  const who = `${workers} workers, ${accounts} accounts${limits}`
  const figures = [
    isLimited
      ? measurement({
          measure: `running scans, ${who}`,
          unit: 'scans',
          samples: [meanRunning],
          peer: { name: 'limit', median: narrow.ofAll },
        })
      : measurement({
          measure: `claims per second, ${who}`,
          unit: 'claims/s',
          samples: [perSecond],
          peer: { name: 'limit', median: target.perSecond },
        }),
    measurement({
      measure: `CPU of PostgreSQL per claim and end of a scan, ${who}`,
      unit: 'ms',
      samples: [databaseCpuMs],
    }),
  ]
  // With more accounts, each starts too few scans for a comparison.
  if (accounts > 100) return figures
  return [
    ...figures,
    measurement({
      measure: `difference between the largest and the smallest share of an account, ${who}`,
      unit: 'of the mean',
      samples: [unevenness],
      peer: { name: 'limit', median: target.unevenness },
    }),
  ]
}
