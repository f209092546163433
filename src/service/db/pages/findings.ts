import { and, eq } from 'drizzle-orm'
import type { Finding } from '../../../engine/model/finding.ts'
import { renderFinding } from '../../../engine/rules/render-finding.ts'
import type { Database } from '../client.ts'
import { findings } from '../scans/schema.ts'

/** Returns one finding of a scan by ID, in any state, or undefined if it does not exist. */
export async function findFinding(db: Database, scanId: string, id: string): Promise<Finding | undefined> {
  const [row] = await db
    .select({ document: findings.document })
    .from(findings)
    .where(and(eq(findings.scanId, scanId), eq(findings.id, id)))
    .limit(1)
  return row && renderFinding(row.document)
}
