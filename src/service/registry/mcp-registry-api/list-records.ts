import { type RegistryApiFilter, listPublished, listUnpublished } from '../../db/registry/registry-api.ts'
import type { ReceiptContext } from '../receipts/issue-receipts.ts'
import type { Position } from './cursor.ts'
import { slugSearch } from './registry-api-name.ts'
import { publishedRecords, unpublishedRecords } from './registry-api-records.ts'
import type { RegistryApiRecord } from './registry-api-shape.ts'

/** Parameters of a list request. */
export interface RegistryApiListing {
  readonly filter: RegistryApiFilter
  /** Undefined for the first page. */
  readonly from?: Position | undefined
  /** Maximum number of records per page. */
  readonly limit: number
  readonly now: Date
}

export interface RegistryApiList {
  readonly records: readonly RegistryApiRecord[]
  /** Start of the next page. Undefined for the last page. */
  readonly next: Position | undefined
}

/**
 * Returns one page of all servers: first the publications of followed registries, by name and version, then all other
 * servers, by slug. Concurrent additions do not move records between pages. A page of a search can have fewer records
 * than requested even if it is not the last.
 */
export async function listRecords(
  context: ReceiptContext,
  { filter, from, limit, now }: RegistryApiListing,
): Promise<RegistryApiList> {
  if (from && !('name' in from)) return ownPage(context, { filter, after: from.slug, limit, now })
  const published = await listPublished(context.db, filter, { after: from, limit: limit + 1 })
  const page = published.rows.slice(0, limit)
  const records = await publishedRecords(context, page, now)
  const last = page.at(-1)?.publication
  if (published.lookedUntil) return { records, next: published.lookedUntil }
  if (published.rows.length > limit && last)
    return { records, next: { name: last.name, version: last.version, base: last.base } }
  if (records.length === limit) return { records, next: {} }
  const own = await ownPage(context, { filter, after: undefined, limit: limit - records.length, now })
  return { records: [...records, ...own.records], next: own.next }
}

async function ownPage(
  context: ReceiptContext,
  {
    filter,
    after,
    limit,
    now,
  }: {
    readonly filter: RegistryApiFilter
    readonly after: string | undefined
    readonly limit: number
    readonly now: Date
  },
): Promise<RegistryApiList> {
  const search = filter.search === undefined ? 'any' : slugSearch(context.publicUrl, filter.search)
  if (search === 'none') return { records: [], next: undefined }
  const servers = await listUnpublished(context.db, filter, {
    after,
    search: search === 'any' ? undefined : search,
    limit: limit + 1,
  })
  const page = servers.rows.slice(0, limit)
  const last = servers.lookedUntil ?? (servers.rows.length > limit ? page.at(-1)?.slug : undefined)
  return {
    records: await unpublishedRecords(context, page, now),
    next: last === undefined ? undefined : { slug: last },
  }
}
