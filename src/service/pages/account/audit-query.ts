import { z } from 'zod'
import type { AuditFilter } from '../../db/accounts/audit.ts'
import { pageNumber } from '../parts/paging.ts'

/** PostgreSQL and JavaScript write years before 1 and after 9999 differently, so other years are ignored. */
const Day = z.iso.date().refine((day) => day >= '2000' && day < '2100')
const dayMs = 86_400_000

/** The filter of the audit log as its URL has it. */
export interface AuditQuery {
  readonly action: string | undefined
  /** First UTC day, such as `2026-01-31`. */
  readonly from: string | undefined
  /** Last UTC day. */
  readonly to: string | undefined
  readonly page: number
}

/** Returns the query of a URL. Unknown actions and malformed days match all entries. */
export function auditQuery(query: Readonly<Record<string, unknown>>, actions: readonly string[]): AuditQuery {
  return {
    action: actions.find((action) => action === query['action']),
    from: Day.safeParse(query['from']).data,
    to: Day.safeParse(query['to']).data,
    page: pageNumber(query['page']),
  }
}

/** Returns the filter of the database. The last day is included. */
export function auditFilter({ action, from, to }: AuditQuery): AuditFilter {
  return {
    action,
    since: from === undefined ? undefined : new Date(from),
    before: to === undefined ? undefined : new Date(Date.parse(to) + dayMs),
  }
}

/** Returns true if the query leaves entries out. */
export function isFiltered({ action, from, to }: AuditQuery): boolean {
  return action !== undefined || from !== undefined || to !== undefined
}
