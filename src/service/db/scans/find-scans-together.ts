import { sql } from 'drizzle-orm'
import { batchLoader } from '../batch-loader.ts'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import type { ScanRow } from './scans.ts'
import { scans } from './schema.ts'

/** Maximum number of scans per query. */
const most = 200

/**
 * Returns a scan of this account, like `findScan`, for many concurrent callers. They share a query, which still checks
 * the account of each scan.
 */
export function findScanTogether(db: Database, accountId: string, scanId: string): Promise<ScanRow | undefined> {
  return asker(db)({ accountId, scanId })
}

interface Question {
  readonly accountId: string
  readonly scanId: string
}

const keyOf = ({ accountId, scanId }: Question) => `${scanId} ${accountId}`

const asker = preparedQuery((db) => {
  const query = db
    .select()
    .from(scans)
    .where(
      sql`(${scans.id}, ${scans.accountId}) in (select asked->>0, (asked->>1)::uuid
        from jsonb_array_elements(${sql.placeholder('asked')}::jsonb) asked)`,
    )
    .prepare('scans_of_accounts')
  return batchLoader<Question, ScanRow | undefined>(
    async (questions) => {
      const asked = new Map(questions.map((question) => [keyOf(question), [question.scanId, question.accountId]]))
      const rows = new Map(
        (await query.execute({ asked: JSON.stringify([...asked.values()]) })).map((row) => [
          keyOf({ accountId: row.accountId, scanId: row.id }),
          row,
        ]),
      )
      return questions.map((question) => rows.get(keyOf(question)))
    },
    { most },
  )
})
