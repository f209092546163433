import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Pending work of all processes, counted up to `mostCounted`. Ages are in seconds, 0 if nothing is waiting. */
export interface ServiceLoad {
  readonly pendingScans: number
  readonly scanningScans: number
  readonly oldestScanSeconds: number
  readonly dueDeliveries: number
  readonly oldestDeliverySeconds: number
  readonly touchedPackages: number
}

const maxCounted = 10_000

/** Returns the pending work. Uses partial indexes, whose size depends only on the pending rows. */
export async function findServiceLoad(db: Database): Promise<ServiceLoad> {
  const [row] = await db.execute<Record<keyof ServiceLoad, number>>(sql`
    with pending as (select created_at from scans where status = 'pending' limit ${maxCounted}),
    scanning as (select 1 from scans where status = 'scanning' limit ${maxCounted}),
    due as (select next_attempt_at from webhook_deliveries where status = 'waiting' and next_attempt_at <= now()
    order by next_attempt_at limit ${maxCounted}),
    touched as (select 1 from touched_packages limit ${maxCounted})
    select (select count(*)::int from pending) as "pendingScans",
      (select count(*)::int from scanning) as "scanningScans",
      (select coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)::float8
      from pending) as "oldestScanSeconds",
      (select count(*)::int from due) as "dueDeliveries",
      (select coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8
      from due) as "oldestDeliverySeconds",
      (select count(*)::int from touched) as "touchedPackages"`)
  if (!row) throw new Error('an aggregate without a row')
  return row
}

/** Number of connections that one pool has in one state. The states are PostgreSQL's. */
export interface PoolConnections {
  readonly pool: string
  readonly state: string
  readonly connections: number
}

export interface DatabaseLoad {
  readonly pools: readonly PoolConnections[]
  readonly maxConnections: number
  readonly bytes: number
}

/** Returns the service's connections to the database server. Application names identify the pools. */
export async function findDatabaseLoad(db: Database): Promise<DatabaseLoad> {
  const pools = await db.execute<{ pool: string; state: string; connections: number }>(sql`
    select case when application_name in ('assay', 'assay queue') then application_name else 'other'
    end as pool, coalesce(state, 'unknown') as state, count(*)::int as connections
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend' group by 1, 2`)
  const [size] = await db.execute<{ most: number; bytes: number }>(
    sql`select current_setting('max_connections')::int as most, pg_database_size(current_database())::float8 as bytes`,
  )
  return { pools: [...pools], maxConnections: size?.most ?? 0, bytes: size?.bytes ?? 0 }
}
