import { sql } from 'drizzle-orm'
import type { DatabaseClient } from '../../../src/service/db/client.ts'

const [watchesOfAccount, serversOfWatch] = [50, 10]

/**
 * Creates accounts with one endpoint for all events. Each watches 50 servers, so a tenth of all servers is watched.
 * Returns the number of watched servers.
 */
export async function seedWatchers({ db, sql: raw }: DatabaseClient, servers: number): Promise<number> {
  const accounts = Math.ceil(servers / serversOfWatch / watchesOfAccount)
  const account = sql`lpad(to_hex(account), 32, '0')::uuid`
  const everyAccount = sql`from generate_series(1, ${accounts}::int) account`
  await db.execute(
    sql`insert into accounts (id, name, plan, webhook_secret_sealed)
      select ${account}, 'watcher ' || account, 'team', 'x' ${everyAccount}`,
  )
  await db.execute(
    sql`insert into webhook_endpoints (id, account_id, url, events, secret_sealed)
      select ${account}, ${account}, 'https://hooks.example/' || account, '{}', 'x' ${everyAccount}`,
  )
  await db.execute(sql`
    insert into server_watches (account_id, slug)
    select lpad(to_hex(1 + number / ${watchesOfAccount}::int), 32, '0')::uuid,
    'npm-server-' || number * ${serversOfWatch}::int
    from generate_series(0, ${Math.floor(servers / serversOfWatch) - 1}::int) number`)
  await raw`vacuum analyze accounts, webhook_endpoints, server_watches`
  return Math.floor(servers / serversOfWatch)
}
