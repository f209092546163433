import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../src/service/db/client.ts'

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** Runs a statement and returns the number of server rows that it reads, including skipped ones. */
export async function rowsOfServersRead(db: Database, statement: SQL): Promise<number> {
  const [row] = await db.execute<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    sql`explain (analyze, format json) ${statement}`,
  )
  return rowsRead(row?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': 'none', 'Actual Rows': Infinity, 'Actual Loops': 1 })
}

function rowsRead(plan: Plan): number {
  const own =
    plan['Relation Name'] === 'registry_servers'
      ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
      : 0
  return own + (plan.Plans ?? []).reduce((total, inner) => total + rowsRead(inner), 0)
}
