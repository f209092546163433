import type { DatabaseClient } from '../../../src/service/db/client.ts'

/**
 * Fills the delivery tables with one account's data. Ended deliveries have one attempt each, at 100 attempts per
 * second. Waiting deliveries, due or not, are distributed evenly over the lanes. Returns the time that counts as now.
 */
export async function fillDeliveries(
  { sql }: DatabaseClient,
  { finished, waiting, lanes }: { finished: number; waiting: number; lanes: number },
): Promise<Date> {
  const now = new Date('2033-01-01T00:00:00Z')
  const at = now.toISOString()
  const account = '00000000-0000-4000-8000-000000000001'
  await sql.begin(async (sql) => {
    // Turns off constraint checks, because all rows refer to existing ones. Sorting a table once is faster than
    // maintaining an index row by row: with checks and indexes, filling takes minutes.
    await sql`set local session_replication_role = replica`
    await sql`set local maintenance_work_mem = '256MB'`
    const indexes = await sql<{ name: string; definition: string }[]>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('webhook_events'::regclass, 'webhook_deliveries'::regclass, 'webhook_attempts'::regclass)
      and not indisunique`
    for (const { name } of indexes) await sql`drop index ${sql(name)}`
    await sql`insert into accounts (id, name, plan, webhook_secret_sealed) values (${account}, 'bench', 'pro', '')`
    await sql`insert into webhook_events (id, account_id, event, body, created_at)
      select 'evt_' || n, ${account}, 'ping', '{}', ${at} from generate_series(1, ${finished + waiting}::int) n`
    await sql`
      insert into webhook_deliveries (id, event_id, account_id, url, lane, status, attempts, next_attempt_at,
      created_at, ended_at)
      select gen_random_uuid(), 'evt_' || n, ${account}, 'https://receiver.example/', 'host:a:' || n % ${lanes}::int,
        case when n <= ${finished}::int then 'delivered' else 'waiting' end, 1,
        case when n > ${finished}::int then ${at}::timestamptz + (n % 7 - 3) * interval '1 minute' end, ${at}, case
        when n <= ${finished}::int then ${at}::timestamptz end
      from generate_series(1, ${finished + waiting}::int) n`
    await sql`
      insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status)
      select id, 0, ${at}::timestamptz - row_number() over () * interval '10 milliseconds', 5, 200
      from webhook_deliveries where status = 'delivered'`
    for (const { definition } of indexes) await sql.unsafe(definition)
  })
  await sql`vacuum analyze webhook_events, webhook_deliveries, webhook_attempts`
  return now
}
