import type { Database } from '../client.ts'

/** What a read requires. */
export interface ReadDemand {
  /** True if the result must include every change that was committed before the read. */
  readonly isCurrent: boolean
}

/** Status of a read replica. Reads use it only while it is `following`. */
export interface ReplicaState {
  readonly status: 'following' | 'lagging' | 'unreachable' | 'not a replica'
  /** Age of the oldest change that the replica lacks, in milliseconds. */
  readonly lagMs: number
}

/** Selects the server for reads that write nothing. Transactions that write must not use it. */
export interface Reads {
  /**
   * Runs a read on the replica or on the primary. If the replica fails, `run` is called again with the primary. `run`
   * must only read.
   */
  read<Result>(demand: ReadDemand, run: (db: Database) => Promise<Result>): Promise<Result>
  /** Undefined if no replica is configured. */
  state(): ReplicaState | undefined
}

/** Returns reads that always use the primary. */
export function primaryReads(db: Database): Reads {
  return { read: (_demand, run) => run(db), state: () => undefined }
}
