import { asc, eq, sql } from 'drizzle-orm'
import type { Finding } from '../../../engine/model/finding.ts'
import type { Database } from '../client.ts'
import { registryFindings } from './servers-schema.ts'

/** Parts of a finding that grouping, scoring, and publication need. Texts are worded as in the scan. */
export interface FindingOutline {
  /** Position among the server's findings, most severe first. */
  readonly ordinal: number
  readonly firstSeenAt: Date
  readonly finding: Finding
}

/**
 * Returns outlines of all of a server's open findings, most severe first. They omit code, data flow, and message, which
 * make up most of a stored finding.
 */
export async function listFindingOutlines(db: Database, serverId: string): Promise<FindingOutline[]> {
  const { ordinal, severity, category, fingerprint, firstSeenAt, document } = registryFindings
  const rows = await db
    .select({
      ordinal,
      severity,
      category,
      fingerprint,
      firstSeenAt,
      ruleId: sql<string>`${document}->>'ruleId'`,
      title: sql<string>`${document}->>'title'`,
      precision: sql<Finding['precision']>`${document}->>'precision'`,
      remediation: sql<string>`coalesce(${document}->>'remediation', '')`,
      path: sql<string | null>`${document}#>>'{location,path}'`,
      line: sql<number | null>`(${document}#>>'{location,startLine}')::int`,
      component: sql<Finding['component'] | null>`${document}->'component'`,
      advisory: sql<Finding['advisory'] | null>`${document}->'advisory'`,
      reachability: sql<Finding['reachability'] | null>`${document}->'reachability'`,
    })
    .from(registryFindings)
    .where(eq(registryFindings.serverId, serverId))
    .orderBy(asc(ordinal))
  return rows.map(({ ordinal: place, firstSeenAt: seen, path, line, component, advisory, reachability, ...parts }) => ({
    ordinal: place,
    firstSeenAt: seen,
    finding: {
      ...parts,
      id: '',
      message: '',
      cwe: [],
      owaspMcp: [],
      state: 'existing',
      firstSeenAt: seen.toISOString(),
      ...(path !== null && { location: { path, ...(line !== null && { startLine: line }) } }),
      ...(component && { component }),
      ...(advisory && { advisory }),
      ...(reachability && { reachability }),
    },
  }))
}
