import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { lockEntries } from './entries.ts'

/** Number of servers per transaction. Other writers to the registry wait for the transaction. */
const pageServers = 200

/**
 * Counts the rules for servers whose findings were stored before the triggers existed. Returns the number of servers.
 * After an interruption, continues where it stopped. Reads the indexes on servers and findings once.
 */
export async function addMissingServerRules(db: Database): Promise<number> {
  let [added, after] = [0, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const ids = await listServersWithoutRules(db, after)
    const last = ids.at(-1)
    if (last === undefined) return added
    await db.transaction(async (tx) => {
      // Without the lock, another writer could replace the findings between the read and the insert.
      await lockEntries(tx)
      // Servers whose findings were replaced in the meantime already have complete counts.
      const rows = await tx.execute(sql`
        insert into registry_server_rules (rule_id, server_id, findings)
        select document->>'ruleId', server_id, count(*) from registry_findings
        where server_id = any(${sql.param(ids)}::uuid[])
        and not exists (select from registry_server_rules known where known.server_id = registry_findings.server_id)
        group by 1, 2 returning server_id`)
      added += new Set(rows.map((row) => row['server_id'])).size
    })
    after = last
  }
}

/** Lists servers after this ID that have findings but no rules, by ID. */
async function listServersWithoutRules(db: Database, after: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select id from registry_servers server where id > ${after}::uuid
    and exists (select from registry_findings where server_id = server.id)
    and not exists (select from registry_server_rules where server_id = server.id)
    order by id limit ${pageServers}`)
  return rows.map(({ id }) => id)
}
