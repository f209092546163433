import { type FaceFilter, listPublished, listUnpublished } from '../../db/registry/face.ts'
import type { ReceiptContext } from '../receipts/issue-receipts.ts'
import type { Position } from './cursor.ts'
import { slugSearch } from './face-name.ts'
import { publishedRecords, unpublishedRecords } from './face-records.ts'
import type { FaceRecord } from './face-shape.ts'

/** What of the list is asked for. */
export interface FaceListing {
  readonly filter: FaceFilter
  /** Absent: the beginning. */
  readonly from?: Position | undefined
  /** Records of a page. */
  readonly limit: number
  readonly now: Date
}

export interface FaceList {
  readonly records: readonly FaceRecord[]
  /** Where the next page begins; undefined: this was the last one. */
  readonly next: Position | undefined
}

/**
 * One page of all servers: first what followed registries publish, by name and version, then the servers that none
 * does, by slug. What is added meanwhile moves nothing from one page to another. A page of a search may have fewer
 * records than were asked for, and a next one.
 */
export async function listRecords(
  context: ReceiptContext,
  { filter, from, limit, now }: FaceListing,
): Promise<FaceList> {
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
  }: { readonly filter: FaceFilter; readonly after: string | undefined; readonly limit: number; readonly now: Date },
): Promise<FaceList> {
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
