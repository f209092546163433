import type { Database } from '../client.ts'

const primaries = new WeakMap<Database, Database>()

/** Records that a pool belongs to a replica, and to which primary. */
export function registerReplica(replica: Database, primary: Database): void {
  primaries.set(replica, primary)
}

/** Returns the primary of a replica's pool, or undefined for any other pool. */
export function primaryOf(db: Database): Database | undefined {
  return primaries.get(db)
}
