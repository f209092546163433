import type { Logger } from 'pino'
import type { DatabaseClient } from '../../../db/client.ts'
import type { FeedAccess } from '../../../../engine/advisories/feed/feed-file.ts'

/** Dependencies of advisory syncs. A sync uses one pool connection and a separate connection. */
export interface AdvisorySync extends FeedAccess {
  readonly database: DatabaseClient
  /**
   * Feed base URLs: `https:`, or `file:` with absolute paths. If several feeds have a record with the same ID, the
   * first one wins.
   */
  readonly bases: readonly string[]
  readonly log: Pick<Logger, 'info' | 'warn'>
}
