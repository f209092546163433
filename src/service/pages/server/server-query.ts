import type { Request } from 'express'
import { Category } from '../../../engine/model/rule.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { addressWith, pageNumber } from '../parts/paging.ts'
import { tabAddress } from './server-tabs.ts'

/** Filters and page number for a server tab. */
export interface ServerQuery {
  readonly severity: Severity | undefined
  readonly category: Category | undefined
  /** Short fingerprint of a finding in the selected group. */
  readonly group: string | undefined
  readonly page: number
}

export function readServerQuery(query: Request['query']): ServerQuery {
  const { group } = query
  return {
    severity: Severity.safeParse(query['severity']).data,
    category: Category.safeParse(query['category']).data,
    group: typeof group === 'string' && /^[\w-]{1,64}$/.test(group) ? group : undefined,
    page: pageNumber(query['page']),
  }
}

/** Returns the URL of a server's page. */
export function serverAddress(slug: string): string {
  return tabAddress(slug, 'overview')
}

/** Returns the URL of a server's findings for this query. */
export function findingsAddress(slug: string, { severity, category, group, page }: Partial<ServerQuery> = {}): string {
  return addressWith(tabAddress(slug, 'findings'), {
    severity,
    category,
    group,
    page: page === 1 ? undefined : page,
  })
}
