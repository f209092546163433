import { and, asc, count, eq, notInArray, sql } from 'drizzle-orm'
import type { Finding } from '../../../engine/model/finding.ts'
import { notRunningStatuses } from '../../../engine/model/priority.ts'
import type { Category } from '../../../engine/model/rule.ts'
import type { Severity } from '../../../engine/model/severity.ts'
import { renderFinding } from '../../../engine/rules/render-finding.ts'
import type { Database } from '../client.ts'
import { registryFindings } from './servers-schema.ts'

/** Complete server finding, and the time when it was first seen there. */
export interface ServerFinding {
  readonly finding: Finding
  readonly firstSeenAt: Date
}

/** Returns one page of a server's findings, most severe first, and the total. */
export async function listServerFindings(
  db: Database,
  filter: {
    readonly serverId: string
    readonly severity?: Severity | undefined
    readonly category?: Category | undefined
    /** True to omit findings in development dependencies, and vulnerabilities whose code the project does not run. */
    readonly affectsUsers?: boolean | undefined
  },
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly findings: readonly ServerFinding[]; readonly total: number }> {
  const where = and(
    eq(registryFindings.serverId, filter.serverId),
    filter.severity && eq(registryFindings.severity, filter.severity),
    filter.category && eq(registryFindings.category, filter.category),
    ...(filter.affectsUsers
      ? [
          sql`coalesce((${registryFindings.document}#>>'{component,dev}')::boolean, false) = false`,
          notInArray(sql`coalesce(${registryFindings.document}#>>'{reachability,status}', '')`, [
            ...notRunningStatuses,
          ]),
        ]
      : []),
  )
  const [rows, [counted]] = await Promise.all([
    db
      .select({ finding: registryFindings.document, firstSeenAt: registryFindings.firstSeenAt })
      .from(registryFindings)
      .where(where)
      .orderBy(asc(registryFindings.ordinal))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ count: count() }).from(registryFindings).where(where),
  ])
  return {
    findings: rows.map(({ finding, firstSeenAt }) => ({ finding: renderFinding(finding), firstSeenAt })),
    total: counted?.count ?? 0,
  }
}
