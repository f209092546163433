import type { Logger } from 'pino'
import type { DatabaseClient } from '../../../db/client.ts'
import type { FeedAccess } from '../../../../engine/advisories/feed/feed-file.ts'

/** Dependencies of advisory syncs. A sync uses one connection of the pool and a separate one. */
export interface AdvisorySync extends FeedAccess {
  readonly database: DatabaseClient
  /**
   * Base URLs of feeds, `https:` or `file:` with absolute paths. If two feeds have the same ID, the earlier one wins.
   */
  readonly bases: readonly string[]
  readonly log: Pick<Logger, 'info' | 'warn'>
}
