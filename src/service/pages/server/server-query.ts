import type { Request } from 'express'
import { Category } from '../../../engine/model/rule.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { addressWith, pageNumber } from '../parts/paging.ts'

/** Selects the findings of a server that the page shows. */
export interface ServerQuery {
  readonly severity: Severity | undefined
  readonly category: Category | undefined
  readonly page: number
}

export function readServerQuery(query: Request['query']): ServerQuery {
  return {
    severity: Severity.safeParse(query['severity']).data,
    category: Category.safeParse(query['category']).data,
    page: pageNumber(query['page']),
  }
}

/** Returns the URL of a server page. With a selection it points to the findings. */
export function serverAddress(slug: string, { severity, category, page }: Partial<ServerQuery> = {}): string {
  const path = `/servers/${encodeURIComponent(slug)}`
  const address = addressWith(path, { severity, category, page: page === 1 ? undefined : page })
  return address === path ? path : `${address}#findings`
}
