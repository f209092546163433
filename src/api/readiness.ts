import type { Logger } from 'pino'
import { advisoryStates, type AdvisoryState } from '../advisories/state.ts'
import type { Database } from '../db/client.ts'
import { isDatabaseAway } from '../db/query-error.ts'
import type { AdvisoryDate } from '../model/advisory.ts'
import type { IsolationInForce } from '../model/isolation-in-force.ts'
import { advisoryStaleMs } from '../scan/await-advisories.ts'

export interface ReadinessContext {
  readonly db: Database
  /** Bases of the advisory feeds. */
  readonly advisoryBases: readonly string[]
  readonly log: Logger
  /** How scans of this process are kept from harm; absent where it scans nothing. */
  readonly isolation?: IsolationInForce
}

/** How fresh an ecosystem's advisories are. */
export interface AdvisoryFreshness extends Partial<AdvisoryDate> {
  /**
   * `absent`: no feed has the ecosystem. `pending`: not synced yet. `stale`: too old to be ground for
   * a pass. `failing`: they serve, and the last attempt to sync them failed.
   */
  readonly status: 'current' | 'failing' | 'stale' | 'pending' | 'absent'
  readonly records: number
  /** Since `syncedAt`, in whole seconds. */
  readonly ageSeconds?: number
  readonly lastAttemptAt?: string
  readonly lastError?: string
}

export interface Readiness {
  /** The database answers. Old advisories do not make a service unready: scans name their age. */
  readonly ready: boolean
  readonly advisories?: Readonly<Record<string, AdvisoryFreshness>>
  readonly isolation?: IsolationInForce
}

/** What `/readyz` says. Open to everybody: no addresses, no names. */
export async function readinessOf({ db, advisoryBases, log, isolation }: ReadinessContext, now = new Date()): Promise<Readiness> {
  try {
    const states = await advisoryStates({ database: { db }, bases: advisoryBases })
    return { ready: true, advisories: Object.fromEntries([...states].map(([ecosystem, state]) => [ecosystem, freshnessOf(state, now)])), ...(isolation && { isolation }) }
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    log.warn({ err: error }, 'not ready: the database cannot be reached')
    return { ready: false }
  }
}

function freshnessOf({ date, complete, records, lastAttemptAt, lastError }: AdvisoryState, now: Date): AdvisoryFreshness {
  const ageMs = date && Math.max(0, now.getTime() - Date.parse(date.syncedAt))
  return {
    status: ageMs === undefined ? (complete ? 'absent' : 'pending') : ageMs > advisoryStaleMs ? 'stale' : lastError === undefined ? 'current' : 'failing',
    records,
    ...date,
    ...(ageMs !== undefined && { ageSeconds: Math.floor(ageMs / 1000) }),
    ...(lastAttemptAt && { lastAttemptAt: lastAttemptAt.toISOString() }),
    ...(lastError !== undefined && { lastError }),
  }
}
