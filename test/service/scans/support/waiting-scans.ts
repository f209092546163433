import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { registryAccount } from '../../../../src/engine/model/registry-account.ts'
import { insertAccount } from '../../../../src/service/db/accounts/accounts.ts'
import type { Database } from '../../../../src/service/db/client.ts'

/** Accounts of a test: five accounts named `a` to `e`, and the registry. */
export interface ScanAccounts {
  readonly names: readonly string[]
  /** Returns the ID of an account. */
  idOf(name: string): string
  /** Adds waiting scans. Their IDs consist of the account's name and a number, oldest first, starting at 1. */
  addScans(name: string, count: number): Promise<void>
}

export async function scanAccounts({ db, sql }: { db: Database; sql: Sql }): Promise<ScanAccounts> {
  const names = ['a', 'b', 'c', 'd', 'e']
  const ids = new Map<string, string>([
    ...names.map((name) => [name, randomUUID()] as const),
    ['registry', registryAccount.id],
  ])
  const idOf = (name: string) => ids.get(name) ?? ''
  for (const [name, id] of ids)
    await insertAccount(db, { id, name, plan: 'free', webhookSecretSealed: Buffer.alloc(1) })
  return {
    names,
    idOf,
    async addScans(name, count) {
      await sql`insert into scans (id, account_id, status, url, target, source_type, fail_on, stage, percent,
          created_at, estimated_completion_at)
        select ${name} || number, ${idOf(name)}, 'pending', 'x', '{}', 'npm', 'high', 'queued', 0,
        '2026-01-01'::timestamptz + number * interval '1 second', now() from generate_series(1, ${count}::int) number`
    },
  }
}
