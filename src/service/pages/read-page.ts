import type { Request } from 'express'
import { sessionTokenOf } from '../api/session-cookie.ts'
import type { Database } from '../db/client.ts'
import type { Reads } from '../db/replica/reads.ts'

/** Dependencies of pages that a read replica can serve. */
export interface ReadContext {
  readonly reads: Reads
  /** Service base URL without trailing slash. */
  readonly publicUrl: string
}

/**
 * Runs the reads of a page on the replica or on the primary. Signed-in visitors see every change that was committed
 * before the request, because they may have made it.
 */
export function readPage<Result>(
  { reads, publicUrl }: ReadContext,
  { headers }: Pick<Request, 'headers'>,
  run: (db: Database) => Promise<Result>,
): Promise<Result> {
  return reads.read({ isCurrent: sessionTokenOf(headers, publicUrl) !== undefined }, run)
}
