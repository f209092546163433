import { z } from 'zod'
import type { AuditFilter } from '../../db/accounts/audit.ts'
import { pageNumber } from '../parts/paging.ts'

/** Restricts years, because PostgreSQL and JavaScript format years before 1 and after 9999 differently. */
const Day = z.iso.date().refine((day) => day >= '2000' && day < '2100')
const dayMs = 86_400_000

/** Audit log filter, as encoded in the URL. */
export interface AuditQuery {
  readonly action: string | undefined
  /** First UTC day, such as `2026-01-31`. */
  readonly from: string | undefined
  /** Last UTC day. */
  readonly to: string | undefined
  readonly page: number
}

/** Parses a URL query. Unknown actions and malformed days match all entries. */
export function auditQuery(query: Readonly<Record<string, unknown>>, actions: readonly string[]): AuditQuery {
  return {
    action: actions.find((action) => action === query['action']),
    from: Day.safeParse(query['from']).data,
    to: Day.safeParse(query['to']).data,
    page: pageNumber(query['page']),
  }
}

/** Returns the database filter. Includes the last day. */
export function auditFilter({ action, from, to }: AuditQuery): AuditFilter {
  return {
    action,
    since: from === undefined ? undefined : new Date(from),
    before: to === undefined ? undefined : new Date(Date.parse(to) + dayMs),
  }
}

/** Reports whether the query excludes entries. */
export function isFiltered({ action, from, to }: AuditQuery): boolean {
  return action !== undefined || from !== undefined || to !== undefined
}
